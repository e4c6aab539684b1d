import { AsyncLocalStorage } from 'node:async_hooks'
import type { ConfirmBy } from '#shared/channel.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { ChainLease, ChainManager } from '../app/chains/index.ts'
import { type Broker, type BrokerOptions, type ConsentUi, createBroker, type Stake } from '../app/consent/index.ts'
import type { NodeCallOptions } from '../app/thread/nodeClient.ts'
import type { AskedWindow, Confirmation, PassphraseCheck } from './confirmation.ts'
import type { FailedAttempts } from './failedAttempts.ts'

export interface ServedWindow extends AskedWindow {
  close(): void
}

/** What answers the calls of a window in a browser. */
export interface PageNode extends Broker {
  answer(id: number, secret: string | null): void
  confirmBy(): ConfirmBy
  onConfirmBy(listener: () => void): () => void
  /** Resolves when the question about it was answered. @throws RpcError if it cannot be asked now */
  choose(confirmBy: ConfirmBy): Promise<void>
}

export interface PageNodeDeps extends Omit<BrokerOptions, 'sealed' | 'secrets' | 'stakes' | 'language' | 'closePage'> {
  readonly chainManager: ChainManager
  readonly confirmation: Confirmation
  readonly attempts: FailedAttempts
}

/** A browser and its extensions can reach the network anyway, so connections of the node are not asked about. */
const STAKES: ReadonlySet<Stake> = new Set(['money', 'keys'])

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
    const { encrypted } = JSON.parse(await chain.call('getwalletstatus', '[]')) as { readonly encrypted?: unknown }
    if (encrypted !== true) return undefined
  } catch {
    return undefined
  }
  return async (passphrase) => (await chain.call('checkpassphrase', JSON.stringify([passphrase]))) === 'true'
}

/** Stands between a browser's page and the chain manager: money and keys need a confirmation. */
export function createPageNode(window: ServedWindow, deps: PageNodeDeps): PageNode {
  const { chainManager, confirmation, attempts } = deps
  const left = new AbortController()
  /** The chain that the broker holds for a call, whose wallet checks the passphrase. */
  const calls = new AsyncLocalStorage<{ chain?: ChainLease }>()
  const noticing: ChainManager = {
    ...chainManager,
    async hold(id) {
      const chain = await chainManager.hold(id)
      const call = calls.getStore()
      if (call) call.chain = chain
      return chain
    },
  }
  const surface: ConsentUi = {
    async ask(question, signal) {
      const check = await checkOf(calls.getStore()?.chain)
      const agreed = await confirmation.ask(question, window, check, signal)
      return agreed ? { agreed, secrets: {} } : { agreed }
    },
    // A browser's page gets secrets as results, and shows notices itself.
    disclose: () => Promise.resolve(false),
    notify: () => {},
  }
  const broker = createBroker(noticing, surface, {
    ...{ now: deps.now, delay: deps.delay, random: deps.random, files: deps.files },
    language: () => chainManager.language(),
    // A signed transaction is as good as sent: it could be broadcast from the page.
    ...{ sealed: true, secrets: 'page', stakes: STAKES },
    closePage: () => window.close(),
  })

  const proves = (method: string) =>
    PROVING.has(method) || (method === CHANGING && confirmation.confirmBy() === 'passphrase')

  const prove = async (method: string, params: string, options?: NodeCallOptions) => {
    attempts.check()
    try {
      const result = await chainManager.call(method, params, options)
      if (result === 'false') attempts.failed()
      return result
    } catch (error) {
      if (isWrong(error)) attempts.failed()
      throw error
    }
  }

  return {
    ...broker,
    call: (method, params, options) =>
      proves(method) && !left.signal.aborted
        ? prove(method, params, options)
        : calls.run({}, () => broker.call(method, params, options)),
    answer: (id, secret) => confirmation.answer(window, id, secret),
    confirmBy: () => confirmation.confirmBy(),
    onConfirmBy: (listener) => confirmation.onConfirmBy(listener),
    async choose(confirmBy) {
      const chain = await chainManager.hold().catch(() => undefined)
      await confirmation.choose(confirmBy, window, await checkOf(chain), left.signal)
    },
    close() {
      left.abort()
      broker.close()
    },
  }
}
