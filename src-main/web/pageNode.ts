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
 * A browser and its extensions can reach the network anyway, so connections of the node are not asked about. Bans that may end
 * them all are: a node without honest peers shows what its attacker likes. They take the same code as payments, because a
 * question that the page could answer alone would stop no page.
 */
const STAKES: ReadonlySet<Stake> = new Set(['money', 'keys', 'peers'])

/**
 * Calls with a secret that proves as much as the question would, so that none is asked. A wrong one counts as a wrong answer.
 * - `unlockwallet`, `walletpassphrase`: take the passphrase. They open the keys for a while, and whatever spends or shows them
 *   then asks by itself.
 * - `checkpassphrase`: takes the passphrase and changes nothing.
 * - `provebackup`: takes the phrase or the keys themselves, imports and keeps nothing, and tells what they would bring back.
 */
const PROVING: ReadonlySet<string> = new Set(['unlockwallet', 'walletpassphrase', 'checkpassphrase', 'provebackup'])

/**
 * Takes the present passphrase. That is the proof where the person chose the passphrase; where it is the code, a page that
 * overheard the passphrase could lock its owner out, so the code is asked for. All others with a secret (`protectwallet`,
 * `encryptwallet`, `setphrase`, `importprivkey`, `importwallettext`) bring a new one, which proves nothing.
 */
const CHANGING = 'walletpassphrasechange'

const isWrong = (error: unknown) => error instanceof RpcError && error.code === RPC_ERROR.PASSPHRASE_INCORRECT

/** How a passphrase of that chain's wallet is checked; undefined: it has none, or there is no wallet. */
async function checkOf(chain: ChainLease | undefined): Promise<PassphraseCheck | undefined> {
  if (chain === undefined) return undefined
  try {
    const { encrypted } = JSON.parse(await chain.node.call('getwalletstatus', '[]')) as { readonly encrypted?: unknown }
    if (encrypted !== true) return undefined
  } catch {
    return undefined
  }
  return async (passphrase) => (await chain.node.call('checkpassphrase', JSON.stringify([passphrase]))) === 'true'
}

/** Answers the calls of a window in a browser, whose page is not trusted with money and keys: they need a confirmation. */
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
        const outcome = await confirmation.ask(question, window, await checkOf(chain), signal)
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
      // A signed transaction is as good as sent: it could be broadcast from the page.
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

  /** Resolves when the question about it was answered. @throws RpcError if it cannot be asked now */
  async choose(confirmBy: ConfirmBy): Promise<void> {
    const chain = await this.#chainManager.hold().catch(() => undefined)
    await this.#confirmation.choose(confirmBy, this.#window, await checkOf(chain), this.#left.signal)
  }

  /** The window is closed: withdraws an open question; every further call is refused. */
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
