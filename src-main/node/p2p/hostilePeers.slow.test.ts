import { afterEach, describe, expect, it } from 'vitest'
import { type BlockHeader, blockHash, serializeBlock, serializeTransaction } from '../primitives/index.ts'
import { testKey } from '../testing/index.ts'
import { concat } from '../util/index.ts'
import { MAX_INBOUND_MEMORY_BYTES } from './connections/inboundMemory.ts'
import { createTestCore, type Stranger, type TestCore } from './testing/testCore.ts'
import { encodeFrame, encodeMessage, INV, type Incoming, ipFromText } from './wire/index.ts'

let open: TestCore[] = []
afterEach(() => {
  for (const test of open) test.close()
  open = []
})

function start(...given: Parameters<typeof createTestCore>): TestCore {
  const test = createTestCore(...given)
  test.node.mine(3)
  open.push(test)
  return test
}

function met(test: TestCore, host?: string): Stranger {
  const stranger = test.stranger(host === undefined ? {} : { host })
  stranger.introduce()
  return stranger
}

const types = (messages: readonly Incoming[]) => messages.map(({ type }) => type)
const score = ({ peer }: Stranger) => peer.stats.score
const ofType = <T extends Incoming['type']>(messages: readonly Incoming[], type: T) =>
  messages.filter((message): message is Extract<Incoming, { type: T }> => message.type === type)

describe('connection handling', () => {
  it('sends our version first on outbound connections, and replies on inbound ones', () => {
    const test = start()
    expect(types(test.stranger({ kind: 'outbound' }).heard())).toEqual(['version'])
    const inbound = test.stranger()
    expect(inbound.heard()).toEqual([])
    inbound.send({ type: 'getaddr' })
    expect([inbound.heard(), score(inbound)]).toEqual([[], 1])
  })

  it('requests addresses of an outbound peer, and pings at once and every two minutes', () => {
    const test = start()
    const stranger = test.stranger({ kind: 'outbound' })
    stranger.send({
      ...{
        type: 'version',
        version: 170_012,
        services: 1n,
        time: 0n,
        nonce: 5n,
        userAgent: '/x/',
        startHeight: 0,
        relay: true,
      },
      ...{
        receiver: { services: 0n, ip: new Uint8Array(16), port: 0 },
        sender: { services: 0n, ip: new Uint8Array(16), port: 0 },
      },
    })
    const first = stranger.heard()
    expect(types(first)).toEqual(['version', 'verack', 'ping', 'getheaders', 'getaddr'])
    test.pass(119_000)
    expect(types(stranger.heard())).not.toContain('ping')
    stranger.send({ type: 'pong', nonce: ofType(first, 'ping')[0]!.nonce })
    expect(stranger.peer.stats.pingTime).toBe(119)
    test.pass(2_000)
    expect(types(stranger.heard())).toContain('ping')
    expect(stranger.peer.stats.pingWait).toBe(0)
  })

  it('disconnects old versions and connections to ourselves', () => {
    const test = start()
    const old = test.stranger()
    old.introduce({ version: 170_011 })
    expect(old.line.ended).toBe(true)
    const own = test.stranger({ kind: 'outbound' })
    const nonce = ofType(own.heard(), 'version')[0]!.nonce!
    const back = test.stranger()
    back.introduce({ nonce })
    expect(back.line.ended).toBe(true)
    expect(own.line.ended).toBe(true)
    // The two ends log the reason: the user reads the outbound one.
    expect(test.log.slice(-2).map((line) => line.includes('self connection'))).toEqual([true, true])
  })

  it('disconnects a peer without a version within a minute, and a silent one', () => {
    const test = start()
    const silent = test.stranger()
    test.pass(59_000)
    expect(silent.line.ended).toBe(false)
    const talker = met(test)
    test.pass(2_000)
    expect(silent.line.ended).toBe(true)
    for (let minute = 0; minute < 19; minute++) test.pass(60_000)
    expect(talker.line.ended).toBe(false)
    test.pass(120_000)
    expect(talker.line.ended).toBe(true)
  })

  it('disconnects on a wrong magic or an oversized length, and drops damaged messages', () => {
    const test = start()
    const damaged = met(test)
    const frame = encodeFrame(test.node.params.magicBytes, 'ping', new Uint8Array(8))
    frame[20]! ^= 1
    damaged.raw(frame)
    expect([types(damaged.heard()), damaged.line.ended, score(damaged)]).toEqual([[], false, 0])
    damaged.raw(encodeFrame(Uint8Array.of(1, 2, 3, 4), 'ping', new Uint8Array(8)))
    expect(damaged.line.ended).toBe(true)
    const long = met(test)
    const head = encodeFrame(test.node.params.magicBytes, 'block', new Uint8Array(0))
    new DataView(head.buffer).setUint32(16, 4_194_329, true)
    long.raw(head)
    expect(long.line.ended).toBe(true)
  })

  it('survives a thousand random messages from a hundred peers', () => {
    const test = start()
    let seed = 7
    const random = () => {
      seed = (seed * 48_271) % 0x7fff_ffff
      return seed
    }
    for (let i = 0; i < 100; i++) {
      const stranger = i % 2 === 0 ? test.stranger() : met(test)
      for (let j = 0; j < 10; j++) {
        const bytes = Uint8Array.from({ length: random() % 300 }, () => random() >> 8)
        const command = ['inv', 'headers', 'tx', 'block', 'addr', 'getdata', 'filterload', 'reject', 'version'][
          random() % 9
        ]!
        stranger.raw(encodeFrame(test.node.params.magicBytes, command, bytes))
      }
      if (i % 3 === 0) stranger.raw(Uint8Array.from({ length: 200 }, () => random() >> 8))
    }
    expect(test.log.filter((line) => line.includes('message handling failed'))).toEqual([])
    expect(types(met(test).heard())).toEqual([])
  })
})

