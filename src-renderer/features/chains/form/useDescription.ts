import { useEffect, useState } from 'react'
import type { ChainInput } from '#shared/chains/index.ts'
import type { ChainDescription } from '../../../node/chains.ts'
import { useRpc } from '../../../node/queries.ts'

/** Debounce delay in ms: short enough to seem live, long enough not to send a call for each letter. */
const PAUSE_MS = 120

export interface LiveDescription {
  /** description of the present values, or of the previous ones while a call runs */
  readonly description: ChainDescription | undefined
  /** the last description without problems */
  readonly lastGood: ChainDescription | undefined
  /** True if the description matches the present values. */
  readonly current: boolean
  readonly error: unknown
  retry(): void
}

/** Returns the app's description of a chain while the user types it. An undefined input has no description. */
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
