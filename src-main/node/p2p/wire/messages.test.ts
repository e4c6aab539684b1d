import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REJECT } from '../../consensus/index.ts'
import { DecodeError, fromHex, toHex } from '../../util/index.ts'
import {
  decodeMessage,
  encodeFrame,
  encodeMessage,
  type Incoming,
  type Message,
  PROTOCOL_VERSION,
  parseNetAddress,
  SERVICE,
  type ServiceAddress,
  sanitizeText,
  userAgent,
} from './index.ts'

/** Magic of the chain used in the examples of the protocol notes. */
const MAGIC = fromHex('06c37150')
const GENESIS = fromHex('71aeaa7dfb5c6cf5977832aebea1bf630a6d482b464610aa125ba6c358377e02')
const NOWHERE = new Uint8Array(32)

const at = (text: string, services: bigint): ServiceAddress => ({ ...parseNetAddress(text, 0)!, services })
const encodeFrameHex = (message: Message) => {
  const { command, payload } = encodeMessage(message)
  return toHex(encodeFrame(MAGIC, command, payload))
}

describe('encodeMessage', () => {
  const ours = SERVICE.network | SERVICE.bloom | SERVICE.addressIndex | SERVICE.spentIndex

  it.each<[Message, string]>([
    [
      {
        type: 'version',
        version: PROTOCOL_VERSION,
        services: ours,
        time: 1700000000n,
        receiver: { ...at('0.0.0.0', 1n), port: 0 },
        sender: at('0.0.0.0:12417', ours),
        nonce: 0x8877665544332211n,
        userAgent: userAgent(),
        startHeight: 0,
        relay: true,
      },
      '06c3715076657273696f6e00000000006d000000c44e25741d980200050000300000000000f1536500000000010000000000000000000000000000000000ffff000000000000050000300000000000000000000000000000ffff0000000030811122334455667788172f4d616769634265616e3a302e392e302d62657461312f0000000001',
    ],
    [{ type: 'verack' }, '06c3715076657261636b000000000000000000005df6e0e2'],
    [{ type: 'ping', nonce: 0x0807060504030201n }, '06c3715070696e670000000000000000080000002502fa940102030405060708'],
    [
      { type: 'getheaders', version: PROTOCOL_VERSION, hashes: [GENESIS], stop: NOWHERE },
      '06c371506765746865616465727300004500000044d283161d9802000171aeaa7dfb5c6cf5977832aebea1bf630a6d482b464610aa125ba6c358377e020000000000000000000000000000000000000000000000000000000000000000',
    ],
    [
      { type: 'getdata', items: [{ type: 2, hash: GENESIS }] },
      '06c37150676574646174610000000000250000001b035c2e010200000071aeaa7dfb5c6cf5977832aebea1bf630a6d482b464610aa125ba6c358377e02',
    ],
    [
      {
        type: 'reject',
        command: 'version',
        code: REJECT.OBSOLETE,
        reason: 'Version must be 170012 or greater',
        hash: undefined,
      },
      '06c3715072656a6563740000000000002b000000bafaa2e30776657273696f6e112156657273696f6e206d75737420626520313730303132206f722067726561746572',
    ],
  ])('encodes message %# like komodod', (message, hex) => {
    expect(encodeFrameHex(message)).toBe(hex)
    const { command, payload } = encodeMessage(message)
    expect(decodeMessage(command, payload)).toEqual(message)
  })
})

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })
const u32 = fc.nat(0xffffffff)
const i32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).filter((value) => value !== 10_300)
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const i64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const address = fc.record({
  services: u64,
  ip: fc.uint8Array({ minLength: 16, maxLength: 16 }),
  port: fc.nat(65_535),
})
const items = fc.array(fc.record({ type: u32, hash }), { maxLength: 20 })
const latin1 = (maxLength: number) => fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes).toString('latin1'))
const header = fc.record({
  version: i32,
  prevHash: hash,
  merkleRoot: hash,
  finalSaplingRoot: hash,
  time: u32,
  bits: u32,
  nonce: hash,
  solution: fc.uint8Array({ maxLength: 300 }),
})
const type = <const T extends string>(name: T) => fc.constant(name)
const locator = { version: i32, hashes: fc.array(hash, { maxLength: 30 }), stop: hash }
const bytes = fc.uint8Array({ maxLength: 300 })

