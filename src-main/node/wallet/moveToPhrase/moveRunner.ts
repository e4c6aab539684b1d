import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { BuildError } from '../../transactions/index.ts'
import { toHex } from '../../util/index.ts'
import { type KeyToken, keyTokenName, type MoveStatus } from './agreedMove.ts'
import type { CoinBatch } from './coinBatches.ts'
import type { OldKeyCoin } from './oldKeyCoins.ts'
import type { PhraseMove, PhraseMoveDeps } from './phraseMove.ts'

/** Units of one token at one old key that can move to the phrase's first account. */
export interface TokenMove extends KeyToken {
  /** free units; 0 if all of them are in transactions without a block */
  readonly units: bigint
  readonly name: string
}

/** Moves tokens; the contracts build their transfers. */
export interface TokenMover {
  /** Returns the movable tokens at old keys, or at these of them. */
  list(pubkeys?: readonly Uint8Array[]): readonly TokenMove[]
  /** Builds, stores and sends one transfer. @throws WalletError, BuildError `funds` if no coin can pay the fee, … */
  send(move: TokenMove): void
}

export interface MoveRunnerDeps {
  readonly move: PhraseMove
  readonly wallet: PhraseMoveDeps['wallet']
  /** absent if the node has no index of tokens */
  readonly tokens: TokenMover | undefined
  /** Yields to the event loop between two transactions. */
  readonly pause: () => Promise<void>
  /** called when `status` has changed */
  readonly changed: () => void
  /** the chain is synced: until then coins may be spent already */
  readonly chainFetched: () => boolean
  /** the node stops */
  readonly signal: AbortSignal
}

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The rest of an agreed move, as it is now. */
interface Remaining {
  readonly batches: readonly CoinBatch<OldKeyCoin>[]
  readonly tokens: readonly TokenMove[]
  readonly queued: number
  readonly unconfirmed: number
}

/**
 * Sends the transactions of an agreed move one after the other, and goes on after each block and each unlock until nothing is
 * left. What remains is computed from the ledger.
 */
export class MoveRunner {
  readonly #deps: MoveRunnerDeps
  #running = false
  #again = false
  #problem: string | undefined
  /** the coins for the fees of the transfers are in transactions without a block */
  #feesWait = false
  /** planned transactions, first those that the user saw; each is checked before it is sent */
  #batches: CoinBatch<OldKeyCoin>[] = []
  #transfers: TokenMove[] = []
  /** cached, because windows ask after every transaction */
  #counted: { readonly revision: string; readonly rest: Remaining } | undefined

  constructor(deps: MoveRunnerDeps) {
    this.#deps = deps
  }

  /** Starts an agreed move, which is stored already, with the transactions that the user saw. */
  start(seen: readonly CoinBatch<OldKeyCoin>[]): Promise<void> {
    this.#batches = [...seen]
    this.#transfers = []
    this.#counted = undefined
    this.#problem = undefined
    return this.resume()
  }

