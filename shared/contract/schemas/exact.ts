import { z } from 'zod'

/**
 * Tools that keep a schema and a type equal. A schema alone may lag behind its type without an error: zod would strip the
 * new field and the renderer would miss it. So every schema names its type, and the compiler compares in both directions.
 */

/** The shape of a zod object for exactly the fields of `T`: none missing, none too many. */
export type Shape<T> = {
  readonly [K in keyof T]-?: z.ZodType<T[K]>
}

/** A closed set of words; the compiler asks for every member of `T`, and for nothing else. */
export function oneOf<T extends string>(members: Readonly<Record<T, true>>): z.ZodType<T, T> {
  return z.enum(Object.keys(members) as T[]) as z.ZodType<T, T>
}

/**
 * A finished schema under the name of its type, in both directions. Without this the contract would carry zod's own mutable
 * reading of the type, which readonly data does not satisfy.
 */
export function schemaOf<T>(schema: z.ZodType<T>): z.ZodType<T, T> {
  return schema as z.ZodType<T, T>
}
