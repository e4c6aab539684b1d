import { useMemo } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { methods } from '#shared/rpc/index.ts'
import { peerCandidates } from '../../components/search/found.ts'
import { type RankedGroup, rank } from '../../components/search/ranking.ts'
import { useExact, useFound, useGo } from '../../components/search/useFound.ts'
import { useRpc } from '../../node/queries.ts'
import { methodCandidates, pageCandidates, settingCandidates } from './staticCandidates.ts'
import { useChainCandidates, useMiningActions, useWalletActions, useWindowActions } from './useActions.ts'

/** Returns the ranked search results while no chain is selected. */
export function useAppSearch(typed: string): readonly RankedGroup[] {
  const go = useGo()
  const chains = useChainCandidates(go, undefined)
  const windowActions = useWindowActions()
  const standing = useMemo(() => pageCandidates(go, false), [go])
  return rank([...standing, ...chains, ...windowActions], typed)
}

/** Returns the ranked search results for a chain, the app and this window. */
export function useChainSearch(typed: string, chain: ListedChain): readonly RankedGroup[] {
  const go = useGo()
  const exact = useExact(typed, go)
  const found = useFound(typed, go)
  const { data: peers } = useRpc('getpeerinfo', {})
  const wallet = useWalletActions(go)
  const mining = useMiningActions()
  const chains = useChainCandidates(go, chain)
  const windowActions = useWindowActions()
  const standing = useMemo(
    () => [
      ...pageCandidates(go),
      ...settingCandidates(go),
      ...methodCandidates(
        Object.values(methods).filter(({ name }) => name !== 'rpc.discover'),
        go,
      ),
    ],
    [go],
  )
  return rank(
    [
      ...exact,
      ...wallet,
      ...mining,
      ...standing,
      ...found,
      ...peerCandidates(peers ?? [], go),
      ...chains,
      ...windowActions,
    ],
    typed,
  )
}
