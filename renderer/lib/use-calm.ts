import { useEffect, useRef, useState } from 'react'

/** The value, which changes no more often than this: what is asked for anew with it is not asked for all the time. */
export function useCalm<Value>(value: Value, leastMs: number): Value {
  const [calm, setCalm] = useState(value)
  const changedMs = useRef(-Infinity)
  useEffect(() => {
    if (Object.is(value, calm)) return
    const wait = Math.max(0, changedMs.current + leastMs - performance.now())
    const timer = setTimeout(() => {
      changedMs.current = performance.now()
      setCalm(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, calm, leastMs])
  return calm
}
