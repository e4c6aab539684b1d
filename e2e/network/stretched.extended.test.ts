/**
 * A fulfilment has many encodings, and changing it needs no key, so any relaying node may choose another one. The
 * network accepts them all (crypto-conditions.md §9.1, §9.2). A node that does not would be left on its own chain.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Condition,
  encodeCondition,
  encodeFulfillment,
  readFulfillment,
  secpNode,
} from '../../src-main/node/conditions/index.ts'
import { chainParamsFromArgs, initialUpgrades } from '../../src-main/node/consensus/index.ts'
import { INV } from '../../src-main/node/p2p/wire/index.ts'
import {
  computeTxid,
  parseTransaction,
  serializeTransaction,
  type Transaction,
} from '../../src-main/node/primitives/index.ts'
import { encodeWif, pushData } from '../../src-main/node/script/index.ts'
import { buildTransaction, TEST_ARGS, testKey } from '../../src-main/node/testing/index.ts'
import { concat, fromDisplayHex, fromHex, toDisplayHex, toHex } from '../../src-main/node/util/index.ts'
import { connectNodes, type NetworkNode, partNodes, startNetworkNode, until, untilSameTip } from '../support/network.ts'
import { connectRaw, type RawPeer } from '../support/rawPeer.ts'

const owner = testKey(0)
const friend = testKey(1)
const OPERATION = Uint8Array.of(0xcc)

let nodes: NetworkNode[]
let middlemen: RawPeer[]

beforeEach(async () => {
  middlemen = []
  const start = () => startNetworkNode({ chain: TEST_ARGS, args: [`-pubkey=${toHex(owner.pub)}`] })
  nodes = await Promise.all([start(), start(), start()])
})
afterEach(async () => {
  for (const peer of middlemen) peer.end()
  await Promise.all(nodes.map((node) => node.stop().catch(() => node.kill())))
})

async function connectMiddleman(node: NetworkNode): Promise<RawPeer> {
  const peer = await connectRaw(node.p2pPort, TEST_ARGS)
  middlemen.push(peer)
  return peer
}

/** Returns a transaction of a node's mempool, as relayed to a requesting peer. */
async function fetched(peer: RawPeer, txid: string): Promise<Uint8Array> {
  const hash = fromDisplayHex(txid)
  peer.send({ type: 'mempool' })
  for (;;) {
    const heard = await peer.next('inv')
    if (heard === undefined) throw new Error(`nothing was said of ${txid}`)
    if (heard.items.some((item) => toHex(item.hash) === toHex(hash))) break
  }
  peer.send({ type: 'getdata', items: [{ type: INV.tx, hash }] })
  const answer = await peer.next('tx')
  if (answer === undefined) throw new Error(`${txid} was not given`)
  return answer.bytes
}

type Reencode = (node: Extract<Condition, { type: 'secp256k1' }>) => Condition

/** Returns the transaction with other encodings of its fulfilments. */
function stretched(tx: Transaction, stretch: Reencode): Transaction {
  const over = (node: Condition): Condition => {
    if (node.type === 'secp256k1' && node.signature !== undefined) return stretch(node)
    return node.type === 'threshold' ? { ...node, subs: node.subs.map(over) } : node
  }
  const vin = tx.vin.map((input) => {
    // The push opcode and its length byte precede the fulfilment.
    const push = input.scriptSig.subarray(input.scriptSig[0] === 0x4c ? 2 : 1)
    const fulfillment = readFulfillment(push.subarray(0, -1))
    if (fulfillment === undefined) return input
    return { ...input, scriptSig: pushData(concat(encodeFulfillment(over(fulfillment)), push.subarray(-1))) }
  })
  return { ...tx, vin }
}

const displayTxid = (tx: Transaction) => toDisplayHex(computeTxid(tx))

/** Mines on the first node, and syncs the others over temporary connections. */
async function mineForAll(count: number): Promise<void> {
  const [first, second, third] = nodes as [NetworkNode, NetworkNode, NetworkNode]
  await first.rpc.call('generate', count)
  await connectNodes(second, first)
  await connectNodes(third, second)
  await untilSameTip(...nodes)
  await partNodes(second, first)
}

async function send(node: NetworkNode, method: string, ...params: unknown[]): Promise<string> {
  const { hex } = await node.rpc.call<{ hex: string }>(method, ...params)
  return node.rpc.call<string>('sendrawtransaction', hex)
}

/**
 * Takes the first node's transaction from its mempool, and sends it in another encoding to the other two nodes through
 * a middleman.
 */
