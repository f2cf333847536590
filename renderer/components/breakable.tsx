import { Fragment } from 'react'

/** A technical name that may wrap where a reader would pause, before it has to wrap anywhere. */
export function Breakable({ text }: { readonly text: string }) {
  const parts = text.split(/(?<=[:/@])|(?<=\D\.)(?=\D{4})/)
  return (
    <>
      {parts.map((part, index) => (
        // The parts of one text keep their places.
        <Fragment key={index}>
          {index === 0 ? null : <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  )
}
