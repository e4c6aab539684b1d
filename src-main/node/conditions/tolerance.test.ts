import { describe, expect, it } from 'vitest'
import { secp256k1 } from '../crypto/index.ts'
import { fromHex, toHex } from '../util/index.ts'
import { costOfThreshold } from './cost.ts'
import {
  collectEvalCodes,
  deriveCondition,
  encodeCondition,
  type Fulfillment,
  firstSecpKey,
  isSigned,
  isSupportedCondition,
  readFulfillment,
  secpNode,
  threshold,
  verifyFulfillment,
} from './index.ts'

const K1 = new Uint8Array(32).fill(0x11)
const P1 = fromHex('034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa')
const P2 = fromHex('02466d7fcae563e5cb09a0d1870bb580344804617879a14949cf22285f1bae3f27')
const MESSAGE = new Uint8Array(32).fill(7)
const SIGNATURE = secp256k1.sign(MESSAGE, K1)

const hex = (text: string) => fromHex(text.replace(/\s/g, ''))

/** Returns a DER item in hex. */
function item(tag: string, ...contents: readonly string[]): string {
  const content = contents.join('')
  const length = content.length / 2
  const size = length < 0x80 ? '' : length < 0x100 ? '81' : '82'
  return tag + size + length.toString(16).padStart(length < 0x100 ? 2 : 4, '0') + content
}

const secp = (key: string, signature: string) => item('a5', item('80', key), item('81', signature))
const plain = secp(toHex(P1), toHex(SIGNATURE))

/** Returns the condition that scripts derive from a fulfillment, or the reason why it spends none. */
function meaning(text: string): string {
  const fulfillment = readFulfillment(hex(text))
  if (!fulfillment) return 'invalid'
  if (!isSupportedCondition(fulfillment) || !isSigned(fulfillment)) return 'false'
  return verifyFulfillment(fulfillment, MESSAGE) ? toHex(deriveCondition(fulfillment)) : 'false'
}

const key1 = toHex(encodeCondition(secpNode(P1)))

describe('octet strings of a fulfillment', () => {
  it.each([
    ['as it should be', plain],
    ['a signature with a byte too many', secp(toHex(P1), `${toHex(SIGNATURE)}ff`)],
    ['a signature with a hundred too many', secp(toHex(P1), toHex(SIGNATURE) + '55'.repeat(100))],
    ['a key with a byte too many', secp(`${toHex(P1)}00`, toHex(SIGNATURE))],
    ['both', secp(toHex(P1) + 'ab'.repeat(32), toHex(SIGNATURE) + 'cd'.repeat(300))],
  ])('give the same condition for input %s', (_, text) => {
    expect(meaning(text)).toBe(key1)
  })

  it('reads a missing last byte as zero', () => {
    // Find a message whose signature ends with a zero byte.
    const found = Array.from({ length: 2000 }, (_, i) => new Uint8Array(32).fill(i & 0xff).fill(i >> 8, 16)).find(
      (message) => secp256k1.sign(message, K1)[63] === 0,
    )!
    const signature = toHex(secp256k1.sign(found, K1))
    const short = readFulfillment(hex(secp(toHex(P1), signature.slice(0, -2)))) as Fulfillment
    expect(verifyFulfillment(short, found)).toBe(true)
    const twoShort = readFulfillment(hex(secp(toHex(P1), signature.slice(0, -4)))) as Fulfillment
    expect(verifyFulfillment(twoShort, found)).toBe(false)
  })

  it('fails a string that is too short, and rejects a short key as not on the curve', () => {
    expect(meaning(secp(toHex(P1), toHex(SIGNATURE).slice(0, -2)))).toBe('false')
    expect(meaning(secp(toHex(P1), ''))).toBe('false')
    expect(meaning(secp(toHex(P1).slice(0, -4), toHex(SIGNATURE)))).toBe('invalid')
    expect(meaning(item('a4', item('80', '05'.repeat(30)), item('81', '06'.repeat(64))))).toBe('false')
    expect(readFulfillment(hex(item('a4', item('80', '05'.repeat(31)), item('81', ''))))).toEqual({
      type: 'ed25519',
      publicKey: hex(`${'05'.repeat(31)}00`),
    })
  })

  it('accepts long fingerprints of anonymous conditions, and matches nothing if one is too short', () => {
    const tree = threshold(1, [secpNode(P1), secpNode(P2)])
    const other = toHex(encodeCondition(secpNode(P2)).subarray(4, 36))
    const withFingerprint = (text: string) => item('a2', item('a0', plain), item('a1', anon('a5', text, '020000')))
    const whole = toHex(encodeCondition(tree))
    expect(meaning(withFingerprint(other))).toBe(whole)
    expect(meaning(withFingerprint(`${other}99`))).toBe(whole)
    const shorter = withFingerprint(other.slice(0, -2))
    expect(meaning(shorter)).not.toBe(whole)
    expect(meaning(shorter)).toBe(meaning(withFingerprint(`${other.slice(0, -2)}00`)))
    expect(meaning(withFingerprint(other.slice(0, -4)))).toBe('false')
    expect(meaning(withFingerprint(''))).toBe('false')
  })
})

