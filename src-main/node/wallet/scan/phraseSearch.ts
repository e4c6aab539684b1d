import { hash160 } from '../../crypto/index.ts'
import type { ChainView } from '../../interfaces.ts'
import type { TxOut } from '../../primitives/types.ts'
import { behindLockTime, classify } from '../../script/index.ts'
import { hashKey } from '../../util/index.ts'
import type { Keyring, KeyStore } from '../keys/index.ts'
import type { WalletLedger, WalletTx } from '../transactions/index.ts'
import { yieldToEventLoop } from '../yieldToEventLoop.ts'
import type { ScanOptions } from './rescan.ts'

/** Blocks that are looked at between two pauses. */
const SLICE = 100
const TRANSACTIONS_A_TURN = 500
/** Clocks of blocks may be off by so much, in seconds. */
const CLOCK_SLACK = 7200

interface Deps {
  readonly chain: ChainView
  readonly ledger: WalletLedger
  readonly keys: KeyStore
}

interface SearchDeps extends Omit<Deps, 'keys'> {
  readonly keyring: Keyring
}

/** The hash of the one key that an output is locked with; undefined: it is another form. */
function keyHashOf({ scriptPubKey }: TxOut): Uint8Array | undefined {
  const inner = behindLockTime(scriptPubKey) ?? scriptPubKey
  const { type, solutions } = classify(inner, { cc: false })
  const [solution] = solutions
  if (!solution) return undefined
  if (type === 'pubkey') return hash160(solution)
  return type === 'pubkeyhash' ? solution : undefined
}

/** Takes every key that a transaction pays out of the pool: somebody has seen its address. */
export function noticeKeys({ ledger, keys }: Pick<Deps, 'ledger' | 'keys'>, { tx }: WalletTx): void {
  const change = ledger.debit(tx) > 0n
  for (const output of tx.vout) {
    const hash = ledger.isMine(output) ? keyHashOf(output) : undefined
    if (hash) keys.notice(hash, change)
  }
}

/** A wallet may have a hundred thousand: others have their turn in between. */
async function eachTransaction(ledger: WalletLedger, work: (wtx: WalletTx) => void): Promise<void> {
  for (const [index, wtx] of [...ledger.transactions()].entries()) {
    work(wtx)
    if (index % TRANSACTIONS_A_TURN === TRANSACTIONS_A_TURN - 1) await yieldToEventLoop()
  }
}

/** The first block in which something that was made at this time can be. */
function heightOfTime(chain: ChainView, seconds: number): number {
  let low = 0
  let high = chain.tip().height + 1
  // Times are not in order, but no more apart than the slack.
  while (low < high) {
    const middle = (low + high) >> 1
    if ((chain.byHeight(middle)?.time ?? 0) < seconds - CLOCK_SLACK) low = middle + 1
    else high = middle
  }
  return low
}

/** The search for payments to addresses that follow from the phrase. What is found is durable at once. */
export interface PhraseSearch {
  /** Notes durably that it is due, from blocks of this time on, and open; unix seconds. */
  demand(since: number): void
  isDue(): boolean
  /**
   * Blocks are still to come that may hold what is searched. They are looked at as they come; a find among them that makes
   * the wallet look further ahead makes the search due, because what it passed by would be missed.
   */
  isOpen(): boolean
  /** While it is open: it is due once more. */
  repeat(): void
  /** the chain was fetched, and nothing is due: notes that durably */
  close(): void
  /** Does what is due; false: it was called off, and is due still. */
  resume(options?: ScanOptions): Promise<boolean>
  /** how many addresses that follow from the phrase were paid */
  addressesInUse(): Promise<number>
  /** keys were added that may have been paid before */
  grown(): void
}

export function createSearch({ chain, ledger, keyring }: SearchDeps): PhraseSearch {
  const { keys } = keyring
  const deps = { chain, ledger, keys }
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
      // An account that could not be prepared, because the wallet was locked meanwhile, was not looked for.
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
      // One at a time: each takes note of what it made the wallet look for.
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
      // While it runs it looks at everything again itself, at the end.
      if (running) return
      ledger.claimAgain()
      repeat()
    },
  }
}

/**
 * Looks through the chain for addresses that follow from the phrase (BIP44: until a chain of an account has 20 that were
 * never paid). A find makes the wallet look further ahead, for keys that may have been paid before: then the same blocks are
 * looked at again. Safe to interrupt at any point. False: it was called off.
 * @param grownAt tells, once, whether keys were added since it was asked last
 */
async function findUsedKeys(
  deps: Deps & { readonly takeGrowth: () => boolean },
  from: number,
  { signal, onProgress }: ScanOptions,
): Promise<boolean> {
  const { chain, ledger, takeGrowth } = deps
  let done = 0
  let last: number | undefined
  takeGrowth()
  for (;;) {
    let again = -1
    const end = () => last ?? chain.tip().height
    for (let height = Math.max(1, from); height <= end(); height++) {
      if (signal?.aborted) return false
      const entry = chain.byHeight(height)
      if (entry) ledger.scan(entry)
      if (takeGrowth()) again = height
      if (++done % SLICE !== 0) continue
      onProgress?.(done, done + end() - height)
      await yieldToEventLoop()
    }
    // Transactions that were known before pay keys that are new.
    ledger.claimAgain()
    await eachTransaction(ledger, (wtx) => noticeKeys(deps, wtx))
    if (takeGrowth()) again = end()
    if (again < 0) return true
    last = again
  }
}
