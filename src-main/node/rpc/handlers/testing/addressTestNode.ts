import { join } from 'node:path'
import { type Encodable, type JsonValue, parseJson, stringifyJson } from '#shared/json.ts'
import { parseParams } from '#shared/rpc/args.ts'
import type { Method } from '#shared/rpc/define.ts'
import { findMethod, type Handlers } from '#shared/rpc/index.ts'
import { findStreamedRows } from '#shared/rpc/resultShape.ts'
import type { AddressQueries, TimestampIndexView } from '../../../addressIndex/index.ts'
import { addressIndexMigrations, createAddressIndex, createTimestampIndex } from '../../../addressIndex/index.ts'
import { defaultMempoolPolicy, Mempool } from '../../../mempool/index.ts'
import { createTestNode, silentLogger, type TestNode } from '../../../testing/index.ts'
import { StoredWatchList, type WatchList } from '../../../watchList/index.ts'
import { createAddressBlockHandlers } from '../addresses/addressBlocks.ts'
import { createAddressIndexHandlers } from '../addresses/addressIndex.ts'
import { createAddressKeyHandlers } from '../addresses/addressKey.ts'
import { createAddressViewHandlers } from '../addresses/addressViews.ts'
import { createSnapshotHandlers } from '../addresses/snapshot.ts'
import { createWatchListHandlers } from '../addresses/watchList.ts'

export interface IndexChoice {
  readonly addresses?: false
  readonly spent?: false
  readonly times?: false
  /** Replaces answers of the address index. */
  readonly instead?: Partial<AddressQueries>
}

/** A chain with its indexes, and the address methods as a client calls them, for tests. */
export interface AddressTestNode extends TestNode {
  readonly mempool: Mempool
  readonly watchList: WatchList
  /** Returns the method's result as JSON text, including conversion and encoding. `off` lists disabled indexes. */
  callText(name: string, params: readonly Encodable[], off?: IndexChoice): Promise<string>
  /** Returns the parsed result. */
  call(name: string, params: readonly Encodable[], off?: IndexChoice): Promise<unknown>
}

export function createAddressTestNode(): AddressTestNode {
  let index: AddressQueries | undefined
  let times: TimestampIndexView | undefined
  const node = createTestNode({
    migrations: [addressIndexMigrations],
    observers: (db) => {
      const addresses = createAddressIndex({ db, ledger: () => node.storage.ledger })
      const blockTimes = createTimestampIndex(db)
      index = addresses
      times = blockTimes
      return [addresses.observer, blockTimes.observer]
    },
  })
  const { params, chain, verifier, clock } = node
  const mempool = new Mempool(defaultMempoolPolicy(params), { params, chain, verifier, clock, logger: silentLogger })
  chain.subscribe((update) => mempool.update(update))
  const watchList = StoredWatchList.open(join(node.dir, 'watch.db'), { clock })

  async function callText(name: string, given: readonly Encodable[], off: IndexChoice = {}): Promise<string> {
    const deps = {
      chain,
      mempool,
      clock,
      watchList,
      addressIndex: off.addresses === false || !index ? undefined : { ...index, ...off.instead },
      timestampIndex: off.times === false ? undefined : times,
      spentIndex: off.spent !== false,
    }
    const handlers: Partial<Handlers> = {
      ...createAddressBlockHandlers(deps),
      ...createAddressIndexHandlers(deps),
      ...createAddressKeyHandlers({ ...deps, wallet: undefined }),
      ...createAddressViewHandlers(deps),
      ...createSnapshotHandlers(deps),
      ...createWatchListHandlers(deps),
    }
    const method = findMethod(name) as Method
    const values = parseParams(method, parseJson(stringifyJson(given)) as JsonValue[], { maxMoney: params.maxMoney })
    const handler = handlers[name as keyof Handlers] as (values: unknown, context: unknown) => unknown
    const result = await handler(values, { signal: new AbortController().signal, transport: 'http' })
    const pieces = findStreamedRows(result) && method.result.encodeStream?.(result)
    return pieces ? (await Array.fromAsync(pieces)).join('') : method.result.encode(result)
  }

  return {
    ...node,
    mempool,
    watchList,
    callText,
    call: async (name, given, off) => JSON.parse(await callText(name, given, off)) as unknown,
    close() {
      watchList.close()
      node.close()
    },
  }
}
