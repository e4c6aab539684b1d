/** Tests networks in two halves that mine and pay separately, and their state after reconnecting. */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeWif } from '../../src-main/node/script/index.ts'
import { testKey } from '../../src-main/node/testing/index.ts'
import { toHex } from '../../src-main/node/util/index.ts'
import { temporaryFolder } from '../support/daemon.ts'
import {
  connectNodes,
  getBestHash,
  type NetworkNode,
  type NetworkNodeOptions,
  partNodes,
  startNetworkNode,
  until,
  untilSameTip,
} from '../support/network.ts'

const COMMON = 70
const [rich, fresh, receiver, miner] = [testKey(1), testKey(2), testKey(3), testKey(4)]
const toPubkeyOption = (key: typeof rich) => `-pubkey=${toHex(key.pub)}`
const toWif = ({ priv }: typeof rich) => encodeWif({ privateKey: priv, compressed: true })
/** Rewards go to a key that is not spent here, so that no payment of one half depends on a reward of that half. */
const MINER = toPubkeyOption(miner)

interface Built {
  readonly result: string
  readonly hex: string
}

/** Current time of all nodes, advanced only by mining: blocks must be at least a second apart. */
let now = 1_700_000_000
const start = (options: NetworkNodeOptions = {}) =>
  startNetworkNode({ ...options, args: [`-mocktime=${now}`, ...(options.args ?? [])] })

/** Mines blocks on one node, and advances the clocks of all nodes with it. */
async function mine(node: NetworkNode, count: number, all: readonly NetworkNode[]): Promise<void> {
  now += count
  for (const each of all) await each.rpc.call('setmocktime', now)
  await node.rpc.call('generate', count)
}

const height = (node: NetworkNode) => node.rpc.call<number>('getblockcount')
const waiting = async (node: NetworkNode) => [...(await node.rpc.call<readonly string[]>('getrawmempool'))].sort()

async function untilAllWait(node: NetworkNode, txids: readonly string[]): Promise<void> {
  const wanted = [...txids].sort().join()
  await until('all transactions', async () => (await waiting(node)).join() === wanted)
}

/** Returns the whole state of the chain as a node reports it. */
async function readChainState({ rpc }: NetworkNode, tokens: readonly string[]) {
  const { seconds: _, ...audit } = await rpc.call<Record<string, unknown>>('auditaddressindex')
  const balances = tokens.flatMap((token) => [rich, receiver].map(({ pub }) => ['tokenbalance', token, toHex(pub)]))
  return {
    audit,
    snapshot: { ...(await rpc.call<object>('getsnapshot')), start_time: 0, end_time: 0 },
    coins: await rpc.call('gettxoutsetinfo'),
    faucet: await rpc.call('faucetinfo'),
    tokens: await rpc.call('tokenlist'),
    infos: await Promise.all(tokens.map((token) => rpc.call('tokeninfo', token))),
    balances: await Promise.all(balances.map(([method, ...params]) => rpc.call(method ?? '', ...params))),
  }
}

