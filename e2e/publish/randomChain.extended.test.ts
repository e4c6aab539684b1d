/** Tests the publisher with a chain that is reorganised continuously, on a real server. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RpcError } from '#shared/errors.ts'
import type { Handlers } from '#shared/rpc/index.ts'
import type { AddressQueries } from '../../src-main/node/addressIndex/index.ts'
import { playTrade, traders, tradeSteps } from '../../src-main/node/contracts/assets/testing/randomTrades.ts'
import { FAUCET_POOL_ADDRESS, FAUCET_POOL_SCRIPT, Faucet } from '../../src-main/node/contracts/faucet/index.ts'
import type { BlockEntry } from '../../src-main/node/core/index.ts'
import { Follower } from '../../src-main/node/publish/follower.ts'
import { connectPostgres } from '../../src-main/node/publish/postgresTarget.ts'
import { PUBLISH_WORDS, type PublishStatus } from '../../src-main/node/publish/types.ts'
import { createReadingHandlers } from '../../src-main/node/rpc/handlers/index.ts'
import { Dispatcher } from '../../src-main/node/rpc/index.ts'
import {
  createMarketNode,
  type MarketNode,
  nightly,
  silentLogger,
  TEST_ARGS,
  testKey,
  testRandom,
} from '../../src-main/node/testing/index.ts'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { toHex } from '../../src-main/node/util/index.ts'
import type { WatchList } from '../../src-main/node/watchList/index.ts'
import { ANSWERED } from '../../src-main/query/answered.ts'
import { QueryService } from '../../src-main/query/queryService.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { type Postgres, postgresPrograms, startPostgres } from '../support/postgres.ts'
import { buildRequests, type Request } from './requests.ts'
import { nodeTables, publishedTables, wholeDump } from './tables.ts'

const REORGANISATIONS = nightly() ? 200 : 40
const SEED = nightly() ? Date.now() % 1_000_000_000 : 15

function publish({ node }: MarketNode, url: string) {
  const words = new Int32Array(new SharedArrayBuffer(4 * Object.keys(PUBLISH_WORDS).length))
  Atomics.store(words, PUBLISH_WORDS.IMPORTED, 1)
  let status: PublishStatus = { state: 'connecting', height: -1, problem: '', errors: 0, retries: 0 }
  const { magicBytes: magic, genesisHash } = node.params
  const settings = JSON.stringify({
    args: TEST_ARGS,
    spentIndex: true,
    addressIndex: true,
    timestampIndex: false,
    rpcPort: 1,
  })
  const to = { kind: 'postgres', url, settings, faucetPool: toHex(FAUCET_POOL_ADDRESS.hash) } as const
  const about = { chain: 'TEST', magic, genesisHash }
  const follower = new Follower({ to, folder: node.dir, words, ...about }, connectPostgres, (next) => {
    status = next
  })
  const news = () => {
    Atomics.add(words, PUBLISH_WORDS.TIP_CHANGES, 1)
    Atomics.notify(words, PUBLISH_WORDS.TIP_CHANGES)
  }
  return {
    status: () => status,
    news,
    async level() {
      let looked = status
      news()
      await waitFor(() => {
        expect(status).not.toBe(looked)
        looked = status
        expect(status).toMatchObject({ state: 'level', height: node.chain.tip().height, problem: '' })
      })
    },
    async stop() {
      follower.stop()
      await follower.ended
    },
  }
}

const CLOCK = { now: () => 0, millis: () => 0 }

/** Creates a dispatcher with the node's handlers, for the expected replies. */
function nodeDispatcher({ node, mempool, addressIndex, indexes }: MarketNode): Dispatcher {
  const { params, chain } = node
  const off = () => {
    throw new Error('not asked for here')
  }
  const faucet = new Faucet({
    ...{ params, chain, mempool, addressIndex, clock: CLOCK, logger: silentLogger, random: testRandom },
    ...{ pubkey: () => undefined, isOwn: () => false, buildContext: off, startSearch: off },
    timers: { set: off, clear: off },
  })
  const handlers = createReadingHandlers({
    ...{ params, chain, mempool, addressIndex: addressIndex as AddressQueries, contractIndexes: indexes, clock: CLOCK },
    ...{ spentIndex: true, timestampIndex: undefined, wallet: undefined, faucet, pubkey: () => undefined },
    watchList: { find: () => undefined } as unknown as WatchList,
    longestChain: () => chain.tip().height,
    ...{ buildContext: off, walletCoins: { coins: off }, identityCoins: off },
  })
  const dispatcher = new Dispatcher({ logger: silentLogger, early: {} })
  dispatcher.open({ handlers: handlers as Handlers, walletEnabled: false, maxMoney: params.maxMoney })
  return dispatcher
}