function anon(tag: string, fingerprint: string, cost: string, subtypes?: string): string {
  return item(tag, item('80', fingerprint), item('81', cost), ...(subtypes === undefined ? [] : [item('82', subtypes)]))
}

const buildOneOf = (...rest: readonly string[]) => item('a2', item('a0', plain), item('a1', ...rest))
const FP = '30'.repeat(32)

describe('cost of an anonymous condition', () => {
  it.each(['00', '7f', '0080', '7fffffffffffffff'])('accepts an INTEGER of %s', (cost) => {
    expect(meaning(buildOneOf(anon('a5', FP, cost)))).toMatch(/^a22/)
  })

  it.each(['', '80', 'ff', '0001', 'ff00', '008000000000000000', '010000000000000000'])(
    'rejects an INTEGER of "%s"',
    (cost) => {
      expect(meaning(buildOneOf(anon('a5', FP, cost)))).toBe('invalid')
    },
  )
})

describe('subtypes of an anonymous condition', () => {
  const normal = meaning(buildOneOf(anon('a2', FP, '01', '0204')))

  it.each(['0204', '000400', '00040000', '020000000004'])('accepts %s with the same meaning', (subtypes) => {
    expect(meaning(buildOneOf(anon('a2', FP, '01', subtypes)))).toBe(normal)
  })

  it.each(['', '0304', '0207', '0804', '080400'])('rejects "%s" as malformed', (subtypes) => {
    expect(meaning(buildOneOf(anon('a2', FP, '01', subtypes)))).toBe('invalid')
  })

  it('accepts an empty set, and fails for unknown types', () => {
    expect(meaning(buildOneOf(anon('a2', FP, '01', '00')))).toBe(meaning(buildOneOf(anon('a2', FP, '01', '0700'))))
    expect(meaning(buildOneOf(anon('a2', FP, '01', '03000008')))).toBe('false')
    expect(meaning(buildOneOf(anon('a2', FP, '01', '0640')))).toBe('false')
  })
})

describe('prefix fulfillments', () => {
  const prefixed = (sub: string) => item('a1', item('80', 'aa'), item('81', '20'), item('a2', sub))

  it('parses them, but never verifies them', () => {
    expect(meaning(prefixed(plain))).toBe('false')
    expect(meaning(item('a2', item('a0', prefixed(plain)), item('a1')))).toBe('false')
    expect(meaning(prefixed(prefixed(plain)))).toBe('false')
  })

  it('shows modules the contents of a prefix', () => {
    const both = item('a2', item('a0', prefixed(plain), item('af', item('80', 'e4'))), item('a1'))
    const fulfillment = readFulfillment(hex(both)) as Fulfillment
    expect(firstSecpKey(fulfillment)).toEqual(P1)
    expect(collectEvalCodes(fulfillment)).toEqual([hex('e4')])
  })
})

describe('costOfThreshold', () => {
  it('sums the largest costs if all are below 2^31', () => {
    expect(costOfThreshold(2, [1n, 5n, 3n])).toBe(8n + 3072n)
    expect(costOfThreshold(1, [131072n, 0x7fffffffn])).toBe(0x7fffffffn + 2048n)
    expect(costOfThreshold(0, [])).toBe(0n)
    expect(costOfThreshold(3, [1n])).toBe(1n + 1024n)
  })

  // Vectors of the reference: vectors/verdicts, cc-cost. The first value of each is the cost that it counted as the
  // largest.
  it.each([
    [131072n, [131072n, 0n, 2147483648n]],
    [131072n, [131072n, 131072n, 2147614720n]],
    [131072n, [131072n, 131072n, 2147483648n, 2147614720n]],
    [131072n, [131072n, 0n, 0n, 3221225472n, 5368709120n, 3221225472n]],
    [131072n, [131072n, 131072n, 4294967296n, 2147483648n, 8589934597n]],
    [131072n, [131072n, 0n, 0n, 1073741824n, 2147614720n, 4294967295n, 3221225472n]],
    [1073741824n, [131072n, 1073741824n, 7516192768n, 2147483648n, 2147614720n, 3221225472n]],
    [1073741824n, [131072n, 131072n, 1073741824n, 8589934597n, 2147614720n, 8589934597n, 7516192768n]],
    [
      2147614720n,
      [131072n, 1073741824n, 2147614720n, 2147614720n, 5368709120n, 4294967296n, 3221225472n, 1101659111424n],
    ],
  ])('counts %s as the largest if the comparison wraps', (counted, costs) => {
    expect(costOfThreshold(1, costs)).toBe(counted + 1024n * BigInt(costs.length))
  })
})