describe('internal error', () => {
  it('in a message handler ends only the connection of that message', () => {
    const test = start()
    const [bad, good] = [met(test), met(test, '9.9.9.9')]
    const { header } = test.node.chain.byHeight(3)!
    Object.assign(test.node.chain, {
      acceptHeaders() {
        throw new Error('no such table')
      },
    })
    bad.send({ type: 'headers', headers: [header] })
    expect([bad.line.ended, good.line.ended]).toEqual([true, false])
    expect(test.log.some((line) => line.includes('message handling failed') && line.includes('no such table'))).toBe(
      true,
    )
    expect(test.bans.list()).toEqual([])
    good.send({ type: 'ping', nonce: 3n })
    expect(types(good.heard())).toContain('pong')
  })

  it('in the tick of a connection ends only that connection', () => {
    const test = start()
    const [bad, good] = [met(test), met(test, '9.9.9.9')]
    bad.line.write = () => {
      throw new Error('a broken line')
    }
    bad.peer.ping()
    good.peer.ping()
    test.pass(1_000)
    expect([bad.line.ended, good.line.ended]).toEqual([true, false])
    expect(types(good.heard())).toContain('ping')
  })
})

describe('limits of a connection', () => {
  it('stop message handling and reading for a peer that does not take its replies', () => {
    const test = start()
    // A peer that is not whitelisted would be disconnected for such a flood.
    const stranger = test.stranger({ whitelisted: true })
    stranger.introduce()
    stranger.line.setPending(1_000_000)
    const ping = encodeFrame(test.node.params.magicBytes, 'ping', new Uint8Array(8))
    const flood = concat(...Array<Uint8Array>(20_000).fill(ping))
    for (let i = 0; i < 20 && !stranger.line.paused; i++) stranger.raw(flood)
    expect(stranger.heard()).toEqual([])
    expect(stranger.line.paused).toBe(true)
    expect(stranger.peer.stats.inboxBytes).toBeLessThan(5_000_000 + 2 * flood.length)
    stranger.line.setPending(0)
    test.run()
    expect(stranger.heard().length).toBeGreaterThan(10_000)
    expect([stranger.line.paused, stranger.line.ended]).toEqual([false, false])
  })
})

