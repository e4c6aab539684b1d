import type { ConfirmBy } from '#shared/channel.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { NodeEvent } from '#shared/events.ts'
import type { ChainLease, ChainManager } from '../app/chains/index.ts'
import { Broker, type BrokerOptions, type ConsentChains, type ConsentUi, type Stake } from '../app/consent/index.ts'
import type { NodeCallOptions, WindowNode } from '../app/thread/nodeClient.ts'
import type { AskedWindow, Confirmation, PassphraseCheck, WindowAnswer } from './confirmation.ts'
import type { FailedAttempts } from './failedAttempts.ts'

export interface ServedWindow extends AskedWindow {
  close(): void
}

export interface PageNodeDeps extends Omit<BrokerOptions, 'sealed' | 'secrets' | 'stakes' | 'language' | 'closePage'> {
  readonly chainManager: ConsentChains & Pick<ChainManager, 'language'>
  readonly confirmation: Confirmation
  readonly attempts: FailedAttempts
}

/**
 * Stakes that require a question. A browser and its extensions can reach the network anyway, so connections of the node
 * are not included. Bans that may end all connections are: a node without honest peers shows what its attacker wants.
 * They require the same code as payments, because a question that the page could answer itself would not stop it.
 */
const STAKES: ReadonlySet<Stake> = new Set(['money', 'keys', 'peers'])

/**
 * Methods whose secret proves as much as a question, so that none is asked. A wrong secret counts as a wrong answer.
 * - `unlockwallet`, `walletpassphrase`: take the passphrase. They unlock the keys for a while. Calls that then spend or
 *   show keys still ask.
 * - `checkpassphrase`: takes the passphrase and changes nothing.
 * - `provebackup`: takes the phrase or the keys, imports and stores nothing, and returns what they would restore.
 */
const PROVING: ReadonlySet<string> = new Set(['unlockwallet', 'walletpassphrase', 'checkpassphrase', 'provebackup'])

/**
 * Takes the current passphrase, which is the proof if the user chose to confirm by passphrase. If the user confirms by
 * code, the code is required: a page that overheard the passphrase could otherwise lock its owner out. All other
 * methods with a secret (`protectwallet`, `encryptwallet`, `setphrase`, `importprivkey`, `importwallettext`) take a new
 * one, which proves nothing.
 */
const CHANGING = 'walletpassphrasechange'

const isWrong = (error: unknown) => error instanceof RpcError && error.code === RPC_ERROR.PASSPHRASE_INCORRECT

/**
 * Creates the passphrase check of that chain's wallet. Returns undefined if there is no wallet or it has no passphrase.
 */
async function createPassphraseCheck(chain: ChainLease | undefined): Promise<PassphraseCheck | undefined> {
  if (chain === undefined) return undefined
  try {
    const { encrypted } = JSON.parse(await chain.node.call('getwalletstatus', '[]')) as { readonly encrypted?: unknown }
    if (encrypted !== true) return undefined
  } catch {
    return undefined
  }
  return async (passphrase) => (await chain.node.call('checkpassphrase', JSON.stringify([passphrase]))) === 'true'
}

/**
 * Answers the calls of a browser window. Its page is not trusted with money and keys, so those calls require a
 * confirmation.
 */
export class PageNode implements WindowNode {
  readonly #window: ServedWindow
  readonly #chainManager: PageNodeDeps['chainManager']
  readonly #confirmation: Confirmation
  readonly #attempts: FailedAttempts
  readonly #broker: Broker
  readonly #left = new AbortController()

  constructor(window: ServedWindow, deps: PageNodeDeps) {
    const { chainManager, confirmation } = deps
    this.#window = window
    this.#chainManager = chainManager
    this.#confirmation = confirmation
    this.#attempts = deps.attempts
    const surface: ConsentUi = {
      async ask(question, signal, chain) {
        // The page could tick any box of its own, and the terminal has none.
        if (question.ticks) throw new RpcError(RPC_ERROR.MISC, 'Only the desktop app can ask this question')
        const outcome = await confirmation.ask(question, window, await createPassphraseCheck(chain), signal)
        if (outcome === 'confirmed') return { agreed: true, secrets: {} }
        return { agreed: false, ...(outcome === 'change' && { change: true }) }
      },
      // A browser's page gets secrets as results, and shows notices itself.
      disclose: () => Promise.resolve(false),
      notify: () => {},
    }
    this.#broker = new Broker(chainManager, surface, {
      ...{ now: deps.now, delay: deps.delay, random: deps.random, files: deps.files },
      language: () => chainManager.language(),
      // The page could broadcast a signed transaction, so it never gets one.
      ...{ sealed: true, secrets: 'page', stakes: STAKES },
      closePage: () => window.close(),
    })
  }

  call(method: string, params: string, options?: NodeCallOptions): Promise<string> {
    return this.#proves(method) && !this.#left.signal.aborted
      ? this.#prove(method, params, options)
      : this.#broker.call(method, params, options)
  }

  onEvent(listener: (event: NodeEvent) => void): () => void {
    return this.#broker.onEvent(listener)
  }

  answer(answer: WindowAnswer): void {
    this.#confirmation.answer(this.#window, answer)
  }

  confirmBy(): ConfirmBy {
    return this.#confirmation.confirmBy()
  }

  onConfirmBy(listener: () => void): () => void {
    return this.#confirmation.onConfirmBy(listener)
  }

  /**
   * Changes the confirmation method. Resolves after the question about it was answered.
   * @throws RpcError if the question cannot be asked now
   */
  async choose(confirmBy: ConfirmBy): Promise<void> {
    const chain = await this.#chainManager.lease().catch(() => undefined)
    await this.#confirmation.choose(confirmBy, this.#window, await createPassphraseCheck(chain), this.#left.signal)
  }

  /** Closes the window: withdraws an open question and rejects every further call. */
  close(): void {
    this.#left.abort()
    this.#broker.close()
  }

  #proves(method: string): boolean {
    return PROVING.has(method) || (method === CHANGING && this.#confirmation.confirmBy() === 'passphrase')
  }

  async #prove(method: string, params: string, options?: NodeCallOptions): Promise<string> {
    this.#attempts.check()
    try {
      const result = await this.#chainManager.call(method, params, options)
      if (result === 'false') this.#attempts.failed()
      return result
    } catch (error) {
      if (isWrong(error)) this.#attempts.failed()
      throw error
    }
  }
}
