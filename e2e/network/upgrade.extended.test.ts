/**
 * Tests a new chain with tokens and the faucet before and after its upgrade. Nightly runs mine main-mode chains with
 * real proof of work, which takes at least a minute of processor time.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { encodeWif } from '../../src-main/node/script/index.ts'
import { nightly, testKey } from '../../src-main/node/testing/index.ts'
import { toHex } from '../../src-main/node/util/index.ts'
import { connectNodes, type NetworkNode, startNetworkNode, until, untilSameTip } from '../support/network.ts'

const CHAIN = ['-ac_name=CROSSING', '-ac_supply=1000', '-ac_reward=1000000000', '-ac_cc=2', '-ac_public=1']
/** Keeps blocks that are found quickly from raising the difficulty. */
const QUICK = ['-ac_blocktime=1', '-ac_cbmaturity=2']
/** By default a chain upgrades sixty blocks above its first one, which takes many minutes on two cores. */
const AUTOMATIC = 61
const EARLY = 7

const [founder, claimer, friend] = [testKey(11), testKey(12), testKey(13)]

interface Built {
  readonly result: string
  readonly hex: string
  readonly error?: string
}
interface Crossing {
  readonly miner: NetworkNode
  readonly follower: NetworkNode
}

let nodes: NetworkNode[] = []
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop().catch(() => node.kill())))
  nodes = []
})

async function start(chain: readonly string[], ...args: string[]): Promise<NetworkNode> {
  const node = await startNetworkNode({ chain: [...CHAIN, ...QUICK, ...chain], args })
  nodes.push(node)
  return node
}

const fetchHeight = ({ rpc }: NetworkNode) => rpc.call<number>('getblockcount')

async function mineTo(node: NetworkNode, wanted: number): Promise<void> {
  const { chain } = await node.rpc.call<{ chain: string }>('getblockchaininfo')
  if (chain === 'regtest') {
    await node.rpc.call('generate', wanted - (await fetchHeight(node)))
    return
  }
  await node.rpc.call('setgenerate', true, -1)
  for (let next = (await fetchHeight(node)) + 1; next <= wanted; next++)
    await until(`height ${next}`, async () => (await fetchHeight(node)) >= next)
  await node.rpc.call('setgenerate', false)
}

/** Sends a transaction built by a contract method, and returns its id. */
async function send(node: NetworkNode, method: string, ...params: unknown[]): Promise<string> {
  const { result, hex, error } = await node.rpc.call<Built>(method, ...params)
  expect([method, result, error]).toEqual([method, 'success', undefined])
  return node.rpc.call<string>('sendrawtransaction', hex)
}

/** Mines until all transactions are confirmed, and returns their heights. */
async function confirm(node: NetworkNode, ...txids: string[]): Promise<number[]> {
  const fetchBlockHeight = async (txid: string) =>
    (await node.rpc.call<{ height?: number }>('getrawtransaction', txid, 1)).height ?? -1
  for (;;) {
    await mineTo(node, (await fetchHeight(node)) + 1)
    const heights = await Promise.all(txids.map(fetchBlockHeight))
    if (heights.every((height) => height > 0)) return heights
  }
}

/** Checks that both nodes have the same coins, tokens and addresses, and consistent indexes. */
async function agree({ miner, follower }: Crossing, tokens: readonly string[]): Promise<void> {
  await untilSameTip(miner, follower)
  const keys = [founder, claimer, friend]
  const questions: [string, ...unknown[]][] = [
    ['gettxoutsetinfo'],
    ['tokenlist'],
    ['faucetinfo'],
    ...keys.map(({ address }): [string, unknown] => ['getaddressbalance', { addresses: [address] }]),
    ...tokens.flatMap((token): [string, ...unknown[]][] => [
      ['tokeninfo', token],
      ['tokenholders', token],
      ...keys.map(({ pub }): [string, string, string] => ['tokenbalance', token, toHex(pub)]),
    ]),
  ]
  for (const [method, ...params] of questions)
    expect(await follower.rpc.call(method, ...params), method).toEqual(await miner.rpc.call(method, ...params))
  for (const { rpc } of [miner, follower]) expect(await rpc.call('auditaddressindex')).toMatchObject({ ok: true })
}

const waiting = ({ rpc }: NetworkNode) => rpc.call<string[]>('getrawmempool')

const balance = async ({ rpc }: NetworkNode, token: string, { pub }: typeof founder) =>
  (await rpc.call<{ balance: number }>('tokenbalance', token, toHex(pub))).balance

const fetchVersion = async ({ rpc }: NetworkNode, txid: string) =>
  (await rpc.call<{ version: number }>('getrawtransaction', txid, 1)).version

async function coinbaseVersion(node: NetworkNode, height: number): Promise<number> {
  const { tx } = await node.rpc.call<{ tx: string[] }>('getblock', String(height))
  return fetchVersion(node, tx[0]!)
}

async function cross(chain: readonly string[], upgrade: number): Promise<void> {
  const miner = await start(chain, '-testnode=1', `-pubkey=${toHex(founder.pub)}`)
  await miner.rpc.call('importprivkey', encodeWif({ privateKey: founder.priv, compressed: true }), '', false)
  // The premine becomes spendable two blocks later.
  await mineTo(miner, 2)

  const old = await send(miner, 'tokencreate', 'OLD', '0.00001', 'made before the upgrade')
  await confirm(miner, old)
  const early = [
    await send(miner, 'tokentransfer', old, toHex(friend.pub), '300'),
    await send(miner, 'faucetfund', '2'),
  ]
  const before = await confirm(miner, ...early)
  expect(Math.max(...before)).toBeLessThan(upgrade)

  // A second node joins: it syncs existing blocks and receives later ones.
  const follower = await start(chain, `-pubkey=${toHex(claimer.pub)}`)
  const both = { miner, follower }
  await connectNodes(follower, miner)
  await agree(both, [old])

  await mineTo(miner, upgrade)
  await untilSameTip(miner, follower)
  expect([await coinbaseVersion(follower, upgrade - 1), await coinbaseVersion(follower, upgrade)]).toEqual([1, 4])

  const fresh = await send(miner, 'tokencreate', 'NEW', '0.00002', 'made after the upgrade')
  const late = [await send(miner, 'faucetfund', '1'), await send(follower, 'faucetget')]
  await until('the claim to come over', async () => (await waiting(miner)).includes(late[1]!))
  await confirm(miner, fresh, ...late)
  late.push(await send(miner, 'tokentransfer', old, toHex(claimer.pub), '200'))
  await confirm(miner, late[2]!)
  await agree(both, [old, fresh])
  const versions = await Promise.all([old, ...early, fresh, ...late].map((txid) => fetchVersion(follower, txid)))
  expect(versions).toEqual([1, 1, 1, 4, 4, 4, 4])
  expect(await Promise.all([founder, claimer, friend].map((key) => balance(follower, old, key)))).toEqual([
    500, 200, 300,
  ])
  expect(await balance(follower, fresh, founder)).toBe(2000)
  expect(await follower.rpc.call('faucetaddress')).toMatchObject({ mybalance: 0.1, FaucetCCBalance: 2.8999 })
}

describe('a newly created chain', () => {
  const what = 'keeps its tokens and its faucet over an upgrade, on the node that mines and on one that joins'

  it(what, () => cross(['-regtest', `-ac_sapling=${EARLY}`], EARLY))

  it.runIf(nightly())(`${what}, with proof of work`, () => cross([`-ac_sapling=${EARLY}`], EARLY))

  it.runIf(nightly())('upgrades at the default height', () => cross([], AUTOMATIC))
})
