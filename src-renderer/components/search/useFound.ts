import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { useRpc } from '../../node/queries.ts'
import { useContacts } from '../people/contacts.ts'
import { useKnownName } from '../people/names.ts'
import type { Go } from './candidate.ts'
import { askedAbout, exactCandidates } from './exact.ts'
import { addressCandidates, contactCandidates, tokenCandidates } from './found.ts'

/** Maximum number of tokens filtered in the window; if there are more, the node filters by name. */
const TOKENS = 500

/** Returns a function that creates the actions of candidates, which open a page. */
export function useGo(): Go {
  const router = useRouter()
  return useMemo<Go>(
    () =>
      ({ path, search }) =>
      () => {
        // Encode the values as the router's own links do.
        const query = new URLSearchParams()
        for (const [name, value] of Object.entries(search ?? {})) query.set(name, String(value))
        router.history.push(query.size === 0 ? path : `${path}?${query}`)
      },
    [router],
  )
}

/** Returns the exact candidates for a text, after querying the node about a typed hash, address or public key. */
export function useExact(typed: string, go: Go) {
  const { hash, place } = askedAbout(typed)
  const { data: tip } = useRpc('getblockcount', {})
  const asked = { hash: hash ?? '' }
  const { data: resolved } = useRpc('resolvehash', asked, { enabled: hash !== undefined, keepPrevious: false })
  const known = useRpc('getaddresskey', { place: place ?? '' }, { enabled: place !== undefined, keepPrevious: false })
  const isInvalid = known.error instanceof RpcError && known.error.code === RPC_ERROR.INVALID_ADDRESS_OR_KEY
  const address = place === undefined ? undefined : isInvalid ? null : known.data?.address
  const owner = useKnownName(address ?? undefined)?.name
  return exactCandidates(typed, { resolved, address, owner, height: tip }, go)
}

/** Returns candidates for tokens, addresses and contacts on the selected chain. */
export function useFound(typed: string, go: Go) {
  const filter = typed.trim()
  // Load tokens only after the user has typed: many pages have this field, and it often stays empty.
  const { data: tokens } = useRpc('tokensummary', { limit: TOKENS }, { enabled: filter !== '' })
  const beyond = tokens !== undefined && tokens.total > tokens.rows.length && filter !== ''
  const { data: more } = useRpc('tokensummary', { limit: TOKENS, filter }, { enabled: beyond })
  const { data: watched } = useRpc('listwatchedaddresses', {})
  const { data: own } = useRpc('listreceiveaddresses', {})
  const contacts = useContacts()
  const rows = beyond ? more?.rows : tokens?.rows
  return useMemo(
    () => [
      ...tokenCandidates(rows ?? [], go),
      ...addressCandidates(watched ?? [], own ?? [], go),
      ...contactCandidates(contacts ?? [], go),
    ],
    [rows, watched, own, contacts, go],
  )
}
