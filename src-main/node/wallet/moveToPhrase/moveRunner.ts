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
  /** Builds, stores and sends one transfer. @throws WalletError, BuildError */
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
  /** the node stops */
  readonly signal: AbortSignal
}

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

interface Remaining {
  readonly batches: readonly CoinBatch<OldKeyCoin>[]
  readonly tokens: readonly TokenMove[]
  readonly queued: number
  readonly unconfirmed: number
}

/**
 * Sends the transactions of an agreed move one after the other, and goes on after each block and each unlock until nothing is
 * left. What remains is computed from the ledger each time.
 */
export class MoveRunner {
  readonly #deps: MoveRunnerDeps
  #running = false
  #again = false
  #problem: string | undefined
  /** the batches that the user saw, while their coins can still be spent */
  #seen: CoinBatch<OldKeyCoin>[] = []

  constructor(deps: MoveRunnerDeps) {
    this.#deps = deps
  }

  /** Starts an agreed move, which is stored already, with the transactions that the user saw. */
  start(seen: readonly CoinBatch<OldKeyCoin>[]): Promise<void> {
    this.#seen = [...seen]
    this.#problem = undefined
    return this.resume()
  }

  /** Goes on if there is anything to do. Resolves when nothing more can be sent now. Never rejects. */
  async resume(): Promise<void> {
    if (!this.#deps.wallet.agreedMove.get()) return
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
    this.#seen = []
    this.#problem = undefined
    if (this.#deps.wallet.agreedMove.get()) this.#deps.wallet.agreedMove.clear()
    this.#deps.changed()
  }

  /** Returns undefined if no move is under way. */
  status(): MoveStatus | undefined {
    const rest = this.#remaining()
    if (!rest) return undefined
    const { batches, tokens, queued, unconfirmed } = rest
    return {
      running: this.#running,
      left: batches.length + tokens.length,
      ...{ queued, unconfirmed, problem: this.#problem },
    }
  }

  #remaining(): Remaining | undefined {
    const { move, tokens, wallet } = this.#deps
    const agreed = wallet.agreedMove.get()
    const coins = move.rest()
    if (!agreed || !coins) return undefined
    const names = new Set(agreed.tokens.map(keyTokenName))
    const pubkeys = agreed.tokens.map(({ pubkey }) => pubkey)
    const found = tokens?.list(pubkeys).filter((token) => names.has(keyTokenName(token))) ?? []
    const free = found.filter(({ units }) => units > 0n)
    return {
      ...{ batches: coins.batches, tokens: free, queued: coins.queued.length },
      unconfirmed: coins.unconfirmed + found.length - free.length,
    }
  }

  async #sendAll(): Promise<void> {
    const { wallet, signal, pause, changed } = this.#deps
    this.#problem = undefined
    while (!signal.aborted && !wallet.keyring.vault.locked()) {
      const rest = this.#remaining()
      if (!rest) return
      if (!this.#sendNext(rest)) {
        if (rest.queued === 0 && rest.unconfirmed === 0 && this.#problem === undefined) wallet.agreedMove.clear()
        return
      }
      changed()
      await pause()
    }
  }

  /** @returns false if nothing can be sent now */
  #sendNext({ batches, tokens }: Remaining): boolean {
    const { move } = this.#deps
    try {
      this.#seen = this.#seen.filter((batch) => move.isCurrent(batch))
      const batch = this.#seen.shift() ?? batches[0]
      const [token] = tokens
      if (batch) move.send(batch)
      // After the coins, which pay for the transfers.
      else if (token) this.#deps.tokens?.send(token)
      else return false
      return true
    } catch (error) {
      this.#problem = errorText(error)
      return false
    }
  }
}
