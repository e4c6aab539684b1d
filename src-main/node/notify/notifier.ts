import type { Chain } from '../chain/index.ts'
import type { ChainUpdate, ConnectedBlock, Logger } from '../core/index.ts'
import type { Mempool } from '../mempool/index.ts'
import { toDisplayHex } from '../util/index.ts'
import { createRunner, type Runner } from './commandRunner.ts'

/** Program and arguments each; undefined: nobody is told. */
export interface Commands {
  readonly block: readonly string[] | undefined
  readonly wallet: readonly string[] | undefined
  readonly alert: readonly string[] | undefined
}

interface Deps {
  readonly chain: Pick<Chain, 'subscribe' | 'isInitialDownload'>
  readonly mempool: Pick<Mempool, 'onChange'>
  /** Of the wallet; undefined: there is none. It hears of blocks and transactions before this does. */
  readonly wallet:
    | { readonly wants: (block: ConnectedBlock) => boolean; readonly has: (txid: Uint8Array) => boolean }
    | undefined
  readonly logger: Logger
}

export interface Notify {
  /** Tells of something that a person should look at. */
  alert(message: string): void
  stop(): void
}

/** What the reference leaves of a warning, blanks included. */
const UNSAFE = /[^A-Za-z0-9 .,;_/:?@()-]/g
const LONGEST_ALERT = 500

export function createNotify(commands: Commands, deps: Deps): Notify {
  const { logger } = deps
  const runner = (command: readonly string[] | undefined) => command && createRunner(command, logger)
  const [block, wallet, alert] = [commands.block, commands.wallet, commands.alert].map(runner)
  const ends = [
    ...(block ? [notifyOfBlocks(block, deps)] : []),
    ...(wallet && deps.wallet ? notifyOfWallet(wallet, { ...deps, wallet: deps.wallet }) : []),
  ]
  return {
    // One argument, however long: no shell reads it.
    alert: (message) => alert?.run(message.replace(UNSAFE, '').slice(0, LONGEST_ALERT)),
    stop() {
      for (const end of ends) end()
      for (const one of [block, wallet, alert]) one?.stop()
    },
  }
}

/** As the reference does: of a reorganisation only the new tip, and nothing while blocks are still being fetched. */
function notifyOfBlocks(runner: Runner, { chain }: Deps): () => void {
  return chain.subscribe(({ connected, tip }) => {
    if (connected.length > 0 && !chain.isInitialDownload()) runner.run(tip.hashHex)
  })
}

/** Its transactions when they come, when they are mined, and when their block is taken back. */
function notifyOfWallet(
  runner: Runner,
  { chain, mempool, wallet }: Deps & { readonly wallet: NonNullable<Deps['wallet']> },
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
