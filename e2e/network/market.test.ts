/**
 * Tests token trades between two nodes: each fills the orders of the other, unconfirmed and confirmed, and on two
 * branches.
 */
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeWif } from '../../src-main/node/script/index.ts'
import { testKey } from '../../src-main/node/testing/index.ts'
import { toHex } from '../../src-main/node/util/index.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { connectNodes, type NetworkNode, partNodes, startNetworkNode, until, untilSameTip } from '../support/network.ts'

const [seller, buyer] = [testKey(1), testKey(2)]
const SUPPLY = 100_000

interface Built {
  readonly result?: string
  readonly hex?: string
  readonly error?: string
}

interface Page {
  readonly total: number
  readonly rows: readonly {
    readonly order: string
    readonly current: string
    readonly state: string
    readonly unitsleft: number
  }[]
}

let now = 1_700_000_000

describe('two nodes that trade', () => {
  // The folders outlive the nodes, because one node restarts.
  const folders = [temporaryFolder(), temporaryFolder()]
  let [ann, ben]: NetworkNode[] = []
  let token = ''
  const both = () => [ann!, ben!]

  async function mine(node: NetworkNode, count = 1): Promise<void> {
    now += count
    for (const each of both()) await each.rpc.call('setmocktime', now)
    await node.rpc.call('generate', count)
  }
  const build = (node: NetworkNode, method: string, ...params: readonly unknown[]) =>
    node.rpc.call<Built>(method, ...params)
  const offer = async (node: NetworkNode, { hex, error }: Built) => {
    expect(error).toBeUndefined()
    return node.rpc.call<string>('sendrawtransaction', hex)
  }
  const send = async (node: NetworkNode, method: string, ...params: readonly unknown[]) =>
    offer(node, await build(node, method, ...params))
  const reaches = (node: NetworkNode, txid: string) =>
    until('the transaction', async () => (await node.rpc.call<readonly string[]>('getrawmempool')).includes(txid))
  const orders = (node: NetworkNode, options: object = {}) => node.rpc.call<Page>('listorders', options)
  const units = (node: NetworkNode, key: typeof seller) =>
    node.rpc.call<{ balance: number }>('tokenbalance', token, toHex(key.pub)).then(({ balance }) => balance)

  /** Returns the state that both nodes must report equally, without fields about their own orders. */
  async function readMarketState({ rpc }: NetworkNode) {
    const { rows } = await rpc.call<{ rows: readonly object[] }>('listorders', { state: 'all' })
    const trades = await rpc.call<{ rows: readonly object[] }>('tokentrades', token)
    const without = (all: readonly object[]) => all.map((row) => ({ ...row, mine: null, pending: null }))
    return {
      orders: without(rows),
      trades: without(trades.rows),
      reference: await rpc.call('tokenorders', token),
      market: await rpc.call('tokenmarket', token),
      balances: [
        await rpc.call('tokenbalance', token, toHex(seller.pub)),
        await rpc.call('tokenbalance', token, toHex(buyer.pub)),
      ],
    }
  }

  async function confirm(miner: NetworkNode): Promise<void> {
    await mine(miner)
    await untilSameTip(...both())
    expect(await readMarketState(ann!)).toEqual(await readMarketState(ben!))
  }

  beforeAll(async () => {
    const keys = [seller, buyer]
    ;[ann, ben] = await Promise.all(
      keys.map(({ pub }, at) =>
        startNetworkNode({ args: [`-mocktime=${now}`, `-pubkey=${toHex(pub)}`], dataDir: folders[at]! }),
      ),
    )
    for (const [at, { priv }] of keys.entries()) {
      await both()[at]!.rpc.call('importprivkey', encodeWif({ privateKey: priv, compressed: true }), '', false)
    }
    await connectNodes(ann!, ben!)
    await mine(ann!, 102)
    await untilSameTip(...both())
    for (let payment = 0; payment < 6; payment++) await ann!.rpc.call('sendtoaddress', buyer.address, 5)
    token = await send(ann!, 'tokencreate', 'GOLD', String(SUPPLY / 1e8), 'traded')
    await mine(ann!)
    await untilSameTip(...both())
  })
  afterAll(async () => {
    await Promise.all(both().map((node) => node.stop().catch(() => node.kill())))
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it('fill and cancel orders of each other, in the mempool and in blocks', async () => {
    const ask = await send(ann!, 'tokenask', '1000', token, '0.001')
    await reaches(ben!, ask)
    const first = await send(ben!, 'tokenfillask', token, ask, '300')
    await reaches(ann!, first)
    await confirm(ben!)
    expect(await orders(ann!)).toMatchObject({ total: 1, rows: [{ order: ask, current: first, unitsleft: 700 }] })
    const bid = await send(ben!, 'tokenbid', '100', token, '0.002')
    await reaches(ann!, bid)
    await confirm(ann!)
    const sold = await send(ann!, 'tokenfillbid', token, bid, '40')
    await reaches(ben!, sold)
    await confirm(ben!)
    await send(ann!, 'tokencancelask', token, first)
    const cancelled = await send(ben!, 'tokencancelbid', token, sold)
    await reaches(ann!, cancelled)
    await confirm(ann!)
    expect(await orders(ben!)).toMatchObject({ total: 0 })
    expect([await units(ann!, seller), await units(ann!, buyer)]).toEqual([SUPPLY - 340, 340])
  })

  it('follow the fill on the longer branch, whichever came first', async () => {
    for (const winner of [0, 1]) {
      const ask = await send(ann!, 'tokenask', '50', token, '0.001')
      await reaches(ben!, ask)
      await confirm(ann!)
      await partNodes(ann!, ben!)
      // Fill the same order on both nodes, each on its own branch: Ann buys back her own order.
      const fills = [
        await send(ann!, 'tokenfillask', token, ask, '50'),
        await send(ben!, 'tokenfillask', token, ask, '20'),
      ]
      await mine(both()[1 - winner]!, 1)
      await mine(both()[winner]!, 2)
      await connectNodes(ann!, ben!)
      await untilSameTip(...both())
      const txid = fills[winner]
      expect(await readMarketState(ann!)).toEqual(await readMarketState(ben!))
      const { rows } = await ann!.rpc.call<{ rows: readonly { txid: string }[] }>('tokentrades', token, { limit: 1 })
      expect(rows).toMatchObject([{ txid }])
      // The other fill can no longer be confirmed.
      for (const node of both()) expect(await node.rpc.call('getrawmempool')).toEqual([])
      const left = await orders(ann!)
      expect(left.total).toBe(winner === 0 ? 0 : 1)
      if (left.rows[0]) await send(ann!, 'tokencancelask', token, left.rows[0].current)
      await mine(ann!)
      await untilSameTip(...both())
    }
    for (const { rpc } of both()) expect(await rpc.call('auditaddressindex')).toMatchObject({ ok: true })
  })

  it('list the same orders after one rebuilt its order index', async () => {
    const before = await readMarketState(ben!)
    await ben!.stop()
    const db = new SqliteDatabase(globSync(join(ben!.dataDir, '{.,*}/chain.db'))[0])
    // A database of an older version has neither the tables nor the index state.
    for (const table of ['order_outputs', 'orders', 'order_events']) db.exec(`DROP TABLE ${table}`)
    db.exec("DELETE FROM modules WHERE module = 'assets'; DELETE FROM index_states WHERE name = 'module assets'")
    db.close()
    ben = await ben!.restart()
    expect(await readMarketState(ben)).toEqual(before)
  })
})
