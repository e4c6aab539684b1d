/**
 * Tests a payment channel between two nodes: opened, paid through a hundred times, closed. Both nodes report the same.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeWif } from '../../src-main/node/script/index.ts'
import { testKey } from '../../src-main/node/testing/index.ts'
import { toHex } from '../../src-main/node/util/index.ts'
import {
  connectNodes,
  type NetworkNode,
  REGTEST_CHAIN,
  startNetworkNode,
  until,
  untilSameTip,
} from '../support/network.ts'

const [payer, receiver] = [testKey(1), testKey(2)]
const PAYMENTS = 100
/** satoshis per payment */
const PAYMENT = 1_000_000
/** Payments need no block in between; each block contains this many. */
const PAYMENTS_PER_BLOCK = 10
/** On regtest every height divisible by seven counts as notarised. */
const DEEP = 8

interface Built {
  readonly result?: string
  readonly hex?: string
  readonly error?: string
}

interface Channel {
  readonly role: string
  readonly state: string
  readonly ready: boolean
  readonly paid: number
  readonly waiting: number
  readonly left: number
  readonly returned: number
  readonly steps: readonly { readonly kind: string; readonly txid: string; readonly amount: number }[]
}

let now = 1_700_000_000

describe('a channel between two nodes', () => {
  let [ann, ben]: NetworkNode[] = []
  const both = () => [ann!, ben!]

  async function send(node: NetworkNode, method: string, ...params: readonly unknown[]): Promise<string> {
    const { hex, error } = await node.rpc.call<Built>(method, ...params)
    expect(error, method).toBeUndefined()
    return node.rpc.call<string>('sendrawtransaction', hex)
  }
  async function mine(count = 1): Promise<void> {
    now += count
    for (const { rpc } of both()) await rpc.call('setmocktime', now)
    await ann!.rpc.call('generate', count)
    await untilSameTip(...both())
  }
  const fetchChannel = async ({ rpc }: NetworkNode): Promise<Channel> =>
    (await rpc.call<{ channels: readonly Channel[] }>('getchannels')).channels[0]!
  /** Returns the payer's channel, and checks that the receiver reports the same. */
  async function agreed(): Promise<Channel> {
    const [{ role, ...own }, { role: otherRole, ...theirs }] = [await fetchChannel(ann!), await fetchChannel(ben!)]
    const without = (channel: object) => ({ ...channel, other: null, otheraddress: null })
    expect([role, otherRole]).toEqual(['payer', 'receiver'])
    expect(without(theirs)).toEqual(without(own))
    return { role, ...own }
  }

  beforeAll(async () => {
    const keys = [payer, receiver]
    ;[ann, ben] = await Promise.all(
      keys.map(({ pub }) =>
        startNetworkNode({
          chain: [...REGTEST_CHAIN, '-ac_cbmaturity=1'],
          args: [`-mocktime=${now}`, `-pubkey=${toHex(pub)}`],
        }),
      ),
    )
    for (const [at, { priv }] of keys.entries()) {
      await both()[at]!.rpc.call('importprivkey', encodeWif({ privateKey: priv, compressed: true }), '', false)
    }
    await connectNodes(ann!, ben!)
    // Each payment spends one coin for its fee.
    await mine(PAYMENTS_PER_BLOCK + 4)
  })
  afterAll(async () => {
    await Promise.all(both().map((node) => node?.stop()))
  })

  it('carries a hundred payments, equal on both nodes', async () => {
    const open = await send(ann!, 'channelsopen', toHex(receiver.pub), String(PAYMENTS), String(PAYMENT))
    await mine(DEEP)
    expect(await agreed()).toMatchObject({ state: 'open', ready: true, paid: 0 })
    const sent: string[] = []
    while (sent.length < PAYMENTS) {
      for (let payment = 0; payment < PAYMENTS_PER_BLOCK; payment++) {
        sent.push(await send(ann!, 'channelspayment', open, String(PAYMENT)))
      }
      const arrived = async () => (await fetchChannel(ben!)).steps.length === sent.length
      await until('the payments', arrived)
      expect(await agreed()).toMatchObject({
        paid: (sent.length * PAYMENT) / 1e8,
        waiting: (PAYMENTS_PER_BLOCK * PAYMENT) / 1e8,
      })
      await mine(PAYMENTS_PER_BLOCK)
    }
    const { paid, left, steps } = await agreed()
    expect({ paid, left }).toEqual({ paid: (PAYMENTS * PAYMENT) / 1e8, left: 0 })
    expect(steps.map(({ kind, txid }) => `${kind} ${txid}`)).toEqual(sent.map((txid) => `payment ${txid}`))
    const { balance } = await ben!.rpc.call<{ balance: number }>('getaddressbalance', {
      addresses: [receiver.address],
    })
    expect(balance).toBe(PAYMENTS * PAYMENT)
  })
})
