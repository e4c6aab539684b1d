import { useEffect, useState } from 'react'
import type { ChainInput } from '#shared/chains/index.ts'
import type { ChainDescription } from '../../../node/chains.ts'
import { useRpc } from '../../../node/queries.ts'

/** Short enough to feel live, long enough not to ask at each letter of a word. */
const PAUSE_MS = 120

export interface LiveDescription {
  /** of the present values, or of the previous ones while a call runs */
  readonly description: ChainDescription | undefined
  /** the last one without problems */
  readonly lastGood: ChainDescription | undefined
  /** the description is of the present values */
  readonly current: boolean
  readonly error: unknown
  retry(): void
}

/** The app's description of a chain while it is being typed. Undefined input: nothing to describe yet. */
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
