import { Fragment } from 'react'

/** A technical name that may wrap where a reader would pause, before it has to wrap anywhere. */
export function Breakable({ text }: { readonly text: string }) {
  return (
    <>
      {pieces(text).map(({ start, piece }) => (
        <Fragment key={start}>
          {start === 0 ? null : <wbr />}
          {piece}
        </Fragment>
      ))}
    </>
  )
}

/** The text in pieces, each with where it starts: after a separator, and after a dot between words. */
function pieces(text: string): readonly { readonly start: number; readonly piece: string }[] {
  let end = 0
  return text.split(/(?<=[:/@])|(?<=\D\.)(?=\D{4})/).map((piece) => {
    const start = end
    end += piece.length
    return { start, piece }
  })
}
