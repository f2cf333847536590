const VARIABLE = /(\$?)\$\{([A-Z_][A-Z0-9_]{0,127})\}/g

/** A text with its `${NAME}` replaced; `$${NAME}` stays as text. null: a variable is not set or empty. */
export function withVariables(text: string, env: Readonly<Record<string, string | undefined>>): string | null {
  let isComplete = true
  const result = text.replace(VARIABLE, (match, escape: string, name: string) => {
    if (escape !== '') return match.slice(1)
    const value = Object.hasOwn(env, name) ? env[name] : undefined
    if (value === undefined || value === '') isComplete = false
    return value ?? ''
  })
  return isComplete ? result : null
}
