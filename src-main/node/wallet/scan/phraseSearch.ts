import type { ChainView } from '../../core/index.ts'
import { hash160 } from '../../crypto/index.ts'
import type { TxOut } from '../../primitives/types.ts'
import { behindLockTime, classify } from '../../script/index.ts'
import { hashKey, yieldToEventLoop } from '../../util/index.ts'
import type { Keyring, KeyStore } from '../keys/index.ts'
import type { TransactionRecorder, WalletLedger, WalletTx } from '../transactions/index.ts'
import type { ScanOptions } from './rescan.ts'

/** Blocks that are scanned between two yields to the event loop. */
const SLICE = 100
const TRANSACTIONS_A_TURN = 500
/** Seconds that block times may be off. */
const CLOCK_SLACK = 7200

interface Deps {
  readonly chain: ChainView
  readonly ledger: WalletLedger
  readonly recorder: TransactionRecorder
  readonly keys: KeyStore
}

interface SearchDeps extends Omit<Deps, 'keys'> {
  readonly keyring: Keyring
}

/** The hash of the only key that an output is locked with; undefined: it has another form. */
function keyHashOf({ scriptPubKey }: TxOut): Uint8Array | undefined {
  const inner = behindLockTime(scriptPubKey) ?? scriptPubKey
  const { type, solutions } = classify(inner, { cc: false })
  const [solution] = solutions
  if (!solution) return undefined
  if (type === 'pubkey') return hash160(solution)
  return type === 'pubkeyhash' ? solution : undefined
}

/** Takes every key that a transaction pays out of the pool: its address must have been shown. */
export function noticeKeys({ ledger, keys }: Pick<Deps, 'ledger' | 'keys'>, { tx }: WalletTx): void {
  const change = ledger.debit(tx) > 0n
  for (const output of tx.vout) {
    const hash = ledger.isMine(output) ? keyHashOf(output) : undefined
    if (hash) keys.notice(hash, change)
  }
}

/** Yields to the event loop: a wallet may have a hundred thousand transactions. */
async function eachTransaction(ledger: WalletLedger, work: (wtx: WalletTx) => void): Promise<void> {
  for (const [index, wtx] of [...ledger.transactions()].entries()) {
    work(wtx)
    if (index % TRANSACTIONS_A_TURN === TRANSACTIONS_A_TURN - 1) await yieldToEventLoop()
  }
}

/** The first block that may contain something made at this time. */
function heightOfTime(chain: ChainView, seconds: number): number {
  let low = 0
  let high = chain.tip().height + 1
  // Block times are not sorted, but out of order by no more than the slack.
  while (low < high) {
    const middle = (low + high) >> 1
    if ((chain.byHeight(middle)?.time ?? 0) < seconds - CLOCK_SLACK) low = middle + 1
    else high = middle
  }
  return low
}

/** The search for payments to addresses derived from the phrase. What it finds is durable at once. */
export interface PhraseSearch {
  /** Stores that a search is due, from blocks of this time (unix seconds) on, and that it is open. */
  demand(since: number): void
  isDue(): boolean
  /**
   * The chain is not synced, and blocks to come may hold payments. They are scanned as they connect; a payment among them that
   * extends the key pool makes the search due again, because earlier blocks may pay the new keys.
   */
  isOpen(): boolean
  /** Makes the search due once more, if it is open. */
  repeat(): void
  /** The chain is synced and nothing is due: stores that the search is over. */
  close(): void
  /** Runs the search if it is due; false: it was aborted and is still due. */
  resume(options?: ScanOptions): Promise<boolean>
  /** how many addresses derived from the phrase were paid */
  addressesInUse(): Promise<number>
  /** keys were added that may have been paid before */
  grown(): void
}

export function createSearch({ chain, ledger, recorder, keyring }: SearchDeps): PhraseSearch {
  const { keys } = keyring
  const deps = { chain, ledger, recorder, keys }
  let grew = false
  let running = false
  let last: Promise<unknown> = Promise.resolve()

  const takeGrowth = () => {
    const taken = grew
    grew = false
    return taken
  }
  const work = async (options: ScanOptions): Promise<boolean> => {
    const since = keyring.searchDue()
    if (since === undefined) return true
    running = true
    try {
      const from = heightOfTime(chain, since)
      const finished = await findUsedKeys({ ...deps, takeGrowth }, from, options)
      // An account that could not be prepared, because the wallet got locked, was not searched.
      if (finished && keyring.accounts.complete()) keyring.setSearchDue(undefined)
      return finished
    } finally {
      running = false
      keyring.changed()
    }
  }

  const repeat = () => {
    const since = keyring.searchOpen()
    if (since !== undefined) keyring.setSearchDue(since)
  }

  return {
    demand(since) {
      keyring.setSearchDue(since)
      keyring.setSearchOpen(since)
    },
    isDue: () => keyring.searchDue() !== undefined,
    isOpen: () => keyring.searchOpen() !== undefined,
    repeat,
    close() {
      keyring.setSearchOpen(undefined)
      keyring.changed()
    },
    resume(options = {}) {
      // One at a time: each must see which keys it added itself.
      const mine = last.then(() => work(options))
      last = mine.catch(() => undefined)
      return mine
    },
    async addressesInUse() {
      const found = new Set<string>()
      await eachTransaction(ledger, ({ tx }) => {
        for (const output of tx.vout) {
          const hash = ledger.isMine(output) ? keyHashOf(output) : undefined
          if (hash && keys.byHash(hash)?.path) found.add(hashKey(hash))
        }
      })
      return found.size
    },
    grown() {
      grew = true
      // A running search checks everything again at its end.
      if (running) return
      ledger.recheckOwnership()
      repeat()
    },
  }
}

/**
 * Scans the chain for addresses derived from the phrase, up to the gap limit (BIP44: 20 unpaid addresses in a row on each chain
 * of an account). A payment extends the key pool by keys that may have been paid before: then the same blocks are scanned
 * again. Safe to interrupt at any point. False: it was aborted.
 * @param takeGrowth whether keys were added since its last call
 */
async function findUsedKeys(
  deps: Deps & { readonly takeGrowth: () => boolean },
  from: number,
  { signal, onProgress }: ScanOptions,
): Promise<boolean> {
  const { chain, ledger, recorder, takeGrowth } = deps
  let done = 0
  let last: number | undefined
  takeGrowth()
  for (;;) {
    let again = -1
    const end = () => last ?? chain.tip().height
    for (let height = Math.max(1, from); height <= end(); height++) {
      if (signal?.aborted) return false
      const entry = chain.byHeight(height)
      if (entry) recorder.scan(entry)
      if (takeGrowth()) again = height
      if (++done % SLICE !== 0) continue
      onProgress?.(done, done + end() - height)
      await yieldToEventLoop()
    }
    // Known transactions may pay new keys.
    ledger.recheckOwnership()
    await eachTransaction(ledger, (wtx) => noticeKeys(deps, wtx))
    if (takeGrowth()) again = end()
    if (again < 0) return true
    last = again
  }
}
