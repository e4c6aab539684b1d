import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultMempoolPolicy, Mempool } from '../mempool/index.ts'
import { blockHash, computeTxid, serializeBlock, serializeTransaction } from '../primitives/index.ts'
import { createTestNode, silentLogger, type TestNode, testKey } from '../testing/index.ts'
import { toDisplayHex, toHex } from '../util/index.ts'
import { Publications } from './publications.ts'
import { type SubscriberClient, subscribed } from './testing/subscriberClient.ts'

describe('Publications', () => {
  let node: TestNode
  let mempool: Mempool
  let publications: Publications
  let client: SubscriberClient

  beforeAll(async () => {
    node = createTestNode()
    const { params, chain, verifier, clock } = node
    mempool = new Mempool(defaultMempoolPolicy(params), { params, chain, verifier, clock, logger: silentLogger })
    chain.subscribe((update) => mempool.update(update))
    node.mine(101)
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const address = `tcp://127.0.0.1:${port}`
    const topics = ['checkedblock', 'hashblock', 'hashtx', 'rawblock', 'rawtx'] as const
    publications = await Publications.open(
      topics.map((topic) => ({ topic, address })),
      { chain, mempool, logger: silentLogger },
    )
    client = await subscribed(port, '')
  })
  afterAll(async () => {
    client.socket.destroy()
    await publications.close()
    node.close()
  })

  const next = async () => {
    const [topic, body, number, ...more] = await client.next()
    expect(more).toEqual([])
    expect(number).toHaveLength(4)
    return [topic?.toString(), body?.toString('hex'), number?.readUInt32LE()]
  }
  const following = async (count: number) => {
    const messages = []
    for (let n = 0; n < count; n++) messages.push(await next())
    return messages
  }

  it('publishes mempool transactions, then the transactions of a block, the block and the tip', async () => {
    const tx = node.pay(testKey(0), [{ value: 1000n, scriptPubKey: testKey(2).p2pkh }], 10_000n)
    const admitted = mempool.accept(tx, { rejectAbsurdFee: false })
    expect(admitted.ok).toBe(true)
    const [txid, bytes] = [toDisplayHex(computeTxid(tx)), toHex(serializeTransaction(tx))]
    expect(await following(2)).toEqual([
      ['hashtx', txid, 0],
      ['rawtx', bytes, 0],
    ])
    const block = node.mineBlock({ txs: [tx], fees: 10_000n })
    const coinbase = block.txs[0]
    if (!coinbase) throw new Error('no coinbase')
    const whole = toHex(serializeBlock(block))
    expect(await following(7)).toEqual([
      ['hashtx', toDisplayHex(computeTxid(coinbase)), 1],
      ['rawtx', toHex(serializeTransaction(coinbase)), 1],
      ['hashtx', txid, 2],
      ['rawtx', bytes, 2],
      ['checkedblock', whole, 0],
      ['hashblock', toDisplayHex(blockHash(block.header)), 0],
      ['rawblock', whole, 0],
    ])
  })

  it('publishes the disconnected and connected transactions of a reorg, and only its new tip', async () => {
    const prev = node.chain.tip().prev
    if (!prev) throw new Error('no parent')
    const [coinbase, payment] = node.chain.block(node.chain.tip())?.txs ?? []
    if (!coinbase || !payment) throw new Error('no transactions')
    const first = node.buildBlock({ prev })
    node.submit(first)
    const between = node.chain.byHash(blockHash(first.header))
    if (!between) throw new Error('not stored')
    const second = node.buildBlock({ prev: between, time: between.time + 60 })
    node.clock.set(between.time + 60)
    expect(node.submit(second)).toBeNull()
    const messages = await following(13)
    expect(
      messages.map(([topic, body]) => (topic === 'hashtx' || topic === 'hashblock' ? `${topic} ${body}` : topic)),
    ).toEqual([
      // The payment is back in the mempool before other listeners are notified of the block.
      ...[`hashtx ${toDisplayHex(computeTxid(payment))}`, 'rawtx'],
      ...[`hashtx ${toDisplayHex(computeTxid(coinbase))}`, 'rawtx'],
      ...[`hashtx ${toDisplayHex(computeTxid(payment))}`, 'rawtx'],
      ...[`hashtx ${toDisplayHex(computeTxid(first.txs[0]!))}`, 'rawtx', 'checkedblock'],
      ...[`hashtx ${toDisplayHex(computeTxid(second.txs[0]!))}`, 'rawtx', 'checkedblock'],
      `hashblock ${toDisplayHex(blockHash(second.header))}`,
    ])
    expect(await next()).toEqual(['rawblock', toHex(serializeBlock(second)), 1])
  })
})