describe('two halves of a network', () => {
  /** payer, claimer and minerA are one half, minerB and other the second */
  let [payer, claimer, minerA, minerB, other]: NetworkNode[] = []
  const nodes: NetworkNode[] = []
  let tokens: string[] = []

  beforeAll(async () => {
    const options = [[toPubkeyOption(rich)], [toPubkeyOption(fresh)], [MINER], [MINER], [toPubkeyOption(receiver)]]
    nodes.push(...(await Promise.all(options.map((args) => start({ args })))))
    ;[payer, claimer, minerA, minerB, other] = nodes
    await payer!.rpc.call('importprivkey', toWif(rich), '', false)
    await claimer!.rpc.call('importprivkey', toWif(fresh), '', false)
    await connectNodes(claimer!, payer!)
    await connectNodes(minerA!, payer!)
    await connectNodes(other!, minerB!)
    await connectNodes(minerB!, minerA!)
    await mine(payer!, COMMON - 1, nodes)
    await send('faucetfund', [3])
    await mine(payer!, 1, nodes)
    await untilSameTip(...nodes)
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop().catch(() => node.kill())))
  })

  /** Sends a transaction built by a contract method, from the payer by default. */
  async function send(method: string, params: readonly unknown[], node = payer!): Promise<string> {
    const built = await node.rpc.call<Built>(method, ...params)
    expect(built).toMatchObject({ result: 'success' })
    return node.rpc.call<string>('sendrawtransaction', built.hex)
  }

  async function mineA(count: number, expected: readonly string[]): Promise<void> {
    await untilAllWait(minerA!, expected)
    await mine(minerA!, count, nodes)
    await untilSameTip(payer!, claimer!, minerA!)
  }

  /**
   * Sends a claim, five payments that each spend the previous one, a new token with two transfers, and funds for the
   * faucet.
   */
  async function payInHalfA(left: number): Promise<string[]> {
    // Claims coins that both halves have, because the mempool accepts no claim on unconfirmed coins.
    const sent = [await send('faucetget', [], claimer!)]
    const address = await payer!.rpc.call<string>('getnewaddress')
    const all = await payer!.rpc.call<number>('getbalance')
    for (let i = 1; i <= 5; i++)
      sent.push(await payer!.rpc.call<string>('sendtoaddress', address, Math.floor(all * 0.9) - i))
    await mineA(5, sent)
    const token = await send('tokencreate', ['KEPT', '0.00001', 'made apart'])
    await mineA(5, [token])
    const first = await send('tokentransfer', [token, toHex(receiver.pub), 300])
    await mineA(1, [first])
    const second = await send('tokentransfer', [token, toHex(receiver.pub), 200])
    const fund = await send('faucetfund', [2])
    await mineA(1, [second, fund])
    tokens = [...tokens, token]
    await mine(minerA!, left - 12, nodes)
    await untilSameTip(payer!, claimer!, minerA!)
    return [...sent, token, first, second, fund]
  }

  it('agree on the longer of 30 and 60 blocks, and mine the transactions of the shorter one again', async () => {
    await partNodes(minerB!, minerA!)
    const all = await payInHalfA(30)
    const before = await readChainState(payer!, tokens)
    await mine(minerB!, 60, nodes)
    await untilSameTip(minerB!, other!)
    expect([await height(payer!), await height(minerB!)]).toEqual([COMMON + 30, COMMON + 60])
    expect(await waiting(minerA!)).toEqual([])

    const longer = await getBestHash(minerB!)
    await connectNodes(minerA!, minerB!)
    expect(await untilSameTip(...nodes)).toBe(longer)
    for (const node of [payer!, claimer!, minerA!]) await untilAllWait(node, all)
    expect(await other!.rpc.call('tokenlist')).toEqual([])
    // All transactions reach the other half, and are mined there.
    for (const node of nodes) await untilAllWait(node, all)
    await mine(minerB!, 1, nodes)
    await untilSameTip(...nodes)
    for (const node of nodes) expect(await waiting(node)).toEqual([])
    const [first, ...others] = await Promise.all(nodes.map((node) => readChainState(node, tokens)))
    for (const state of others) expect(state).toEqual(first)
    // All payments and tokens keep their value; only block rewards differ.
    expect(first).toMatchObject({
      ...{ faucet: before.faucet, tokens: before.tokens, infos: before.infos, balances: before.balances },
      audit: { ok: true },
    })
    expect(before).toMatchObject({ tokens, faucet: { funding: 4.8999 } })
  })

  it('agree on the longer of 95 and 97 blocks, and drop transactions that it made invalid', async () => {
    await partNodes(minerB!, minerA!)
    const payments: string[] = []
    const address = await payer!.rpc.call<string>('getnewaddress')
    const all = await payer!.rpc.call<number>('getbalance')
    payments.push(await payer!.rpc.call<string>('sendtoaddress', address, all, '', '', true))
    for (let i = 1; i <= 2; i++)
      payments.push(await payer!.rpc.call<string>('sendtoaddress', address, Math.floor(all * 0.9) - i))
    const small = await claimer!.rpc.call<string>('sendtoaddress', receiver.address, 0.05)
    await mineA(95, [...payments, small])
    // In the other half all of the same coins are spent elsewhere.
    await other!.rpc.call('importprivkey', toWif(rich))
    const spent = await other!.rpc.call<number>('getbalance')
    const rival = await other!.rpc.call<string>('sendtoaddress', miner.address, spent, '', '', true)
    await untilAllWait(minerB!, [rival])
    await mine(minerB!, 97, nodes)
    const longer = await untilSameTip(minerB!, other!)
    await connectNodes(minerB!, minerA!)
    expect(await untilSameTip(...nodes)).toBe(longer)
    for (const node of nodes) await untilAllWait(node, [small])
    await mine(minerA!, 1, nodes)
    await untilSameTip(...nodes)
    for (const node of nodes) expect(await waiting(node)).toEqual([])
    const [first, ...others] = await Promise.all(nodes.map((node) => readChainState(node, tokens)))
    for (const state of others) expect(state).toEqual(first)
    expect(await payer!.rpc.call('getchaintips')).toEqual(
      expect.arrayContaining([expect.objectContaining({ branchlen: 95, status: 'valid-fork' })]),
    )
    for (const lost of payments)
      expect(await payer!.rpc.call('gettransaction', lost)).toMatchObject({ confirmations: -1 })
    // The other half had only coins of the shared key; the coin selection decides which ones are spent.
    const coins = await payer!.rpc.call<readonly { amount: number; confirmations: number }[]>('listunspent')
    for (const { confirmations } of coins) expect(confirmations).toBeGreaterThan(97)
    const satoshis = (amount: number) => Math.round(amount * 1e8)
    const total = coins.reduce((sum, { amount }) => sum + satoshis(amount), 0)
    expect(satoshis(await payer!.rpc.call<number>('getbalance'))).toBe(total)
  })
})

describe('a branch deeper than -maxreorg', () => {
  it('stops the node with a reason, and its chain stays unchanged until the limit is raised', async () => {
    const dataDir = temporaryFolder()
    const [own, others] = [await start({ dataDir }), await start()]
    const running = [own, others]
    try {
      await mine(own, 5, running)
      await connectNodes(own, others)
      await untilSameTip(own, others)
      await partNodes(own, others)
      await mine(own, 100, running)
      await mine(others, 101, running)
      const [before, longer] = [await getBestHash(own), await getBestHash(others)]

      const ended = new Promise<number | null>((done) => own.process.once('exit', done))
      await own.rpc.call('addnode', others.target, 'onetry')
      expect(await ended).toBe(1)
      own.rpc.close()
      expect(own.output()).toMatch(/replace the last 100 blocks .* more than -maxreorg=99 allows/)

      const again = await start({ dataDir, args: ['-maxreorg=100'] })
      running[0] = again
      expect([before, longer]).toContain(await getBestHash(again))
      await connectNodes(again, others)
      expect(await untilSameTip(again, others)).toBe(longer)
    } finally {
      await Promise.all(running.map((node) => node.stop().catch(() => node.kill())))
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})
