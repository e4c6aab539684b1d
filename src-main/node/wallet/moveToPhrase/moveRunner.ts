import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { BuildError } from '../../transactions/index.ts'
import { toHex } from '../../util/index.ts'
import { type KeyToken, keyTokenName, type MoveStatus } from './agreedMove.ts'
import type { CoinBatch } from './coinBatches.ts'
import type { OldKeyCoin } from './oldKeyCoins.ts'
import type { PhraseMove, PhraseMoveDeps } from './phraseMove.ts'

/** Units of one token at one old key that can move to the phrase's first account. */
export interface TokenMove extends KeyToken {
  /** free units; 0 if all units are in unconfirmed transactions */
  readonly units: bigint
  readonly name: string
}

/** Moves tokens. The contracts build their transfers. */
export interface TokenMover {
  /** Returns the movable tokens at old keys. @param pubkeys restricts the result to these keys */
  list(pubkeys?: readonly Uint8Array[]): readonly TokenMove[]
  /** Builds, stores and sends one transfer. @throws WalletError, BuildError `funds` if no coin can pay the fee, … */
  send(move: TokenMove): void
}

export interface MoveRunnerDeps {
  readonly move: PhraseMove
  readonly wallet: PhraseMoveDeps['wallet']
  /** absent if the node has no token index */
  readonly tokens: TokenMover | undefined
  /** Yields to the event loop between transactions. */
  readonly pause: () => Promise<void>
  /** called after a change of `status` */
  readonly changed: () => void
  /** returns true if the chain is synced; before that, coins may already be spent */
  readonly chainFetched: () => boolean
  /** aborted when the node stops */
  readonly signal: AbortSignal
}

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Current rest of an agreed move. */
interface Remaining {
  readonly batches: readonly CoinBatch<OldKeyCoin>[]
  readonly tokens: readonly TokenMove[]
  readonly queued: number
  readonly unconfirmed: number
}

/**
 * Sends the transactions of an agreed move one at a time. Continues after each block and each unlock until nothing is
 * left. The rest is computed from the ledger.
 */
export class MoveRunner {
  readonly #deps: MoveRunnerDeps
  #running = false
  #again = false
  #problem: string | undefined
  /** true if the coins for the transfer fees are in unconfirmed transactions */
  #feesWait = false
  /** planned transactions, starting with those that the user saw; each is checked before it is sent */
  #batches: CoinBatch<OldKeyCoin>[] = []
  #transfers: TokenMove[] = []
  /** cached, because windows request the status after every transaction */
  #counted: { readonly revision: string; readonly rest: Remaining } | undefined

  constructor(deps: MoveRunnerDeps) {
    this.#deps = deps
  }

  /**
   * Starts an agreed move that is already stored.
   * @param seen transactions that the user saw
   */
  start(seen: readonly CoinBatch<OldKeyCoin>[]): Promise<void> {
    this.#batches = [...seen]
    this.#transfers = []
    this.#counted = undefined
    this.#problem = undefined
    return this.resume()
  }

  /** Continues the move if there is one. Resolves when nothing more can be sent now. Never rejects. */
  async resume(): Promise<void> {
    if (!this.#deps.wallet.agreedMove.get() || !this.#deps.chainFetched()) return
    if (this.#running) {
      this.#again = true
      return
    }
    this.#running = true
    try {
      // The caller may still be notifying other listeners of a block.
      await this.#deps.pause()
      do {
        this.#again = false
        await this.#sendAll()
      } while (this.#again)
    } catch (error) {
      // The wallet file or index cannot be read, for example because it was closed at shutdown. The next block retries.
      this.#problem = errorText(error)
    } finally {
      this.#running = false
    }
    if (!this.#deps.signal.aborted) this.#deps.changed()
  }

  /** Ends the move after the transaction that is being sent. Sent transactions are not reverted. */
  cancel(): void {
    this.#batches = []
    this.#transfers = []
    this.#problem = undefined
    if (this.#deps.wallet.agreedMove.get()) this.#deps.wallet.agreedMove.clear()
    this.#deps.changed()
  }

  /** Returns the progress, or undefined if no move is in progress. */
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
    // A key with several agreed tokens is listed only once.
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
      // If nothing in a fresh plan can be sent, the next block retries.
      if (!sent && (isPlanned || !this.#planRest())) return
      isPlanned = !sent
      if (sent) changed()
      await pause()
    }
  }

  /** Sends the next planned transaction that is still possible. Returns false if no transaction was sent. */
  #attempt(): boolean {
    try {
      return this.#sendCoins() || this.#sendTokens()
    } catch (error) {
      if (this.#isFeeOnTheWay(error)) this.#feesWait = true
      else this.#problem = errorText(error)
      return false
    }
  }

  /** Returns true if a transfer found no coin for its fee, but unconfirmed change of other transfers will pay it. */
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

  /** Sends one token transfer. Called after the coins have moved, because they pay for the transfers. */
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

  /**
   * Plans the transactions that can be sent now, and ends the move if nothing is left.
   * @returns false if no transaction can be sent now
   */
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