describe('limits of all inbound connections', () => {
  it('disconnect only peers with incomplete messages until the rest is within the limit', () => {
    const test = start()
    const honest = met(test, '9.9.9.9')
    const crowd = Array.from({ length: 60 }, (_, index) => met(test, `7.7.${index}.1`))
    const half = encodeFrame(test.node.params.magicBytes, 'block', new Uint8Array(4_194_000)).subarray(0, 4_100_000)
    for (const stranger of crowd) stranger.raw(half)
    test.pass(100)
    const left = crowd.filter(({ line }) => !line.ended)
    expect(left.length * half.length).toBeLessThanOrEqual(MAX_INBOUND_MEMORY_BYTES)
    expect((left.length + 1) * half.length).toBeGreaterThan(MAX_INBOUND_MEMORY_BYTES)
    expect(test.log.filter((line) => line.includes('memory limit'))).toHaveLength(60 - left.length)
    honest.send({ type: 'ping', nonce: 4n })
    expect([types(honest.heard()).includes('pong'), test.bans.list()]).toEqual([true, []])
  })
})

describe('memory kept from a message', () => {
  const padding = new Uint8Array(1_000_000)
  const padded = (test: TestCore, command: string, payload: Uint8Array) =>
    encodeFrame(test.node.params.magicBytes, command, concat(payload, padding))

  it('excludes padding after a version message', () => {
    const test = start()
    const stranger = test.stranger()
    stranger.raw(padded(test, 'version', encodeMessage({ type: 'version', ...VERSION }).payload))
    const { receiver, sender } = stranger.peer.version!
    expect([receiver.ip.buffer.byteLength, sender!.ip.buffer.byteLength]).toEqual([16, 16])
  })

  it('excludes padding after a transaction', () => {
    const test = start()
    const stranger = met(test)
    const bytes = serializeTransaction(test.node.pay(testKey(0), [{ value: 1_000n, scriptPubKey: testKey(1).p2pkh }]))
    stranger.raw(padded(test, 'tx', bytes))
    const [entry] = test.mempool.entries()
    expect(serializeTransaction(entry!.tx)).toEqual(bytes)
    expect(serializeTransaction(entry!.tx).buffer.byteLength).toBe(bytes.length)
  })
})