  /** Goes on if there is anything to do. Resolves when nothing more can be sent now. Never rejects. */
  async resume(): Promise<void> {
    if (!this.#deps.wallet.agreedMove.get() || !this.#deps.chainFetched()) return
    if (this.#running) {
      this.#again = true
      return
    }
    this.#running = true
    try {
      // The caller may be in the middle of notifying others of a block.
      await this.#deps.pause()
      do {
        this.#again = false
        await this.#sendAll()
      } while (this.#again)
    } catch (error) {
      // A wallet file or index that cannot be read: the next block tries again. At shutdown they are closed already.
      this.#problem = errorText(error)
    } finally {
      this.#running = false
    }
    if (!this.#deps.signal.aborted) this.#deps.changed()
  }

  /** Ends the move after the transaction that is being sent; what was sent stays sent. */
  cancel(): void {
    this.#batches = []
    this.#transfers = []
    this.#problem = undefined
    if (this.#deps.wallet.agreedMove.get()) this.#deps.wallet.agreedMove.clear()
    this.#deps.changed()
  }

  /** Returns undefined if no move is under way. */
  status(): MoveStatus | undefined {
    const rest = this.#remaining()
    if (!rest) return undefined
    const { batches, tokens, queued, unconfirmed } = rest
    const waiting = this.#feesWait ? tokens.length : 0
    return {
      running: this.#running,
      left: batches.length + tokens.length - waiting,
      ...{ waiting, queued, unconfirmed, problem: this.#problem },
    }
  }

  #remaining(): Remaining | undefined {
    const { move, tokens, wallet } = this.#deps
    const agreed = wallet.agreedMove.get()
    if (!agreed) return undefined
    const revision = `${agreed.time} ${wallet.revision()} ${wallet.locks.revision()}`
    if (this.#counted?.revision === revision) return this.#counted.rest
    const coins = move.rest()
    if (!coins) return undefined
    const names = new Set(agreed.tokens.map(keyTokenName))
    // Several tokens of one key: its tokens are listed once.
    const pubkeys = new Map(agreed.tokens.map(({ pubkey }) => [toHex(pubkey), pubkey])).values()
    const found = tokens?.list([...pubkeys]).filter((token) => names.has(keyTokenName(token))) ?? []
    const free = found.filter(({ units }) => units > 0n)
    const rest = {
      ...{ batches: coins.batches, tokens: free, queued: coins.queued.length },
      unconfirmed: coins.unconfirmed + found.length - free.length,
    }
    this.#counted = { revision, rest }
    return rest
  }

  async #sendAll(): Promise<void> {
    const { wallet, signal, pause, changed } = this.#deps
    this.#problem = undefined
    this.#feesWait = false
    let isPlanned = false
    while (!signal.aborted && !wallet.keyring.vault.locked() && wallet.agreedMove.get()) {
      const sent = this.#attempt()
      if (this.#problem !== undefined || this.#feesWait) return
      // If nothing of a fresh plan can be sent, the next block tries again.
      if (!sent && (isPlanned || !this.#planRest())) return
      isPlanned = !sent
      if (sent) changed()
      await pause()
    }
  }

  /** Sends the next planned transaction that is still possible; false if none is. */
  #attempt(): boolean {
    try {
      return this.#sendCoins() || this.#sendTokens()
    } catch (error) {
      if (this.#isFeeOnTheWay(error)) this.#feesWait = true
      else this.#problem = errorText(error)
      return false
    }
  }

  /** Returns true if a transfer found no coin for its fee, and unconfirmed coins will pay it: the change of other transfers. */
  #isFeeOnTheWay(error: unknown): boolean {
    return (
      error instanceof BuildError &&
      error.kind === 'funds' &&
      this.#deps.wallet.ledger.balance().pending >= CONTRACT_FEE
    )
  }

  #sendCoins(): boolean {
    for (let batch = this.#batches.shift(); batch; batch = this.#batches.shift()) {
      if (!this.#deps.move.isCurrent(batch)) continue
      this.#deps.move.send(batch)
      return true
    }
    return false
  }

  /** After the coins, which pay for the transfers. */
  #sendTokens(): boolean {
    const { tokens } = this.#deps
    for (let transfer = this.#transfers.shift(); transfer; transfer = this.#transfers.shift()) {
      const name = keyTokenName(transfer)
      const current = tokens?.list([transfer.pubkey]).find((each) => keyTokenName(each) === name)
      if (!current || current.units === 0n) continue
      tokens?.send(current)
      return true
    }
    return false
  }

  /** Plans the transactions that can be sent now, and ends the move if nothing is left. @returns false without any */
  #planRest(): boolean {
    const rest = this.#remaining()
    if (!rest) return false
    this.#batches = [...rest.batches]
    this.#transfers = [...rest.tokens]
    if (this.#batches.length + this.#transfers.length > 0) return true
    if (rest.queued === 0 && rest.unconfirmed === 0) this.#deps.wallet.agreedMove.clear()
    return false
  }
}
