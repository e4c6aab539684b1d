import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { methods } from '#shared/rpc/index.ts'
import { useContacts } from '../../components/people/contacts.ts'
import { useRpc } from '../../node/queries.ts'
import type { Go } from './candidate.ts'
import { askedAbout, exactCandidates } from './exact.ts'
import { addressCandidates, contactCandidates, peerCandidates, tokenCandidates } from './found.ts'
import { type RankedGroup, rank } from './ranking.ts'
import { methodCandidates, pageCandidates, settingCandidates } from './standing.ts'
import { useChainCandidates, useMiningActions, useWalletActions, useWindowActions } from './useActions.ts'

/** Tokens looked through here; of more than these, the node finds those whose name has what was typed. */
const TOKENS = 500
/** Push of a key of so many hex digits, and OP_CHECKSIG: the script whose address is that of the key. */
const PUSH_KEY: Readonly<Record<number, string>> = { 66: '21', 130: '41' }

/** What the search finds while no chain is selected. */
export function useAppSearch(typed: string): readonly RankedGroup[] {
  const go = useGo()
  const chains = useChainCandidates(go, undefined)
  const windowActions = useWindowActions()
  const standing = useMemo(() => pageCandidates(go, false), [go])
  return rank([...standing, ...chains, ...windowActions], typed)
}

/** What the search finds on a chain, in the app and in this window. */
export function useChainSearch(typed: string, chain: ListedChain): readonly RankedGroup[] {
  const go = useGo()
  const exact = useExact(typed, go)
  const found = useFound(typed, go)
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
  return rank([...exact, ...wallet, ...mining, ...standing, ...found, ...chains, ...windowActions], typed)
}

function useGo(): Go {
  const router = useRouter()
  return useMemo<Go>(
    () =>
      ({ path, search }) =>
      () => {
        // Values as the router's own links write them.
        const query = new URLSearchParams()
        for (const [name, value] of Object.entries(search ?? {})) query.set(name, String(value))
        router.history.push(query.size === 0 ? path : `${path}?${query}`)
      },
    [router],
  )
}

/** Asks the node what a typed hash or public key is. */
function useExact(typed: string, go: Go) {
  const { hash, pubkey } = askedAbout(typed)
  const { data: tip } = useRpc('getblockcount', {})
  const asked = { hash: hash ?? '' }
  const { data: resolved } = useRpc('resolvehash', asked, { enabled: hash !== undefined, keepPrevious: false })
  const script = pubkey && `${PUSH_KEY[pubkey.length]}${pubkey}ac`
  const { data: paid } = useRpc(
    'decodescript',
    { hexstring: script ?? '' },
    { enabled: script !== undefined, keepPrevious: false, immutable: true },
  )
  return exactCandidates(typed, { resolved, address: paid?.addresses?.[0], height: tip }, go)
}

function useFound(typed: string, go: Go) {
  const { data: tokens } = useRpc('tokensummary', { limit: TOKENS })
  const filter = typed.trim()
  const beyond = tokens !== undefined && tokens.total > tokens.rows.length && filter !== ''
  const { data: more } = useRpc('tokensummary', { limit: TOKENS, filter }, { enabled: beyond })
  const { data: watched } = useRpc('listwatchedaddresses', {})
  const { data: own } = useRpc('listreceiveaddresses', {})
  const { data: peers } = useRpc('getpeerinfo', {})
  const contacts = useContacts()
  const rows = beyond ? more?.rows : tokens?.rows
  return useMemo(
    () => [
      ...tokenCandidates(rows ?? [], go),
      ...addressCandidates(watched ?? [], own ?? [], go),
      ...contactCandidates(contacts ?? [], go),
      ...peerCandidates(peers ?? [], go),
    ],
    [rows, watched, own, contacts, peers, go],
  )
}