async function forwardCall(txid: string, stretch: Reencode): Promise<string> {
  const [first, second, third] = nodes as [NetworkNode, NetworkNode, NetworkNode]
  const original = parseTransaction(await fetched(await connectMiddleman(first), txid))
  expect(displayTxid(original)).toBe(txid)
  const other = stretched(original, stretch)
  const otherId = displayTxid(other)
  expect(otherId).not.toBe(txid)
  const middleman = await connectMiddleman(second)
  middleman.send({ type: 'tx', bytes: serializeTransaction(other) })
  const hasIt = async (node: NetworkNode) => (await node.rpc.call<string[]>('getrawmempool')).includes(otherId)
  await until('the other form, from the middleman', () => hasIt(second))
  await until('the other form, from the second node', () => hasIt(third))
  return otherId
}

/** Mines the other encoding on the third node, and checks that all nodes accept it, even the one with the original. */
async function minedForAll(txid: string): Promise<void> {
  const [first, second, third] = nodes as [NetworkNode, NetworkNode, NetworkNode]
  const [hash] = await third.rpc.call<[string]>('generate', 1)
  await connectNodes(second, first)
  expect(await untilSameTip(...nodes)).toBe(hash)
  for (const { rpc } of nodes) {
    expect((await rpc.call<{ tx: string[] }>('getblock', hash)).tx).toContain(txid)
    expect(await rpc.call('getrawmempool')).toEqual([])
    expect(await rpc.call('getchaintips')).toHaveLength(1)
    const peers = await rpc.call<{ banscore: number }[]>('getpeerinfo')
    expect(peers.length).toBeGreaterThan(0)
    expect(peers.map(({ banscore }) => banscore)).toEqual(peers.map(() => 0))
    expect(await rpc.call('listbanned')).toEqual([])
  }
  expect(middlemen.every(({ closed }) => !closed)).toBe(true)
  await partNodes(second, first)
}

const TAIL = fromHex('99')

describe('three nodes and a middleman', () => {
  it('stay on one chain with any encoding of a token transfer', async () => {
    const [first] = nodes as [NetworkNode]
    await first.rpc.call('importprivkey', encodeWif({ privateKey: owner.priv, compressed: true }), '', false)
    await first.rpc.call('generate', 3)
    const token = await send(first, 'tokencreate', 'GOLD', '0.00001', 'a token')
    await mineForAll(1)

    const forms: Reencode[] = [
      (node) => ({ ...node, signature: concat(node.signature as Uint8Array, TAIL) }),
      (node) => ({ ...node, publicKey: concat(node.publicKey, TAIL) }),
    ]
    let given = 0
    for (const form of forms) {
      const sent = await send(first, 'tokentransfer', token, toHex(friend.pub), '100')
      await minedForAll(await forwardCall(sent, form))
      given += 100
      for (const { rpc } of nodes) {
        expect(await rpc.call('tokenbalance', token, toHex(friend.pub))).toMatchObject({ balance: given })
      }
    }
  })

  it('stay on one chain if an output pushes bytes after its condition', async () => {
    const [first] = nodes as [NetworkNode]
    const params = chainParamsFromArgs(TEST_ARGS)
    await first.rpc.call('generate', 2)
    const coinbase = await first.rpc.call<string>('getblockhash', 1)
    const {
      tx: [txid],
    } = await first.rpc.call<{ tx: [string] }>('getblock', coinbase)
    const premine = parseTransaction(fromHex(await first.rpc.call<string>('getrawtransaction', txid))).vout[0]!
    const tree = secpNode(owner.pub)
    const script = concat(pushData(concat(encodeCondition(tree), fromHex('00ff00'))), OPERATION)
    const upgrades = initialUpgrades(params)
    const coin = {
      outpoint: { hash: fromDisplayHex(txid), index: 0 },
      value: premine.value,
      scriptPubKey: premine.scriptPubKey,
      key: owner,
    }
    const value = premine.value - 20_000n
    const made = buildTransaction({ inputs: [coin], outputs: [{ value, scriptPubKey: script }] }, upgrades, 3)
    await first.rpc.call('sendrawtransaction', toHex(serializeTransaction(made)))
    await mineForAll(1)
    for (const { rpc } of nodes) {
      expect(await rpc.call('decodescript', toHex(script))).toMatchObject({ type: 'cryptocondition' })
    }

    const held = { outpoint: { hash: computeTxid(made), index: 0 }, value, scriptPubKey: script, key: owner, tree }
    const outputs = [{ value: value - 20_000n, scriptPubKey: friend.p2pkh }]
    const spend = buildTransaction({ inputs: [held], outputs }, upgrades, 4)
    await first.rpc.call('sendrawtransaction', toHex(serializeTransaction(spend)))
    const form: Reencode = (node) => ({ ...node, signature: concat(node.signature as Uint8Array, TAIL, TAIL) })
    await minedForAll(await forwardCall(displayTxid(spend), form))
  })
})
