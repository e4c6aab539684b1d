import type { Chain } from '../chain/index.ts'
import type { ChainUpdate, ConnectedBlock, Logger } from '../core/index.ts'
import type { Mempool } from '../mempool/index.ts'
import { toDisplayHex } from '../util/index.ts'
import { CommandRunner } from './commandRunner.ts'

/** Configured commands, each as program and arguments. */
export interface Commands {
  readonly block: readonly string[] | undefined
  readonly wallet: readonly string[] | undefined
  readonly alert: readonly string[] | undefined
}

interface NotifierDeps {
  readonly chain: Pick<Chain, 'subscribe' | 'isInitialDownload'>
  readonly mempool: Pick<Mempool, 'onChange'>
  /** the wallet, if loaded; it processes blocks and transactions before the notifier does */
  readonly wallet:
    | { readonly wants: (block: ConnectedBlock) => boolean; readonly has: (txid: Uint8Array) => boolean }
    | undefined
  readonly logger: Logger
}

/** Characters that komodod removes from a warning; spaces stay. */
const UNSAFE = /[^A-Za-z0-9 .,;_/:?@()-]/g
const MAX_ALERT_LENGTH = 500

/** Runs the user's commands on events. */
export class Notifier {
  readonly #alert: CommandRunner | undefined
  readonly #runners: readonly (CommandRunner | undefined)[]
  readonly #unsubscribe: readonly (() => void)[]

  constructor(commands: Commands, deps: NotifierDeps) {
    const runner = (command: readonly string[] | undefined) => command && new CommandRunner(command, deps.logger)
    const [block, wallet, alert] = [commands.block, commands.wallet, commands.alert].map(runner)
    this.#alert = alert
    this.#runners = [block, wallet, alert]
    this.#unsubscribe = [
      ...(block ? [notifyOfBlocks(block, deps)] : []),
      ...(wallet && deps.wallet ? notifyOfWallet(wallet, { ...deps, wallet: deps.wallet }) : []),
    ]
  }

  /** Runs the command for a warning to the user. */
  alert(message: string): void {
    // A single argument of any length; no shell interprets it.
    this.#alert?.run(message.replace(UNSAFE, '').slice(0, MAX_ALERT_LENGTH))
  }

  stop(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    for (const runner of this.#runners) runner?.stop()
  }
}

/** Runs the command like komodod: after a reorg for the new tip only, and never during the initial block download. */
function notifyOfBlocks(runner: CommandRunner, { chain }: NotifierDeps): () => void {
  return chain.subscribe(({ connected, tip }) => {
    if (connected.length > 0 && !chain.isInitialDownload()) runner.run(tip.hashHex)
  })
}

/** Runs the command for wallet transactions when they arrive, are mined, or are disconnected. */
function notifyOfWallet(
  runner: CommandRunner,
  { chain, mempool, wallet }: NotifierDeps & { readonly wallet: NonNullable<NotifierDeps['wallet']> },
): (() => void)[] {
  /** Keys of connected blocks with wallet transactions; other blocks need not be read here. */
  const wanted = new Set<string>()
  const notify = (items: Iterable<{ readonly txid: Uint8Array }>) => {
    for (const { txid } of items) if (wallet.has(txid)) runner.run(toDisplayHex(txid))
  }
  const wants = (block: ConnectedBlock): boolean => {
    if (!wallet.wants(block)) return false
    wanted.add(block.entry.key)
    return true
  }
  const update = ({ disconnected, connected }: ChainUpdate) => {
    for (const { txs } of disconnected) notify(txs)
    for (const block of connected) if (wanted.delete(block.entry.key)) notify(block.txs)
  }
  return [chain.subscribe(update, wants), mempool.onChange(({ added }) => notify(added))]
}
