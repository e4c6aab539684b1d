import { RpcError } from '#shared/errors.ts'
import type { BlockEntry, ChainView, Clock, ConnectedBlock, MempoolView, NewBlock } from '../../interfaces.ts'
import { parseTransaction, serializeTransaction, txidOf } from '../../primitives/index.ts'
import type { Transaction, TxOut } from '../../primitives/types.ts'
import { compareBytes, hashKey, outpointKey } from '../../util/index.ts'
import type { TxRow, WalletFile } from '../file/index.ts'
import type { Ownership } from '../ownership/index.ts'
import { entryOf, type LedgerEntry, rowOf } from './ledgerEntry.ts'
import type { Balance, Holding, Notes, WalletCoin, WalletLedger, WalletTx } from './ledgerTypes.ts'
import { createOwnedOutputs, type OwnedOutput } from './ownedOutputs.ts'
import { createPassedBlocks } from './passedBlocks.ts'

interface Deps {
  readonly file: WalletFile
  readonly chain: ChainView
  readonly mempool: MempoolView
  readonly clock: Clock
  readonly ownershipOf: (output: TxOut) => Ownership | undefined
  /** grows whenever `ownershipOf` may find more than before */
  readonly reach: () => number
  /** confirmations a coinbase needs (chain-params.md §9.3) */
  readonly coinbaseMaturity: number
}

/** `scanned` only saves work at the next start, so that it need not cost a disk flush for every block. */
const SCANNED_EVERY = 500
const NO_NOTES: Notes = { comment: '', commentTo: '' }

const notedAs = ({ comment, commentTo, changeAt }: Notes, known: LedgerEntry | undefined) => ({
  comment,
  commentTo,
  changeAt: changeAt ?? known?.changeAt ?? null,
})

