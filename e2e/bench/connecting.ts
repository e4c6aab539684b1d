import { join } from 'node:path'
import {
  type AddressIndex,
  addressIndexMigrations,
  createAddressIndex,
  createTimestampIndex,
} from '../../src-main/node/addressIndex/index.ts'
import { chainParamsFromArgs } from '../../src-main/node/consensus/index.ts'
import {
  ContractEvaluator,
  contractMigrations,
  contractObservers,
  createContractIndexes,
} from '../../src-main/node/contracts/index.ts'
import { createTestNode, type TestNode } from '../../src-main/node/testing/index.ts'
import type { Record } from './figures.ts'
import { importCpu } from './importCpu.ts'

interface Chain {
  readonly args: readonly string[]
  /** bootstrap file with the blocks */
  readonly file: string
}

/** Returns the processor seconds of importing the blocks with every rule and every signature checked. */
async function importSeconds({ args, file }: Chain, dataDir: string, indexes: boolean): Promise<number> {
  const own = args.filter((arg) => arg.startsWith('-ac_') || arg === '-regtest')
  let addressIndex: AddressIndex | undefined
  const node: TestNode = createTestNode({
    args: own,
    dataDir,
    time: Math.floor(Date.now() / 1000),
    evaluator: new ContractEvaluator(chainParamsFromArgs(own)),
    migrations: [addressIndexMigrations, ...contractMigrations],
    observers: (db) => {
      addressIndex = createAddressIndex({ db, ledger: () => node.storage.ledger })
      const transaction = (txid: Uint8Array) => node.chain.transaction(txid)?.tx
      const observers = [
        addressIndex.observer,
        ...contractObservers(createContractIndexes({ db, transaction })),
        createTimestampIndex(db).observer,
      ]
      return indexes ? observers : []
    },
    addressIndex: () => addressIndex!,
  })
  return importCpu(node, file)
}

/** Measures by how much all indexes together increase the cost of connecting blocks. */
export async function measureConnecting(chain: Chain, folder: string, record: Record): Promise<void> {
  const without = await importSeconds(chain, join(folder, 'without'), false)
  record({ name: 'baseline: perf1 without any index', value: without, unit: 's CPU' })
  const all = await importSeconds(chain, join(folder, 'with'), true)
  record({ name: 'perf1 with all indexes', value: all, unit: 's CPU' })
  record({ name: '  with : without', value: all / without, unit: '', goal: { sense: '<', limit: 2 } })
}
