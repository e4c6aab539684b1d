/** Search candidates from the selected chain, the wallet and the address book. */
import { BookUser, Coins, Gem, UserRound, Users, Wallet } from 'lucide-react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { middleTruncated } from '../../ui/Hash.tsx'
import { visibleString } from '../../ui/visibleText.ts'
import type { Contact } from '../people/contacts.ts'
import type { Go, SearchCandidate } from './candidate.ts'

type Token = MethodResult<'tokensummary'>['rows'][number]
type Watched = MethodResult<'listwatchedaddresses'>[number]
type Own = MethodResult<'listreceiveaddresses'>[number]
type Peer = MethodResult<'getpeerinfo'>[number]

export const tokenCandidates = (tokens: readonly Token[], go: Go): SearchCandidate[] =>
  tokens.map(({ tokenid, name, data }) => ({
    ...{
      id: `token ${tokenid}`,
      group: 'Tokens',
      title: visibleString(name, 64) || t('palette:noName'),
      within: tokenid,
    },
    ...{ icon: data === undefined ? Coins : Gem, picture: tokenid, aside: middleTruncated(tokenid) },
    run: go({ path: `/tokens/${tokenid}` }),
  }))

/** Returns candidates for watched addresses, and for the wallet's own addresses that have a label. */
export function addressCandidates(watched: readonly Watched[], own: readonly Own[], go: Go): SearchCandidate[] {
  const labelled = own.filter(({ label }) => label !== '')
  return [
    ...labelled.map((row) => ({ ...row, icon: Wallet, what: 'own' as const })),
    ...watched.map((row) => ({ ...row, icon: BookUser, what: 'watched' as const })),
  ].map(({ address, label, icon, what }) => ({
    ...{ id: `${what} ${address}`, group: 'Addresses', icon, within: address },
    title: label === '' ? address : visibleString(label, 100),
    aside: `${t(`palette:${what}`)} ${middleTruncated(address)}`,
    run: go({ path: `/addresses/${address}` }),
  }))
}

/** Returns candidates for contacts, by name. Each opens the page of one of the contact's addresses. */
export const contactCandidates = (contacts: readonly Contact[], go: Go): SearchCandidate[] =>
  contacts.map(({ id, name, addresses, pubkeys, note }) => {
    const address = addresses[0] ?? pubkeys[0]?.address ?? ''
    return {
      ...{ id: `contact ${id}`, group: 'Addresses', icon: UserRound, title: visibleString(name, 60) },
      within: [...addresses, ...pubkeys.map(({ pubkey }) => pubkey), note].join(' '),
      aside: `${t('palette:contact')} ${middleTruncated(address)}`,
      run: go({ path: `/addresses/${address}` }),
    }
  })

export const peerCandidates = (peers: readonly Peer[], go: Go): SearchCandidate[] =>
  peers.map(({ id, addr, subver }) => ({
    ...{
      id: `peer ${id}`,
      group: 'Peers',
      title: visibleString(addr, 60),
      also: `peer ${id}`,
      icon: Users,
      mono: true,
    },
    ...{ within: visibleString(subver, 80), aside: visibleString(subver, 60) },
    run: go({ path: '/peers', search: { peer: id } }),
  }))