/** The wallet's own transactions and what they leave to spend. */
export function createWalletLedger(deps: Deps): WalletLedger {
  const { file, chain, mempool, clock, ownershipOf, reach, coinbaseMaturity } = deps
  const byTxid = new Map<string, LedgerEntry>()
  const ordered: LedgerEntry[] = []
  const listeners: ((wtx: WalletTx) => void)[] = []
  const tell = (entry: LedgerEntry) => {
    revision++
    for (const listener of listeners) listener(entry)
  }
  const isMine = (output: TxOut) => ownershipOf(output) === 'spendable'
  /** outpoint key → the wallet's transactions that spend it; the lists grow, they are never replaced */
  const spenders = new Map<string, LedgerEntry[]>()
  const spendersOf = (key: string): LedgerEntry[] => {
    const list = spenders.get(key) ?? []
    if (list.length === 0) spenders.set(key, list)
    return list
  }
  const owned = createOwnedOutputs<LedgerEntry>({ ownershipOf, spendersOf })
  let nextPosition = 0
  let revision = 0

  const load = (row: TxRow, tx: Transaction) => {
    const entry = entryOf(row, tx, chain)
    byTxid.set(hashKey(row.txid), entry)
    ordered.push(entry)
    nextPosition = Math.max(nextPosition, row.position + 1)
    owned.add(entry)
    // A payment may come to be known after the one that spends it, which then means something else for the wallet.
    for (const index of tx.vout.keys()) {
      for (const spender of spenders.get(outpointKey({ hash: row.txid, index })) ?? []) tell(spender)
    }
    // Coinbases spend nothing: they must not conflict with each other.
    for (const { prevout } of entry.coinbase ? [] : tx.vin) {
      spendersOf(outpointKey(prevout)).push(entry)
    }
    tell(entry)
    return entry
  }
  for (const row of file.transactions()) load(row, parseTransaction(row.raw))

  const concerns = (tx: Transaction) => tx.vout.some(ownershipOf) || tx.vin.some(({ prevout }) => owned.get(prevout))

  /** Never before the newest earlier arrival, so that history stays in order; never after the clock. */
  const smartTime = (blockTime: number | undefined, now: number) => {
    const newest = ordered.findLast((entry) => entry.smartTime <= now + 300)?.smartTime ?? 0
    return blockTime === undefined ? now : Math.max(newest, Math.min(blockTime, now))
  }
  const rowFor = (tx: Transaction, block: BlockEntry | null, notes: Notes): TxRow => {
    const now = clock.now()
    return {
      txid: txidOf(tx),
      raw: serializeTransaction(tx),
      position: nextPosition,
      received: now,
      smartTime: smartTime(block?.header.time, now),
      blockHash: block?.hash ?? null,
      comment: notes.comment,
      commentTo: notes.commentTo,
      changeAt: notes.changeAt ?? null,
    }
  }
  /** on disk, and on their way into the mempool */
  const written = new Map<string, TxRow>()
  const add = (tx: Transaction, block: BlockEntry | null): LedgerEntry => {
    const before = written.get(hashKey(txidOf(tx)))
    const row = before ?? rowFor(tx, block, NO_NOTES)
    try {
      if (!before) file.putTransactions([row])
    } catch (error) {
      // What waits for a block is known without the file too: the block that it comes in writes it down.
      if (block || !(error instanceof RpcError)) throw error
    }
    // A script that a parsed block keeps alive would keep the whole block alive: parse the copy again.
    return load(row, parseTransaction(row.raw))
  }
  const confirm = (tx: Transaction, txid: Uint8Array, block: BlockEntry): void => {
    const known = byTxid.get(hashKey(txid))
    if (!known) {
      if (concerns(tx)) add(tx, block)
      return
    }
    if (known.blockHash && hashKey(known.blockHash) === hashKey(block.hash)) return
    known.blockHash = block.hash
    known.place = block
    file.putTransactions([rowOf(known)])
    tell(known)
  }
  /** transactions that did not come to be known by a block */
  let brought = 0
  const passed = createPassedBlocks({
    knowledge: () => reach() + brought,
    // What is spent counts by its script: the payment that made it may be in a block that the wallet has not heard of yet.
    concerns: ({ tx, txid, spent }) =>
      byTxid.has(hashKey(txid)) || tx.vout.some(ownershipOf) || spent.some(ownershipOf),
  })
  const confirmBlock = (block: NewBlock): void => {
    if (passed.has(block)) return
    for (const { tx, txid } of block.txs) confirm(tx, txid, block.entry)
  }
  const unconfirm = ({ txs, entry: block }: ConnectedBlock) => {
    for (const { txid } of txs) {
      const known = byTxid.get(hashKey(txid))
      if (!known?.blockHash || hashKey(known.blockHash) !== hashKey(block.hash)) continue
      known.blockHash = null
      known.place = undefined
      file.putTransactions([rowOf(known)])
      tell(known)
    }
  }

  const depth = (wtx: WalletTx) => {
    if (wtx.block) return chain.tip().height - wtx.block.height + 1
    return mempool.get(wtx.txid) ? 0 : -1
  }
  const blocksToMaturity = (wtx: WalletTx) => (wtx.coinbase ? Math.max(0, coinbaseMaturity - depth(wtx)) : 0)
  const isSpent = (key: string) => (spenders.get(key) ?? []).some((entry) => depth(entry) >= 0)
  const debit = (tx: Transaction, watched = false) =>
    tx.vin.reduce((sum, { prevout }) => {
      const source = owned.get(prevout)
      const counts = source && (watched || !source.watched)
      return sum + (counts ? (source.entry.tx.vout[source.index]?.value ?? 0n) : 0n)
    }, 0n)
  const isTrusted = (wtx: WalletTx): boolean => {
    const confirmations = depth(wtx)
    if (confirmations >= 1) return true
    if (confirmations < 0) return false
    return wtx.tx.vin.every(({ prevout }) => {
      const source = owned.get(prevout)
      return source !== undefined && !source.watched && isTrusted(source.entry)
    })
  }
  const isLive = (entry: LedgerEntry) => entry.block !== null || mempool.get(entry.txid) !== undefined
  /** An output as long as it is unspent and its transaction is in a block or waits for one. */
  const holdingOf = ({ entry, index, spenders: spending }: OwnedOutput<LedgerEntry>): Holding | undefined => {
    if (spending.some(isLive)) return undefined
    const output = entry.tx.vout[index]
    const confirmations = depth(entry)
    if (!output || confirmations < 0) return undefined
    const immature = entry.coinbase && coinbaseMaturity > confirmations
    // A reward that waits for a block is not there yet.
    if (immature && confirmations === 0) return undefined
    return { source: entry, index, output, depth: confirmations, immature }
  }
  /** in no order */
  function* unspent(watchedOnes: boolean): Generator<Holding> {
    for (const found of owned.all()) {
      const holding = found.watched === watchedOnes ? holdingOf(found) : undefined
      if (holding) yield holding
    }
  }
  const select = (watchedOnes: boolean, immatureOnes: boolean): WalletCoin[] => {
    const coins: WalletCoin[] = []
    for (const { source, index, output, depth, immature } of unspent(watchedOnes)) {
      if (immature !== immatureOnes) continue
      coins.push({ ...output, outpoint: { hash: source.txid, index }, source, depth })
    }
    return coins.sort((a, b) => compareBytes(a.outpoint.hash, b.outpoint.hash) || a.outpoint.index - b.outpoint.index)
  }
  const balance = (): Balance => {
    let [trusted, pending, waiting] = [0n, 0n, 0n]
    for (const { source, output, depth, immature } of unspent(false)) {
      if (immature) waiting += output.value
      else if (depth > 0 || isTrusted(source)) trusted += output.value
      else pending += output.value
    }
    return { trusted, pending, immature: waiting }
  }

  let blocksSinceMark = 0
  /** Until the first scan is through, a notification of the tip says nothing about the blocks below. */
  let caughtUp = false
  const markScanned = (tip: BlockEntry) => {
    caughtUp = true
    file.setMeta('scanned', tip.hash)
    blocksSinceMark = 0
  }

  return {
    get: (txid) => byTxid.get(hashKey(txid)),
    transactions: () => ordered,
    depth,
    blocksToMaturity,
    isTrusted,
    debit,
    isMine,
    ownershipOf,
    owned(outpoint) {
      const found = owned.get(outpoint)
      return found && !found.watched ? found.entry.tx.vout[found.index] : undefined
    },
    holdings: () => unspent(false),
    holding(outpoint) {
      const found = owned.get(outpoint)
      return found && !found.watched ? holdingOf(found) : undefined
    },
    balance,
    coins: () => select(false, false),
    watched: () => select(true, false),
    isSpent: (outpoint) => isSpent(outpointKey(outpoint)),
    immature: () => select(false, true),
    conflicts: (wtx) => {
      const all = (wtx.coinbase ? [] : wtx.tx.vin).flatMap(({ prevout }) => spenders.get(outpointKey(prevout)) ?? [])
      return [...new Set(all)].filter((entry) => entry !== wtx)
    },
    pay(tx, notes, admit) {
      const txid = txidOf(tx)
      const name = hashKey(txid)
      const known = byTxid.get(name)
      const row = { ...(known ? rowOf(known) : rowFor(tx, null, notes)), ...notedAs(notes, known) }
      file.putTransactions([row])
      if (!known) written.set(name, row)
      try {
        const verdict = admit()
        if (verdict.ok) {
          const entry = known ?? byTxid.get(name) ?? load(row, parseTransaction(row.raw))
          Object.assign(entry, notedAs(notes, known))
          brought++
          tell(entry)
        } else if (known) file.putTransactions([rowOf(known)])
        else if (!byTxid.has(name)) file.dropTransaction(txid)
        return verdict
      } finally {
        written.delete(name)
      }
    },
    wants: passed.look,
    update({ disconnected, connected, tip }) {
      const before = caughtUp
      // If this fails, the next start begins where the last mark is, and finds what was missed.
      caughtUp = false
      file.atomically(() => {
        disconnected.forEach(unconfirm)
        connected.forEach(confirmBlock)
      })
      caughtUp = before
      blocksSinceMark += connected.length
      if (caughtUp && blocksSinceMark >= SCANNED_EVERY) markScanned(tip)
    },
    markScanned,
    keepPlace(tip) {
      if (caughtUp) markScanned(tip)
    },
    revision: () => revision,
    claimAgain() {
      revision++
      owned.claimAgain()
    },
    ownershipRevision: () => owned.revision(),
    listen: (listener) => void listeners.push(listener),
    observe(tx) {
      if (byTxid.has(hashKey(txidOf(tx)))) return true
      if (!concerns(tx)) return false
      brought++
      add(tx, null)
      return true
    },
    scan(entry) {
      for (const tx of chain.block(entry)?.txs ?? []) confirm(tx, txidOf(tx), entry)
    },
    scanned: () => file.meta('scanned'),
  }
}
