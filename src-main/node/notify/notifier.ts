import type { Chain } from '../chain/index.ts'
import type { ChainUpdate, ConnectedBlock, Logger } from '../core/index.ts'
import type { Mempool } from '../mempool/index.ts'
import { toDisplayHex } from '../util/index.ts'
import { CommandRunner } from './commandRunner.ts'

/** Program and arguments of each command that was given. */
export interface Commands {
  readonly block: readonly string[] | undefined
  readonly wallet: readonly string[] | undefined
  readonly alert: readonly string[] | undefined
}

interface NotifierDeps {
  readonly chain: Pick<Chain, 'subscribe' | 'isInitialDownload'>
  readonly mempool: Pick<Mempool, 'onChange'>
  /** Of the wallet; undefined: there is none. It hears of blocks and transactions before this does. */
  readonly wallet:
    | { readonly wants: (block: ConnectedBlock) => boolean; readonly has: (txid: Uint8Array) => boolean }
    | undefined
  readonly logger: Logger
}

/** What the reference leaves of a warning, blanks included. */
const UNSAFE = /[^A-Za-z0-9 .,;_/:?@()-]/g
const MAX_ALERT_LENGTH = 500

/** Runs the user's commands when something happens. */
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

  /** Runs the command for warnings that the user should see. */
  alert(message: string): void {
    // One argument, however long: no shell reads it.
    this.#alert?.run(message.replace(UNSAFE, '').slice(0, MAX_ALERT_LENGTH))
  }

  stop(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    for (const runner of this.#runners) runner?.stop()
  }
}

/** As the reference does: of a reorganisation only the new tip, and nothing while blocks are still being fetched. */
function notifyOfBlocks(runner: CommandRunner, { chain }: NotifierDeps): () => void {
  return chain.subscribe(({ connected, tip }) => {
    if (connected.length > 0 && !chain.isInitialDownload()) runner.run(tip.hashHex)
  })
}

/** Its transactions when they come, when they are mined, and when their block is taken back. */
function notifyOfWallet(
  runner: CommandRunner,
  { chain, mempool, wallet }: NotifierDeps & { readonly wallet: NonNullable<NotifierDeps['wallet']> },
): (() => void)[] {
  /** Blocks that concern the wallet: others need not be read for this. */
  const wanted = new Set<string>()
  const tell = (items: Iterable<{ readonly txid: Uint8Array }>) => {
    for (const { txid } of items) if (wallet.has(txid)) runner.run(toDisplayHex(txid))
  }
  const wants = (block: ConnectedBlock): boolean => {
    if (!wallet.wants(block)) return false
    wanted.add(block.entry.key)
    return true
  }
  const update = ({ disconnected, connected }: ChainUpdate) => {
    for (const { txs } of disconnected) tell(txs)
    for (const block of connected) if (wanted.delete(block.entry.key)) tell(block.txs)
  }
  return [chain.subscribe(update, wants), mempool.onChange(({ added }) => tell(added))]
}