const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  fc.record({
    type: type('version'),
    version: i32,
    services: u64,
    time: i64,
    receiver: address,
    sender: address,
    nonce: u64,
    userAgent: latin1(256),
    startHeight: i32,
    relay: fc.boolean(),
  }),
  fc.record({ type: type('addr'), addresses: fc.array(address.chain((a) => u32.map((time) => ({ ...a, time })))) }),
  fc.record({ type: fc.constantFrom('inv' as const, 'getdata' as const, 'notfound' as const), items }),
  fc.record({ type: fc.constantFrom('getblocks' as const, 'getheaders' as const), ...locator }),
  fc.record({ type: type('headers'), headers: fc.array(header, { maxLength: 4 }) }),
  fc.record({ type: fc.constantFrom('block' as const, 'tx' as const, 'alert' as const), bytes }),
  fc.record({ type: fc.constantFrom('ping' as const, 'pong' as const), nonce: u64 }),
  fc.record({
    type: type('reject'),
    command: latin1(12),
    code: fc.nat(255),
    reason: latin1(111),
    hash: fc.option(hash, { nil: undefined }),
  }),
  fc.record({ type: type('filterload'), data: bytes, hashFunctions: u32, tweak: u32, flags: fc.nat(255) }),
  fc.record({ type: type('filteradd'), data: bytes }),
  fc.record({ type: type('merkleblock'), header, txCount: u32, hashes: fc.array(hash), flags: bytes }),
  fc.constantFrom<Message>({ type: 'verack' }, { type: 'getaddr' }, { type: 'mempool' }, { type: 'filterclear' }),
)

/** Copies decoded headers, which are class instances, into plain objects with the same fields. */
const plain = (message: Incoming): unknown =>
  message.type === 'headers'
    ? { ...message, headers: message.headers.map((one) => ({ ...one })) }
    : message.type === 'merkleblock'
      ? { ...message, header: { ...message.header } }
      : message

