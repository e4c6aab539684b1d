/** What is new in a wallet's history, in the words of a notification. Pure: rows in, news out. */
import type { AlertKind } from '#shared/chains/index.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { visibleText } from '#shared/visibleText.ts'
import type { AppText } from '../texts/index.ts'

export interface News {
  readonly kind: AlertKind
  /** where several are grouped */
  readonly chain: string
  readonly text: string
  /** of a transaction */
  readonly txid?: string
  /** satoshis, of coins that came in */
  readonly coins?: bigint
  /** of the chain's coin */
  readonly unit?: string
}

export type AlertRow = MethodResult<'listwallethistory'>['rows'][number]

/** A chain as a notification names it. */
export interface NamedChainOfNews {
  readonly label: string
  readonly name: string
  readonly network: 'main' | 'regtest'
}

/** Characters of a token's name, and of a chain's label. */
const MOST_NAME = 40
/** Seconds: older rows come from a chain that is being fetched or looked through, and are no news. */
const FRESH = 600

/** Some desktops take the text of a notification for markup, with links and pictures. */
const MARKUP: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '&': '＆' }

/** A text of a stranger on one line, with nothing hidden in it and nothing that is markup. */
export function plainText(text: string): string {
  const { runs, cut } = visibleText(text, { max: MOST_NAME })
  const shown = runs.map((run) => run.text).join('')
  return `${shown}${cut ? '…' : ''}`.replace(/[<>&]/g, (character) => MARKUP[character] ?? '')
}

function tokenText(token: AlertRow['token'], t: AppText): string {
  if (token === null) return t('alert.tokens')
  return token.nft ? plainText(token.name) : `${t.figures().whole(token.units)} ${plainText(token.name)}`
}

/** What somebody else did, or a block that the miner found; undefined: the person's own doing, or no news. */
function alertForRow(row: AlertRow, { label, name, network }: NamedChainOfNews, t: AppText): News | undefined {
  const chain = plainText(label)
  const { kind, action, token, fee, amount, height } = row
  if (kind === 'mined') {
    // In the sandbox blocks are made by a click, or with every transaction.
    return network === 'regtest' ? undefined : { kind: 'blocks', chain, text: t('alert.block', { height }) }
  }
  // Whoever pays the fee did it.
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

/** Maximum number of transactions that are kept as known. */
const MAX_KNOWN = 500

/** The rows of one wallet that were seen. The first look only learns what is there. */
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

/** Maximum number of the person's own transactions that are kept. */
const MAX_OWN = 2_000

/** The transactions that the person made in any wallet of this app, such as a payment from one to another. */
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
