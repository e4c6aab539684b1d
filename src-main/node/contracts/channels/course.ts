import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import { computeTxid, type Transaction } from '../../primitives/index.ts'
import { ccScript } from '../../script/index.ts'
import { equal, toHex } from '../../util/index.ts'
import { transactionsTo } from '../framework/addressTransactions.ts'
import type { ContractReads } from '../framework/contractContext.ts'
import { paysTree } from '../framework/outputRules.ts'
import { type ChannelData, findChannelData } from './codec.ts'
import type { OpenChannel } from './reads.ts'
import { fundScript } from './scripts.ts'
import { MAX_PAYMENTS } from './validate.ts'

/** Effect of one transaction on a channel's coins. */
export interface CourseStep {
  readonly kind: 'payment' | 'close' | 'refund'
  readonly txid: Uint8Array
  /** undefined in the mempool */
  readonly height: number | undefined
  /** satoshis that it moved out of the channel */
  readonly amount: bigint
}

/** A channel and the history of its coins. */
export interface ChannelCourse extends OpenChannel {
  /** height of the opening; undefined in the mempool */
  readonly height: number | undefined
  /** oldest first */
  readonly steps: readonly CourseStep[]
  /** satoshis left in the channel */
  readonly left: bigint
}

const KINDS: Readonly<Record<string, CourseStep['kind']>> = { P: 'payment', C: 'close', R: 'refund' }

/**
 * Returns the coin channels of a key, as payer or receiver, newest first, including unconfirmed ones. Anyone can pay to
 * a channel's markers with arbitrary data. Only spends of the channel's coins, which the rules have validated,
 * therefore count as steps. Amounts are taken from outputs.
 */
export function channelCourses(pubkey: Uint8Array, reads: ContractReads): ChannelCourse[] {
  const waiting = [...reads.mempool.entries()].flatMap(({ tx }) =>
    findChannelData(tx) ? [{ tx, height: undefined }] : [],
  )
  const confirmed = [...transactionsTo(ccScript(ccOne(EVAL_CODES.channels, pubkey)), reads)]
  const known = [...confirmed, ...waiting].map(({ tx, height }) => ({ tx, height, txid: computeTxid(tx) }))
  const spenders = new Map<string, KnownTransaction>()
  for (const each of known) {
    for (const { prevout } of each.tx.vin) if (prevout.index === 0) spenders.set(toHex(prevout.hash), each)
  }
  return known
    .flatMap(({ tx, txid, height }) => {
      const terms = findChannelData(tx)
      return terms && isOpening(tx, terms, pubkey)
        ? [{ tx, txid, height, terms, ...follow({ tx, txid, terms }, spenders) }]
        : []
    })
    .toReversed()
}

type KnownTransaction = Pick<CourseStep, 'txid' | 'height'> & { readonly tx: Transaction }

function isOpening(tx: Transaction, terms: ChannelData, pubkey: Uint8Array): boolean {
  const { func, source, destination, count, payment } = terms
  if (func !== 'O' || terms.tokenId || source.length === 0 || destination.length === 0) return false
  if (!equal(source, pubkey) && !equal(destination, pubkey)) return false
  // Under the rules, an output without these properties could not be spent, so it is not a channel.
  if (count <= 0 || count > MAX_PAYMENTS || payment <= 0n) return false
  return paysTree(tx.vout[0], fundScript(source, destination), BigInt(count) * payment)
}

function follow(channel: OpenChannel, spenders: ReadonlyMap<string, KnownTransaction>) {
  const { source, destination } = channel.terms
  const fund = fundScript(source, destination)
  const steps: CourseStep[] = []
  let at: Pick<KnownTransaction, 'tx' | 'txid'> = channel
  for (;;) {
    const left = at.tx.vout[0]?.value ?? 0n
    const next = spenders.get(toHex(at.txid))
    const kind = next && KINDS[findChannelData(next.tx)?.func ?? '']
    if (!next || !kind) return { steps, left }
    const rest = paysTree(next.tx.vout[0], fund) ? (next.tx.vout[0]?.value ?? 0n) : 0n
    steps.push({ kind, txid: next.txid, height: next.height, amount: left - rest })
    if (kind === 'refund') return { steps, left: 0n }
    at = next
  }
}
