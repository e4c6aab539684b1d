import { hashKey, yieldToEventLoop } from '../../util/index.ts'
import type { Keyring, KeyStore } from '../keys/index.ts'
import type { TransactionRecorder, WalletLedger, WalletTx } from '../transactions/index.ts'
import { heightOfTime } from './heightOfTime.ts'
import { findKeyHash, PhraseReach } from './phraseReach.ts'
import type { ScannedChain, ScanOptions } from './rescan.ts'

/** Blocks scanned per event-loop slice. */
const BLOCKS_PER_SLICE = 100
const TRANSACTIONS_PER_SLICE = 500

export interface PhraseSearchDeps {
  readonly chain: ScannedChain
  readonly ledger: WalletLedger
  readonly recorder: TransactionRecorder
  readonly keyring: Keyring
}

/** Removes every key that a transaction pays from the pool, because its address must have been shown. */
export function noticeKeys(
  { ledger, keys }: { readonly ledger: WalletLedger; readonly keys: KeyStore },
  { tx }: WalletTx,
): void {
  const change = ledger.debit(tx) > 0n
  for (const output of tx.vout) {
    const hash = ledger.isMine(output) ? findKeyHash(output) : undefined
    if (hash) keys.notice(hash, change)
  }
}

/** Runs `work` for each transaction, yielding to the event loop: a wallet may have a hundred thousand transactions. */
async function eachTransaction(ledger: WalletLedger, work: (wtx: WalletTx) => void): Promise<void> {
  for (const [index, wtx] of [...ledger.transactions()].entries()) {
    work(wtx)
    if (index % TRANSACTIONS_PER_SLICE === TRANSACTIONS_PER_SLICE - 1) await yieldToEventLoop()
  }
}

/** Searches payments to addresses derived from the phrase. Finds are durable immediately. */
export class PhraseSearch {
  /** keys of the phrase that such a search would find in another wallet */
  readonly reach: PhraseReach
  readonly #chain: ScannedChain
  readonly #ledger: WalletLedger
  readonly #recorder: TransactionRecorder
  readonly #keyring: Keyring
  /** true if keys were added since `#takeGrowth` */
  #grew = false
  #running = false
  #last: Promise<unknown> = Promise.resolve()

  constructor({ chain, ledger, recorder, keyring }: PhraseSearchDeps) {
    this.#chain = chain
    this.#ledger = ledger
    this.#recorder = recorder
    this.#keyring = keyring
    this.reach = new PhraseReach({ ledger, keys: keyring.keys })
  }

  /** Stores that a search is due and open, from blocks of this time (unix seconds) on. */
  demand(since: number): void {
    this.#keyring.setSearchDue(since)
    this.#keyring.setSearchOpen(since)
  }

  isDue(): boolean {
    return this.#keyring.searchDue() !== undefined
  }

  /**
   * Returns true if the search is open: the chain is not synced, and later blocks may contain payments. They are
   * scanned when they connect. A payment that extends the key pool makes the search due again, because earlier blocks
   * may pay the new keys.
   */
  isOpen(): boolean {
    return this.#keyring.searchOpen() !== undefined
  }

  /** Makes an open search due again. */
  repeat(): void {
    const since = this.#keyring.searchOpen()
    if (since !== undefined) this.#keyring.setSearchDue(since)
  }

  /** Stores that the search is over. Call when the chain is synced and nothing is due. */
  close(): void {
    this.#keyring.setSearchOpen(undefined)
    this.#keyring.changed()
  }

  /** Runs the search if it is due. @returns false if it was aborted and is still due */
  resume(options: ScanOptions = {}): Promise<boolean> {
    // Run one search at a time, because each must detect the keys it added.
    const mine = this.#last.then(() => this.#run(options))
    this.#last = mine.catch(() => undefined)
    return mine
  }

  /** Returns the number of addresses derived from the phrase that were paid. */
  async addressesInUse(): Promise<number> {
    const found = new Set<string>()
    await eachTransaction(this.#ledger, ({ tx }) => {
      for (const output of tx.vout) {
        const hash = this.#ledger.isMine(output) ? findKeyHash(output) : undefined
        if (hash && this.#keyring.keys.byHash(hash)?.path) found.add(hashKey(hash))
      }
    })
    return found.size
  }

  /** Call after keys were added that may have been paid before. */
  grown(): void {
    this.#grew = true
    // A running search checks everything again when it ends.
    if (this.#running) return
    this.#ledger.recheckOwnership()
    this.repeat()
  }

  async #run(options: ScanOptions): Promise<boolean> {
    const keyring = this.#keyring
    const since = keyring.searchDue()
    if (since === undefined) return true
    this.#running = true
    try {
      const finished = await this.#findUsedKeys(heightOfTime(this.#chain, since), options)
      // If the wallet was locked during the search, the next account could not be prepared and was not searched.
      if (finished && keyring.accounts.complete()) keyring.setSearchDue(undefined)
      return finished
    } finally {
      this.#running = false
      keyring.changed()
    }
  }

  /**
   * Scans the chain for addresses derived from the phrase, up to the gap limit (BIP44: 20 unpaid addresses in a row on
   * each chain of an account). A payment extends the key pool by keys that may have been paid before, so the blocks are
   * scanned again. Safe to interrupt at any point.
   * @returns false if it was aborted
   */
  async #findUsedKeys(from: number, { signal, onProgress }: ScanOptions): Promise<boolean> {
    const [chain, ledger, keys] = [this.#chain, this.#ledger, this.#keyring.keys]
    let done = 0
    let last: number | undefined
    this.#takeGrowth()
    for (;;) {
      let again = -1
      const end = () => last ?? chain.tip().height
      for (let height = Math.max(1, from); height <= end(); height++) {
        if (signal?.aborted) return false
        const entry = chain.byHeight(height)
        if (entry) this.#recorder.scan(entry)
        if (this.#takeGrowth()) again = height
        if (++done % BLOCKS_PER_SLICE !== 0) continue
        onProgress?.(done, done + end() - height)
        await yieldToEventLoop()
      }
      // Known transactions may pay new keys.
      ledger.recheckOwnership()
      await eachTransaction(ledger, (wtx) => noticeKeys({ ledger, keys }, wtx))
      if (this.#takeGrowth()) again = end()
      if (again < 0) return true
      last = again
    }
  }

  /** Returns true if keys were added since its last call. */
  #takeGrowth(): boolean {
    const grew = this.#grew
    this.#grew = false
    return grew
  }
}