describe('ban scores', () => {
  it('ban a peer’s address at the threshold, and disconnect its other connections', () => {
    const test = start()
    const other = met(test)
    const bad = met(test)
    for (let i = 0; i < 100; i++) bad.send({ type: 'version', ...VERSION })
    expect([score(bad), bad.line.ended]).toEqual([100, false])
    bad.send({ type: 'version', ...VERSION })
    expect([bad.line.ended, other.line.ended]).toEqual([true, true])
    expect(test.bans.isBanned(ipFromText('8.8.8.8')!)).toBe(true)
    expect(test.bans.list()[0]).toMatchObject({ reason: 'misbehaving', subnet: '8.8.8.8/255.255.255.255' })
  })

  it('ban an address in its IPv4 and IPv6 forms', () => {
    const test = start()
    const bad = met(test, '::ffff:8.8.8.8')
    for (let i = 0; i < 2; i++) bad.send({ type: 'filteradd', data: new Uint8Array(1) })
    expect(bad.line.ended).toBe(true)
    expect(
      ['8.8.8.8', '::ffff:8.8.8.8', '::ffff:808:808'].map((text) => test.bans.isBanned(ipFromText(text)!)),
    ).toEqual([true, true, true])
  })

  it('disconnect a local peer without a ban, and ignore whitelisted peers', () => {
    const test = start()
    const local = met(test, '127.0.0.1')
    const trusted = test.stranger({ whitelisted: true })
    trusted.introduce()
    for (const stranger of [local, trusted]) {
      for (let i = 0; i < 2; i++) stranger.send({ type: 'filteradd', data: new Uint8Array(1) })
    }
    expect([local.line.ended, trusted.line.ended, test.bans.list()]).toEqual([true, false, []])
  })

  it.each([
    ['addr', 1_001, 30],
    ['inv', 50_001, 36],
    ['getdata', 50_001, 36],
  ])('add 20 for %s with %i entries', (command, count, size) => {
    const test = start()
    const stranger = met(test)
    const payload = new Uint8Array(3 + count * size)
    payload.set([0xfd, count & 0xff, count >> 8])
    stranger.raw(encodeFrame(test.node.params.magicBytes, command, payload))
    expect(score(stranger)).toBe(20)
  })

  it('add 20 for headers out of order, and 1 for an invalid header', () => {
    const test = start()
    const { chain } = test.node
    const [one, two] = [chain.byHeight(1)!.header, chain.byHeight(2)!.header]
    const stranger = met(test)
    stranger.send({ type: 'headers', headers: [two, one] })
    expect(score(stranger)).toBe(20)
    const bad: BlockHeader = { ...chain.byHeight(3)!.header, bits: 0x200f0f0e }
    stranger.send({ type: 'headers', headers: [bad] })
    expect(score(stranger)).toBe(21)
    const elsewhere = start().node
    elsewhere.mineBlock({ tag: 77 })
    const orphan = elsewhere.mineBlock({ tag: 78 }).header
    test.node.clock.set(orphan.time)
    stranger.send({ type: 'headers', headers: [orphan] })
    expect(score(stranger)).toBe(21)
  })

  it('come with a reject message for an invalid block', () => {
    const test = start()
    const stranger = met(test)
    const good = test.node.buildBlock()
    const block = { ...good, txs: [...good.txs, good.txs[0]!] }
    test.node.clock.set(good.header.time)
    stranger.send({ type: 'block', bytes: serializeBlock(block) })
    const [reject] = ofType(stranger.heard(), 'reject')
    expect(reject).toMatchObject({ command: 'block', hash: blockHash(good.header) })
    expect(score(stranger)).toBeGreaterThan(1)
    expect(test.node.chain.tip().height).toBe(3)
  })

  it('come with a reject message for an invalid transaction, which is not requested again', () => {
    const test = start()
    const stranger = met(test)
    const tx = test.node.pay(testKey(0), [{ value: 1n, scriptPubKey: testKey(1).p2pkh }])
    const forged = { ...tx, vin: tx.vin.map((input) => ({ ...input, scriptSig: Uint8Array.of(0) })) }
    stranger.send({ type: 'tx', bytes: serializeTransaction(forged) })
    const [reject] = ofType(stranger.heard(), 'reject')
    expect(reject).toMatchObject({ command: 'tx', code: 16 })
    stranger.send({ type: 'inv', items: [{ type: INV.tx, hash: reject!.hash! }] })
    expect(types(stranger.heard())).not.toContain('getdata')
  })

  it('rate-limit addresses that arrive too quickly', () => {
    const test = start()
    const stranger = met(test)
    const now = test.node.clock.now()
    const addresses = Array.from({ length: 1_000 }, (_, index) => {
      const ip = ipFromText(`1.${index % 250}.${index >> 8}.1`)!
      return { ip, port: 8000, services: 1n, time: now }
    })
    for (let i = 0; i < 5; i++) stranger.send({ type: 'addr', addresses })
    expect(test.core.relay.about(stranger.peer)).toMatchObject({ addressesProcessed: 1, addressesRateLimited: 4_999 })
  })
})

const NOBODY = { services: 0n, ip: new Uint8Array(16), port: 0 }
const VERSION = {
  ...{ version: 170_013, services: 1n, time: 0n, receiver: NOBODY, sender: NOBODY, nonce: 9n },
  ...{ userAgent: '/x/', startHeight: 0, relay: true },
}
