import { useEffect, useState } from 'react'
import type { ChainInput } from '#shared/chains/index.ts'
import type { ChainDescription } from '../../../node/chains.ts'
import { useRpc } from '../../../node/queries.ts'

/** Short enough to feel live, long enough not to ask at each letter of a word. */
const PAUSE_MS = 120

export interface LiveDescription {
  /** of what is written now or, while that is looked at, of what was a moment ago */
  readonly description: ChainDescription | undefined
  /** the last one without problems */
  readonly lastGood: ChainDescription | undefined
  /** the description is of exactly what is written now */
  readonly current: boolean
  readonly error: unknown
  retry(): void
}

/** What the app says about a chain while somebody describes it; undefined: nothing to look at yet. */
export function useDescription(input: ChainInput | undefined): LiveDescription {
  const text = JSON.stringify(input)
  const [asked, setAsked] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const chain: ChainInput = asked === undefined ? { options: [] } : JSON.parse(asked)
  const query = useRpc('describechain', { chain }, { enabled: asked !== undefined })
  const current = asked === text && query.data !== undefined && !query.isPlaceholderData
  const [lastGood, setLastGood] = useState<ChainDescription>()
  const { data, isPlaceholderData } = query
  useEffect(() => {
    if (data?.ok && !isPlaceholderData) setLastGood(data)
  }, [data, isPlaceholderData])
  return {
    description: text === undefined ? undefined : query.data,
    lastGood,
    current,
    error: query.error,
    retry: () => void query.refetch(),
  }
}