const fetchReply = (dispatcher: Dispatcher, [method, ...params]: Request): Promise<string> =>
  dispatcher
    .callText(method, JSON.stringify(params), { transport: 'http' })
    .catch((error: RpcError) => `${error.code} ${error.message}`)

/** Checks that every call returns the same bytes as the node, or an error that it needs a node. */
async function compareReplies(site: MarketNode, tokens: readonly Uint8Array[], query: QueryService, pick: number) {
  const state = await query.readState()
  if (state.kind !== 'ready') throw new Error(state.reason)
  expect(state.block.height).toBe(site.node.chain.tip().height)
  query.open(state.settings)
  const own = nodeDispatcher(site)
  const different: unknown[] = []
  for (const request of buildRequests(site, tokens, pick)) {
    const reply = await fetchReply(query.dispatcher, request)
    const answered = (ANSWERED as readonly string[]).includes(request[0])
    if (!answered) expect(reply, request[0]).toMatch(/^-32601 /)
    const wanted = answered ? await fetchReply(own, request) : reply
    if (reply !== wanted) different.push({ request, reply, wanted })
  }
  expect(different).toEqual([])
}

describe.skipIf(
  leaveOut('random chains in PostgreSQL', postgresPrograms() === undefined ? 'PostgreSQL is not installed' : undefined),
)('publishing into PostgreSQL', () => {
  let server: Postgres
  let site: MarketNode
  let tokens: Uint8Array[]
  beforeAll(() => {
    server = startPostgres(join(temporaryFolder(), 'postgres'))
    site = createMarketNode()
    for (const person of traders) site.fund(person, 40, 30_000_000n)
    tokens = traders.map((person) => site.createToken(person))
    site.send(site.node.pay(testKey(0), [{ value: 50_000_000n, scriptPubKey: FAUCET_POOL_SCRIPT }], 10_000n))
    site.mine()
  })
  afterAll(() => {
    site?.close()
    server?.stop('immediate')
  })

  it(`equals the tables of the node after each of ${REORGANISATIONS} reorganisations; seed ${SEED}`, async () => {
    const url = await server.createDatabase('random')
    const publisher = publish(site, url)
    const query = new QueryService(url, { clock: CLOCK, logger: silentLogger, maxWaitingRest: 4 })
    const base = site.node.chain.tip().height
    const cut: BlockEntry[] = []
    let reorganisations = 0
    for (const each of tradeSteps(SEED)) {
      const reorganised = playTrade(site, tokens, each, cut, base)
      publisher.news()
      // Yield to the event loop between two steps, so that some steps interrupt the server.
      await new Promise((resolve) => setImmediate(resolve))
      if (!reorganised) continue
      reorganisations++
      if (reorganisations % 10 === 0) {
        // Unconfirmed transactions are not published, so mine them into a block.
        site.mine()
        await publisher.level()
        expect(await publishedTables(url)).toEqual(nodeTables(site.node.storage.db))
        if (reorganisations % (REORGANISATIONS / 4) === 0) await compareReplies(site, tokens, query, each.pick)
      }
      if (reorganisations === REORGANISATIONS) break
    }
    await publisher.level()
    await publisher.stop()
    await query.close()
    // Publishing everything at once must give the same rows.
    const again = await server.createDatabase('again')
    const second = publish(site, again)
    await second.level()
    await second.stop()
    expect(await wholeDump(url)).toEqual(await wholeDump(again))
  })
})
