import { describe, expect, it } from 'vitest'
import { parseBlock, parseTransaction } from '../../primitives/index.ts'
import { mulberry32, nightly } from '../../testing/index.ts'
import { ByteReader, DecodeError } from '../../util/index.ts'
import {
  BloomFilter,
  decodeMessage,
  encodeFrame,
  encodeMessage,
  FrameReader,
  type Incoming,
  ipFromText,
  ipToText,
  type Message,
  parseNetAddress,
  readPartialTree,
} from './index.ts'

/** Run by hand: `CHAINWRIGHT_NIGHTLY=1 npx vitest run src-main/node/p2p/wire/fuzz.slow.test.ts`. */
const INPUTS = nightly() ? 1_000_000 : 50_000
const MEGABYTE = 2 ** 20
/** Memory is measured once per this many inputs, because measuring takes longer than decoding. */
const MEASURED = 10
const MAGIC = Uint8Array.of(1, 2, 3, 4)

/** Creates a deterministic generator of numbers below `limit`. */
function createDice(seed: number) {
  const next = mulberry32(seed)
  return (limit: number) => Math.floor(next() * limit)
}
type Dice = ReturnType<typeof createDice>

const bytes = (dice: Dice, length: number) => Uint8Array.from({ length }, () => dice(256))
const many = <T>(count: number, make: () => T) => Array.from({ length: count }, make)

/** Creates a valid message of each kind. */
function samples(dice: Dice): Message[] {
  const hash = () => bytes(dice, 32)
  const address = () => ({ services: 5n, ip: bytes(dice, 16), port: dice(65_536) })
  const items = many(6, () => ({ type: dice(4), hash: hash() }))
  const locator = { version: 170_013, hashes: many(5, hash), stop: hash() }
  const header = () => ({
    version: 4,
    prevHash: hash(),
    merkleRoot: hash(),
    finalSaplingRoot: hash(),
    time: dice(2 ** 31),
    bits: dice(2 ** 31),
    nonce: hash(),
    solution: bytes(dice, 36),
  })
  return [
    {
      type: 'version',
      version: 170_013,
      services: 5n,
      time: 1n,
      receiver: address(),
      sender: address(),
      nonce: 7n,
      userAgent: '/x/',
      startHeight: 9,
      relay: true,
    },
    { type: 'addr', addresses: many(4, () => ({ time: dice(2 ** 31), ...address() })) },
    { type: 'inv', items },
    { type: 'getdata', items },
    { type: 'notfound', items },
    { type: 'getblocks', ...locator },
    { type: 'getheaders', ...locator },
    { type: 'headers', headers: many(2, header) },
    { type: 'ping', nonce: 1n },
    { type: 'pong', nonce: 1n },
    { type: 'reject', command: 'tx', code: 16, reason: 'bad', hash: hash() },
    { type: 'filterload', data: bytes(dice, 20), hashFunctions: 3, tweak: 5, flags: 1 },
    { type: 'filteradd', data: bytes(dice, 20) },
    { type: 'merkleblock', header: header(), txCount: 7, hashes: many(4, hash), flags: bytes(dice, 2) },
    { type: 'tx', bytes: bytes(dice, 120) },
    { type: 'block', bytes: bytes(dice, 220) },
    { type: 'alert', bytes: bytes(dice, 9) },
    { type: 'verack' },
    { type: 'getaddr' },
    { type: 'mempool' },
    { type: 'filterclear' },
  ]
}

/** Wrong sizes: the maximum, one more, and non-canonical encodings. */
const LIES = [
  [0xfe, 0, 0, 0, 2],
  [0xfe, 1, 0, 0, 2],
  [0xfd, 0xff, 0xff],
  [0xfd, 1, 0],
  [0xff, 0, 0, 0, 1, 0, 0, 0, 0],
  [0xff, 255, 255, 255, 255, 255, 255, 255, 255],
]

function damage(dice: Dice, sound: Uint8Array): Uint8Array {
  const copy = sound.slice()
  switch (dice(5)) {
    case 0:
      return bytes(dice, dice(150))
    case 1:
      return copy.subarray(0, dice(copy.length + 1))
    case 2: {
      const at = dice(copy.length + 1)
      return Uint8Array.from([...copy.subarray(0, at), ...(LIES[dice(LIES.length)] ?? []), ...copy.subarray(at)])
    }
    case 3:
      copy.set(LIES[dice(LIES.length)]?.slice(0, copy.length) ?? [])
      return copy
    default:
      for (let flips = dice(4); flips >= 0 && copy.length > 0; flips--) copy[dice(copy.length)] = dice(256)
      return copy
  }
}

