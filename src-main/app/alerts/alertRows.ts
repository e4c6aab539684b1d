/** Turns new wallet-history rows into notification texts. Pure functions. */
import type { AlertKind } from '#shared/chains/index.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { visibleText } from '#shared/visibleText.ts'
import type { AppText } from '../texts/index.ts'

export interface News {
  readonly kind: AlertKind
  /** Groups news in notifications. */
  readonly chain: string
  readonly text: string
  readonly txid?: string
  /** received amount in satoshis */
  readonly coins?: bigint
  /** ticker of the chain's coin */
  readonly unit?: string
}

export type AlertRow = MethodResult<'listwallethistory'>['rows'][number]

export interface NamedChainOfNews {
  readonly label: string
  readonly name: string
  readonly network: 'main' | 'regtest'
}

/** Maximum number of characters shown of a token's name or a chain's label. */
const MAX_NAME_LENGTH = 40
/** Maximum age of a row in seconds. Older rows come from a sync or a rescan and are not announced. */
const FRESH = 600

/** Some desktops interpret a notification's text as markup with links and pictures. */
const MARKUP: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '&': '＆' }

/** Returns an untrusted text on one line, without hidden characters or markup. */
export function plainText(text: string): string {
  const { runs, cut } = visibleText(text, { max: MAX_NAME_LENGTH })
  const shown = runs.map((run) => run.text).join('')
  return `${shown}${cut ? '…' : ''}`.replace(/[<>&]/g, (character) => MARKUP[character] ?? '')
}

function tokenText(token: AlertRow['token'], t: AppText): string {
  if (token === null) return t('alert.tokens')
  return token.nft ? plainText(token.name) : `${t.figures().whole(token.units)} ${plainText(token.name)}`
}

/**
 * Returns the news for another party's transaction or a block found by the miner; undefined for the user's own
 * transactions and all other rows.
 */
function alertForRow(row: AlertRow, { label, name, network }: NamedChainOfNews, t: AppText): News | undefined {
  const chain = plainText(label)
  const { kind, action, token, fee, amount, height } = row
  if (kind === 'mined') {
    // Regtest blocks are made by a click, or with every transaction.
    return network === 'regtest' ? undefined : { kind: 'blocks', chain, text: t('alert.block', { height }) }
  }
  // A row with a fee is this wallet's own transaction: no alert.
  if (fee !== null) return undefined
  if (kind === 'received' && amount > 0n) {
    const text = t('alert.received', { amount: `${t.figures().amount(amount)} ${name}` })
    return { kind: 'coins', chain, text, coins: amount, unit: name }
  }
  if (action === 'token-transfer' && token?.away === false) {
    return { kind: 'tokens', chain, text: t('alert.received', { amount: tokenText(token, t) }) }
  }
  if (action === 'fill-ask') return { kind: 'orders', chain, text: t('alert.sold', { tokens: tokenText(token, t) }) }
  if (action === 'fill-bid') return { kind: 'orders', chain, text: t('alert.bought', { tokens: tokenText(token, t) }) }
  return undefined
}

/** Maximum number of known transactions to remember. */
const MAX_KNOWN = 500

/** Detects new rows in one wallet's history. The first call of `look` only records the existing rows. */
export class HistoryWatch {
  #known: Set<string> | undefined

  /** @param now unix seconds */
  look(rows: readonly AlertRow[], chain: NamedChainOfNews, now: number, t: AppText): readonly News[] {
    const before = this.#known
    const fresh = rows.filter(({ txid }) => before?.has(txid) === false)
    this.#known = new Set([...rows.map(({ txid }) => txid), ...(before ?? [])].slice(0, MAX_KNOWN))
    return fresh
      .filter(({ time, state }) => now - time <= FRESH && state !== 'conflicted')
      .flatMap((row) => {
        const news = alertForRow(row, chain, t)
        return news === undefined ? [] : [{ ...news, txid: row.txid }]
      })
  }
}

/** Maximum number of the user's own transactions to remember. */
const MAX_OWN = 2_000

/** Transactions that the user made in any wallet of this app, such as a payment between two wallets. */
export class OwnTransactionLog {
  readonly #own = new Set<string>()

  learn(rows: readonly AlertRow[]): void {
    for (const { txid, fee } of rows) if (fee !== null) this.#own.add(txid)
    for (const oldest of this.#own) {
      if (this.#own.size <= MAX_OWN) break
      this.#own.delete(oldest)
    }
  }

  has({ txid }: News): boolean {
    return txid !== undefined && this.#own.has(txid)
  }
}