describe('decodeMessage', () => {
  it('decodes encoded messages, and ignores trailing bytes', () => {
    fc.assert(
      fc.property(anyMessage, fc.uint8Array({ maxLength: 3 }), (message, extra) => {
        const { command, payload } = encodeMessage(message)
        expect(plain(decodeMessage(command, payload))).toEqual(message)
        const whole = ['block', 'tx', 'alert', 'version', 'reject'].includes(command)
        if (!whole) {
          const longer = decodeMessage(command, Buffer.concat([payload, extra]))
          expect(plain(longer)).toEqual(message)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('accepts a version message that ends after any optional part', () => {
    const { payload } = encodeMessage({
      type: 'version',
      version: PROTOCOL_VERSION,
      services: 1n,
      time: 5n,
      receiver: at('1.2.3.4:5', 1n),
      sender: at('5.6.7.8:9', 1n),
      nonce: 7n,
      userAgent: '/x/',
      startHeight: 8,
      relay: false,
    })
    const cut = (length: number) => decodeMessage('version', payload.slice(0, length))
    expect(cut(46)).toMatchObject({ sender: undefined, nonce: undefined, userAgent: undefined, relay: undefined })
    expect(cut(80)).toMatchObject({ nonce: 7n, userAgent: undefined, startHeight: undefined })
    expect(cut(84)).toMatchObject({ userAgent: '/x/', startHeight: undefined })
    expect(cut(88)).toMatchObject({ startHeight: 8, relay: undefined })
    expect(cut(89)).toMatchObject({ relay: false })
    for (const length of [0, 45, 47, 79, 83, 87]) expect(() => cut(length)).toThrow(DecodeError)
  })

  it('decodes the version 10300 as 300', () => {
    const { payload } = encodeMessage({
      type: 'version',
      version: 10_300,
      services: 0n,
      time: 0n,
      receiver: at('0.0.0.0', 0n),
      sender: undefined,
      nonce: undefined,
      userAgent: undefined,
      startHeight: undefined,
      relay: undefined,
    })
    expect(decodeMessage('version', payload)).toMatchObject({ version: 300 })
  })

  it('rejects a user agent above 256 bytes', () => {
    const head = encodeMessage({
      type: 'version',
      version: PROTOCOL_VERSION,
      services: 0n,
      time: 0n,
      receiver: at('0.0.0.0', 0n),
      sender: at('0.0.0.0', 0n),
      nonce: 1n,
      userAgent: undefined,
      startHeight: undefined,
      relay: undefined,
    }).payload
    const agent = (length: number) =>
      Buffer.concat([head, Buffer.from([0xfd, length & 255, length >> 8]), Buffer.alloc(length)])
    expect(decodeMessage('version', agent(256))).toMatchObject({ type: 'version' })
    expect(() => decodeMessage('version', agent(257))).toThrow(DecodeError)
  })

  it('distinguishes lists above the limits from damaged ones', () => {
    const many = (count: number, size: number) => {
      const payload = Buffer.alloc(3 + count * size)
      payload[0] = 0xfd
      payload.writeUInt16LE(count, 1)
      return payload
    }
    expect(decodeMessage('addr', many(1001, 30))).toEqual({ type: 'oversized', command: 'addr', count: 1001 })
    expect(decodeMessage('inv', many(50_001, 36))).toEqual({ type: 'oversized', command: 'inv', count: 50_001 })
    expect(decodeMessage('getdata', many(50_001, 36))).toMatchObject({ type: 'oversized', command: 'getdata' })
    expect(() => decodeMessage('inv', many(50_001, 36).subarray(0, 1000))).toThrow(DecodeError)
    expect(() => decodeMessage('addr', many(1001, 29))).toThrow(DecodeError)
    // For headers only the count is checked.
    expect(decodeMessage('headers', fromHex('a1'))).toEqual({ type: 'oversized', command: 'headers', count: 161 })
    expect(() => decodeMessage('headers', fromHex('a0'))).toThrow(DecodeError)
  })

  it('skips locator hashes after the first 2000', () => {
    const count = 100_000
    const payload = Buffer.alloc(4 + 5 + 32 * count + 32, 3)
    payload.set([0xfe, count & 255, (count >> 8) & 255, count >> 16, 0], 4)
    payload.fill(9, payload.length - 32)
    const message = decodeMessage('getblocks', payload)
    if (message.type !== 'getblocks') throw new Error(message.type)
    expect(message.hashes).toHaveLength(2000)
    expect(message.stop).toEqual(new Uint8Array(32).fill(9))
  })

  it('decodes malformed informative messages as unknown messages', () => {
    expect(decodeMessage('pong', fromHex('01'))).toEqual({ type: 'unknown', command: 'pong' })
    expect(decodeMessage('reject', fromHex('ff'))).toEqual({ type: 'unknown', command: 'reject' })
    expect(decodeMessage('notfound', fromHex('05'))).toEqual({ type: 'unknown', command: 'notfound' })
  })

  it.each(['foobar', 'sendheaders', 'getnSPV', '', 'constructor', '__proto__'])(
    'decodes %j as an unknown message',
    (command) => {
      expect(decodeMessage(command, fromHex('00'))).toEqual({ type: 'unknown', command })
    },
  )
})

describe('sanitizeText', () => {
  it('keeps the same characters of a user agent as komodod', () => {
    expect(sanitizeText(userAgent())).toBe('/MagicBean:0.9.0beta1/')
    expect(sanitizeText('<b>\u202e\u0000"evil" & x</b>')).toBe('bevil  x/b')
  })

  it('accepts comments after the client name', () => {
    expect(userAgent(['one', 'two'])).toBe('/MagicBean:0.9.0-beta1(one; two)/')
  })
})
