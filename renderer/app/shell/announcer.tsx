import { useEffect, useRef, useState } from 'react'
import type { AgentStatus } from '../../../shared/engine/index.ts'
import { LiveRegion } from '../../components/live-region.tsx'
import { announcements } from '../../lib/words/announcements.ts'

/** Says aloud what changed for the agent that is shown. */
export function Announcer({ status }: { readonly status: AgentStatus | null }) {
  const known = useRef(status)
  const [text, setText] = useState('')
  useEffect(() => {
    const before = known.current
    known.current = status
    if (before === null || status === null) return
    const news = announcements(before, status)
    if (news.length > 0) setText(news.join(' '))
  }, [status])
  return <LiveRegion text={text} />
}
