/**
 * Search candidates for a text that can only be a height, a hash, an address, a public key or a link of this window.
 */
import { ArrowLeftRight, BookUser, Box, Coins, Hash, KeyRound, type LucideIcon } from 'lucide-react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { middleTruncated } from '../../ui/Hash.tsx'
import { visibleString } from '../../ui/visibleText.ts'
import { transactionKindLabel, transactionKinds } from '../links/kinds.ts'
import { targetPath } from '../links/paths.ts'
import { type ChainTarget, readTyped } from '../links/target.ts'
import type { Go, SearchCandidate } from './candidate.ts'

export type Resolved = MethodResult<'resolvehash'>

export interface ExactFacts {
  /** Objects that a typed hash identifies; undefined until the node has answered. */
  readonly resolved: Resolved | undefined
  /**
   * The typed address, or the address of the typed key. Null if it is invalid, undefined until the node has answered.
   */
  readonly address: string | null | undefined
  /** Sanitized name of the owner of that address. */
  readonly owner?: string | undefined
  /** Height of the tip. */
  readonly height: number | undefined
}

/** Returns the typed hash, address or key to query the node about. */
export const askedAbout = (text: string) => {
  const typed = readTyped(text)
  return {
    hash: typed?.kind === 'hash' ? typed.id : undefined,
    place: typed?.kind === 'pubkey' || typed?.kind === 'address' ? typed.id : undefined,
  }
}

/**
 * Returns at most one candidate for most texts. For a token id, also returns the transaction that created the token.
 */
export function exactCandidates(
  text: string,
  { resolved, address, owner, height }: ExactFacts,
  go: Go,
): SearchCandidate[] {
  const typed = readTyped(text)
  if (!typed) return []
  const to = (target: ChainTarget, title: string, aside: string, icon: LucideIcon): SearchCandidate => ({
    // The id must not change when the node identifies the hash, so that the result stays selected.
    ...{ id: `exact ${target.kind === 'token' ? 'hash' : typed.kind} ${typed.id}`, group: 'Exact' },
    ...{ title, aside, icon, run: go({ path: targetPath(target) }) },
    ...(target.kind === 'token' ? { picture: target.id } : {}),
  })
  switch (typed.kind) {
    case 'pubkey':
      return address
        ? [
            to(
              { kind: 'address', id: address },
              t('palette:exact.address', { address: middleTruncated(address) }),
              t('palette:exact.ofKey'),
              KeyRound,
            ),
          ]
        : []
    case 'address':
      return address === null
        ? []
        : [to(typed, t('palette:exact.address', { address: middleTruncated(typed.id) }), owner ?? typed.id, BookUser)]
    case 'block': {
      const known = /^\d+$/.test(typed.id) ? Number(typed.id) : undefined
      if (known !== undefined && height !== undefined && known > height) return []
      return [
        to(
          typed,
          known === undefined ? t('palette:exact.block') : t('palette:exact.blockAt', { height: known }),
          t('palette:exact.openBlock'),
          Box,
        ),
      ]
    }
    case 'transaction':
      return [to(typed, t('palette:exact.transaction'), typed.id, ArrowLeftRight)]
    case 'token':
      return [to(typed, t('palette:exact.token'), typed.id, Coins)]
    case 'hash':
      return resolved ? namedBy(typed.id, resolved, to) : [to(typed, t('palette:exact.hash'), typed.id, Hash)]
  }
}

function namedBy(
  id: string,
  { block, transaction, token }: Resolved,
  to: (target: ChainTarget, title: string, aside: string, icon: LucideIcon) => SearchCandidate,
): SearchCandidate[] {
  if (block)
    return [to({ kind: 'block', id }, t('palette:exact.blockAt', { height: block.height }), blockFacts(block), Box)]
  const found: SearchCandidate[] = []
  if (token) {
    const name = visibleString(token.name, 40)
    const title = token.nft ? t('palette:exact.nftNamed', { name }) : t('palette:exact.tokenNamed', { name })
    found.push(to({ kind: 'token', id }, title, middleTruncated(id), Coins))
  }
  if (transaction) {
    const { icon } = transactionKinds[transaction.kind]
    const row = to(
      { kind: 'transaction', id },
      t('palette:exact.transactionKind', { kind: transactionKindLabel(transaction.kind) }),
      formatTxState(transaction),
      icon,
    )
    found.push(token ? { ...row, id: `exact creation ${id}` } : row)
  }
  return found
}

const blockFacts = ({ txcount, active }: NonNullable<Resolved['block']>) =>
  active ? t('palette:exact.transactions', { count: txcount }) : t('palette:exact.orphaned')

const formatTxState = ({ state, confirmations }: NonNullable<Resolved['transaction']>) =>
  state === 'confirmed'
    ? t('palette:exact.confirmations', { count: confirmations })
    : state === 'mempool'
      ? t('palette:exact.inMempool')
      : t('palette:exact.unknown')
