import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonValue } from '#shared/json.ts'
import { asString, asText } from '#shared/rpc/convert.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../../chain/index.ts'
import { type ChainParams, subsidy } from '../../../consensus/index.ts'
import type { BlockEntry } from '../../../core/index.ts'
import type { Block, TxOut } from '../../../primitives/index.ts'
import { yieldToEventLoop } from '../../../util/index.ts'
import { BlockFigures } from './blockFigures.ts'
import { createBlockLookup } from './blockLookup.ts'

interface BlockStatsDeps {
  readonly params: ChainParams
  readonly chain: Pick<Chain, 'byHash' | 'byHeight' | 'isActive' | 'medianTimePast' | 'block' | 'output'>
}

/** Inputs and outputs between two yields to the event loop. Each input requires a look-up. */
const STEPS_PER_SLICE = 200

const offChain = () => new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Requested block is not part of the main chain')

export function createBlockStatsHandlers({ params, chain }: BlockStatsDeps) {
  const { byName } = createBlockLookup(chain)

  /** @throws RpcError if the block leaves the active chain meanwhile: the ledger forgets what it spent */
  async function gatherFigures(entry: BlockEntry, block: Block, signal: AbortSignal): Promise<BlockFigures> {
    const figures = new BlockFigures(entry.height === 0)
    let steps = 0
    const pause = async () => {
      if (++steps % STEPS_PER_SLICE !== 0) return
      await yieldToEventLoop()
      signal.throwIfAborted()
      if (!chain.isActive(entry)) throw offChain()
    }
    for (const [position, tx] of block.txs.entries()) {
      await pause()
      figures.addOutputs(tx)
      if (position === 0) continue
      const spent: TxOut[] = []
      for (const { prevout } of tx.vin) {
        await pause()
        const output = chain.output(prevout)
        if (output === undefined) throw offChain()
        spent.push(output)
      }
      figures.addSpends(tx, spent)
    }
    return figures
  }

  return defineHandlers({
    async getblockstats({ hash_or_height: name, stats }, { signal }) {
      const entry = byName(asText(name))
      if (!chain.isActive(entry)) throw offChain()
      const chosen = stats === undefined || stats.length === 0 ? undefined : readNames(stats)
      const block = chain.block(entry)
      if (block === undefined) throw new RpcError(RPC_ERROR.INTERNAL, "Can't read block from disk")
      const figures = await gatherFigures(entry, block, signal)
      const all = {
        ...figures.values(block.txs.length),
        blockhash: entry.hashHex,
        height: entry.height,
        mediantime: chain.medianTimePast(entry),
        subsidy: entry.height === 0 ? 0n : subsidy(params, entry.height),
        time: entry.time,
      }
      return chosen === undefined ? all : chooseMembers(all, chosen)
    },
  })
}

const readNames = (stats: readonly JsonValue[]): ReadonlySet<string> => new Set(stats.map((name) => asString(name)))

/** @throws RpcError if a name is not that of a member */
function chooseMembers<T extends object>(all: T, names: ReadonlySet<string>): Partial<T> {
  const unknown = [...names].find((name) => !Object.hasOwn(all, name))
  if (unknown !== undefined) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `Invalid selected statistic '${unknown}'`)
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name))) as Partial<T>
}