/** Processes a decoded message like the node. */
function use(message: Incoming): void {
  if (message.type === 'tx') parseTransaction(message.bytes)
  else if (message.type === 'block') parseBlock(message.bytes)
  else if (message.type === 'merkleblock') readPartialTree(message)
  else if (message.type === 'filterload') {
    const filter = new BloomFilter(message)
    if (filter.withinLimits) filter.contains(message.data)
  }
  if (message.type !== 'unknown' && message.type !== 'oversized') encodeMessage(message)
}

function tolerate(work: () => void): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (error instanceof DecodeError) return false
    throw error
  }
}

/** Maximum bytes that one input may allocate temporarily. A count that is trusted would take hundreds of megabytes. */
const MAX_MEMORY = 32 * MEGABYTE

function memoryInUse(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function withinMemory(work: () => void): void {
  const before = memoryInUse()
  work()
  const taken = memoryInUse() - before
  if (taken > MAX_MEMORY) throw new Error(`one input took ${taken} bytes`)
}

describe(`decoding ${INPUTS} random inputs`, () => {
  it('yields messages or DecodeErrors within the memory limit', () => {
    const dice = createDice(20_240_501)
    const sound = samples(dice).map(encodeMessage)
    let read = 0
    for (let n = 0; n < INPUTS; n++) {
      const { command, payload } = sound[dice(sound.length)] ?? { command: '', payload: new Uint8Array(0) }
      const input = damage(dice, payload)
      const decode = () => void (tolerate(() => use(decodeMessage(command, input))) && read++)
      if (n % MEASURED === 0) withinMemory(decode)
      else decode()
    }
    // Damaged inputs must be of both kinds: some still parse, others do not.
    expect(read).toBeGreaterThan(INPUTS / 10)
    expect(read).toBeLessThan(INPUTS)
  })

  it('yields frame events and never holds more bytes than were sent', () => {
    const dice = createDice(7)
    const sound = samples(dice).map((message) => {
      const { command, payload } = encodeMessage(message)
      return encodeFrame(MAGIC, command, payload)
    })
    for (let n = 0; n < INPUTS / 5; n++) {
      let sent = 0
      const reader = new FrameReader({ magic: MAGIC }, () => {})
      for (let pieces = dice(4); pieces >= 0; pieces--) {
        const frame = sound[dice(sound.length)] ?? MAGIC
        const piece = dice(3) === 0 ? damage(dice, frame) : frame
        reader.feed(piece)
        sent += piece.length
        if (reader.buffered > sent) throw new Error(`holds ${reader.buffered} of ${sent} bytes`)
      }
    }
  })

  it('yields valid addresses or undefined from address texts', () => {
    const dice = createDice(11)
    const parts = [
      '1',
      '255',
      '256',
      '.',
      ':',
      '::',
      '[',
      ']',
      'ffff',
      'fe80',
      'g',
      '.onion',
      '0',
      '-',
      '%',
      '8233',
      '/',
    ]
    let read = 0
    for (let n = 0; n < INPUTS; n++) {
      const text = many(1 + dice(12), () => parts[dice(parts.length)] ?? '').join('')
      const ip = ipFromText(text)
      const address = parseNetAddress(text, 1)
      if (ip && ipFromText(ipToText(ip))?.join() !== ip.join()) throw new Error(`${text} is not ${ipToText(ip)}`)
      if (address && !(address.port > 0 && address.port < 65_536)) throw new Error(`${text} has no port`)
      if (ip) read++
    }
    expect(read).toBeGreaterThan(INPUTS / 1000)
  })

  it('costs little time and memory for the largest claimed counts', () => {
    for (const { command, payload } of samples(createDice(1)).map(encodeMessage)) {
      for (let at = 0; at < payload.length; at++) {
        const input = Uint8Array.from([...payload.subarray(0, at), 0xfe, 0, 0, 0, 2, ...payload.subarray(at)])
        withinMemory(() => void tolerate(() => use(decodeMessage(command, input))))
      }
    }
    expect(new ByteReader(Uint8Array.of(0xfe, 0, 0, 0, 2)).compactSize()).toBe(2 ** 25)
  })
})
