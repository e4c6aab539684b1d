import type { ListedChain } from '#shared/chains/index.ts'
import { isFirstOfAll } from '../../node/chainState.ts'
import { useCurrentChain } from '../../node/chains.ts'
import { useRpc } from '../../node/queries.ts'
import { useJoined } from './joinedStore.ts'

export interface ShownJoinedChain {
  readonly chain: ListedChain
  readonly height: number
  readonly peers: number
  /** Removes the greeting for good. */
  close(): void
}

/** The chain that was just joined, once it is synced for the first time; `undefined` without one or after its greeting. */
export function useJoinedChain(): ShownJoinedChain | undefined {
  const chain = useCurrentChain()
  const { expected, greeted } = useJoined()
  const waits = chain !== undefined && expected.includes(chain.id)
  const { data: sync } = useRpc('getsyncstate', {}, { enabled: waits })
  if (!waits || sync?.state !== 'synced' || isFirstOfAll(sync.evidence.height)) return undefined
  const { height, peers } = sync.evidence
  return { chain, height, peers, close: () => greeted(chain.id) }
}
