import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { AddressQueries, TimestampIndexView } from '../../../addressIndex/index.ts'
import type { ChainParams } from '../../../consensus/index.ts'
import type { ContractIndexes } from '../../../contracts/index.ts'
import type { ChainView } from '../../../core/index.ts'

interface NodeInfoDeps {
  readonly params: Pick<ChainParams, 'ccEnabled'>
  readonly chain: Pick<ChainView, 'tip'>
  /** True with -spentindex. */
  readonly spentIndex: boolean
  readonly addressIndex: Pick<AddressQueries, 'health'> | undefined
  readonly timestampIndex: TimestampIndexView | undefined
  readonly contractIndexes: ContractIndexes | undefined
  /** Topics that the node publishes by ZeroMQ. */
  readonly zmq: readonly { readonly topic: string; readonly address: string }[]
}

export function createNodeInfoHandlers(deps: NodeInfoDeps) {
  const { params, chain, addressIndex, contractIndexes } = deps

  function* listIndexes(): Generator<readonly [name: string, synced: boolean]> {
    // The ledger itself: every node has it.
    yield ['txindex', true]
    if (deps.spentIndex) yield ['spentindex', true]
    if (addressIndex) yield ['addressindex', addressIndex.health().problem === undefined]
    if (deps.timestampIndex) yield ['timestampindex', true]
    if (params.ccEnabled) for (const name of Object.keys(contractIndexes ?? {})) yield [`${name}index`, true]
  }

  return defineHandlers({
    getindexinfo({ index_name: wanted }) {
      const { height } = chain.tip()
      const shown = [...listIndexes()].filter(([name]) => wanted === undefined || wanted === '' || name === wanted)
      return new Map(shown.map(([name, synced]) => [name, { synced, best_block_height: height }]))
    },
    getzmqnotifications: () => deps.zmq.map(({ topic, address }) => ({ type: `pub${topic}`, address, hwm: 0 })),
  })
}
