import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secp256k1 } from '../crypto/index.ts'
import { nightly, processorMillis } from '../testing/index.ts'
import { compareBytes, concat, equal, fromHex, toHex } from '../util/index.ts'
import {
  type Condition,
  collectEvalCodes,
  deriveCondition,
  encodeCondition,
  encodeFulfillment,
  type Fulfillment,
  firstSecpKey,
  isSigned,
  isSupportedCondition,
  isUsableCondition,
  MAX_CONDITION_DEPTH,
  readFulfillment,
  threshold,
  verifyFulfillment,
} from './index.ts'
import { fulfilledTree, mutated, pushedCondition, TEST_MESSAGE } from './testing/testTrees.ts'

const RUNS = { numRuns: nightly() ? 20_000 : 750 }

// Compares two parsers. The strict one accepts only canonical encodings and is implemented independently here as a
// grammar. The lenient one is that of the network, which this program uses.

type Grammar = (content: Uint8Array) => boolean

/** Matches exactly these tags and contents, in this order, with nothing after them. */
const sequence =
  (...fields: readonly (readonly [tag: number, grammar: Grammar])[]): Grammar =>
  (content) => {
    const items = parseItems(content)
    return (
      items?.length === fields.length && fields.every(([tag, is], i) => items[i]!.tag === tag && is(items[i]!.content))
    )
  }

/**
 * Parses items with definite, shortest lengths.
 * @returns undefined if the content has another form
 */
function parseItems(content: Uint8Array): { tag: number; content: Uint8Array; whole: Uint8Array }[] | undefined {
  const items: { tag: number; content: Uint8Array; whole: Uint8Array }[] = []
  for (let at = 0; at < content.length; ) {
    const form = content[at + 1] ?? 0xff
    const octets = form < 0x80 ? 0 : form - 0x80
    if (octets > 2) return undefined
    const digits = content.subarray(at + 2, at + 2 + octets)
    const length = octets === 0 ? form : digits.reduce((sum, digit) => sum * 256 + digit, 0)
    if (digits.length < octets || (octets > 0 && length < [0, 0x80, 0x100][octets]!)) return undefined
    const end = at + 2 + octets + length
    if (end > content.length) return undefined
    items.push({ tag: content[at]!, content: content.subarray(end - length, end), whole: content.subarray(at, end) })
    at = end
  }
  return items
}

const any: Grammar = () => true
const bytes =
  (length: number): Grammar =>
  (content) =>
    content.length === length
const integer: Grammar = (content) =>
  /^(00|[0-7].|00[89a-f].*|(?!00)[0-7].*)$/.test(toHex(content)) && content.length >= 1 && content.length <= 8
const subtypes: Grammar = (content) => {
  const last = content[content.length - 1]!
  const unused = content[0]!
  if (content.length === 2 && unused === 7 && last === 0) return true
  return content.length >= 2 && content.length <= 5 && unused < 8 && last % (2 << unused) === 1 << unused
}
const publicKey: Grammar = (content) => content.length === 33 && secp256k1.isPublicKey(content)

const simple = sequence([0x80, bytes(32)], [0x81, integer])
const compound = sequence([0x80, bytes(32)], [0x81, integer], [0x82, subtypes])
const CONDITIONS: Readonly<Record<number, Grammar>> = {
  160: simple,
  161: compound,
  162: compound,
  164: simple,
  165: simple,
  175: simple,
}
const FULFILLMENTS: Readonly<Record<number, (depth: number) => Grammar>> = {
  160: () => sequence([0x80, any]),
  161: (depth) => sequence([0x80, any], [0x81, integer], [0xa2, (content) => isStrict(content, depth - 1)]),
  162: (depth) =>
    sequence([0xa0, createSetGrammar((item) => isStrict(item, depth - 1))], [0xa1, createSetGrammar(isCondition)]),
  164: () => sequence([0x80, bytes(32)], [0x81, bytes(64)]),
  165: () => sequence([0x80, publicKey], [0x81, bytes(64)]),
  175: () => sequence([0x80, any]),
}

const createSetGrammar =
  (is: (item: Uint8Array) => boolean): Grammar =>
  (content) =>
    parseItems(content)?.every(
      ({ whole }, i, all) => is(whole) && (i === 0 || compareBytes(all[i - 1]!.whole, whole) <= 0),
    ) ?? false

function isCondition(item: Uint8Array): boolean {
  const [found] = parseItems(item) ?? []
  return CONDITIONS[found?.tag ?? 0]?.(found!.content) ?? false
}

/** Returns true if these bytes are the canonical encoding of a fulfilment. */
function isStrict(whole: Uint8Array, depth = MAX_CONDITION_DEPTH + 1): boolean {
  const items = parseItems(whole)
  if (items?.length !== 1 || depth === 0 || whole.length > 2047) return false
  return FULFILLMENTS[items[0]!.tag]?.(depth)(items[0]!.content) ?? false
}

/** Returns all properties of a fulfilment that the node reads. */
function describeFulfillment(fulfillment: Fulfillment) {
  return {
    condition: toHex(deriveCondition(fulfillment)),
    codes: collectEvalCodes(fulfillment).map(toHex),
    signer: firstSecpKey(fulfillment),
    supported: isSupportedCondition(fulfillment),
    signed: isSigned(fulfillment),
    verified: verifyFulfillment(fulfillment, TEST_MESSAGE),
  }
}

const item = (tag: number, ...contents: readonly Uint8Array[]): Uint8Array => {
  const content = concat(...contents)
  const { length } = content
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return concat(Uint8Array.of(tag, ...head), content)
}

/** Returns the extra bytes to append to the next string. */
type Tails = () => Uint8Array

/** Encodes a fulfilment like `encodeFulfillment`, but appends bytes to strings of a fixed length. */
function stretched(node: Condition, tails: Tails): Uint8Array {
  const sorted = (items: Uint8Array[]) => items.sort(compareBytes)
  const octets = (tag: number, content: Uint8Array) => item(tag, content, tails())
  switch (node.type) {
    case 'anon': {
      const { typeId, fingerprint, cost } = node
      const [, costItem] = parseItems(parseItems(encodeCondition({ ...node, typeId: 5, cost }))![0]!.content)!
      const zeros = tails().fill(0)
      const inside = typeId === 1 || typeId === 2 ? [item(0x82, Uint8Array.of(zeros.length > 0 ? 0 : 7, 0), zeros)] : []
      return item(0xa0 | typeId, octets(0x80, fingerprint), costItem!.whole, ...inside)
    }
    case 'threshold': {
      const [fulfilled, rest] = [node.subs.slice(0, node.threshold), node.subs.slice(node.threshold)]
      const encode = (sub: Condition) => stretched(sub, tails)
      return item(0xa2, item(0xa0, ...sorted(fulfilled.map(encode))), item(0xa1, ...sorted(rest.map(encode))))
    }
    case 'prefix': {
      const [, length] = parseItems(parseItems(encodeFulfillment(node))![0]!.content)!
      return item(0xa1, item(0x80, node.prefix), length!.whole, item(0xa2, stretched(node.sub, tails)))
    }
    case 'ed25519':
    case 'secp256k1':
      if (!node.signature) return stretched(asAnonymous(node), tails)
      return item(node.type === 'ed25519' ? 0xa4 : 0xa5, octets(0x80, node.publicKey), octets(0x81, node.signature))
    default:
      return encodeFulfillment(node)
  }
}

/** Converts an unsigned key to its anonymous condition. */
function asAnonymous(node: Condition): Condition {
  const whole = encodeCondition(node)
  return { type: 'anon', typeId: 5, fingerprint: whole.subarray(4, 36), cost: 131072n, subtypes: 0 }
}

const readable = (tree: Condition) => encodeFulfillment(tree).length <= 1200

const cycleTails = (lengths: readonly number[]): Tails => {
  let next = 0
  return () => new Uint8Array(lengths[next++ % lengths.length] ?? 0).fill(0x5a)
}
const tails = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 8 })

describe('strict and lenient parsing of a fulfilment', () => {
  it('agree on canonical encodings', () => {
    fc.assert(
      fc.property(fulfilledTree.filter(readable), (tree) => {
        const canonical = encodeFulfillment(tree)
        expect(isStrict(canonical)).toBe(true)
        const read = readFulfillment(canonical)!
        expect(encodeFulfillment(read)).toEqual(canonical)
        expect(describeFulfillment(read).condition).toBe(toHex(encodeCondition(tree)))
      }),
      RUNS,
    )
  })

  it('give the same meaning for strings with extra bytes, which only the lenient parser accepts', () => {
    fc.assert(
      fc.property(fulfilledTree.filter(readable), tails, (tree, lengths) => {
        const canonical = encodeFulfillment(tree)
        const longer = stretched(tree, cycleTails(lengths))
        fc.pre(longer.length <= 2047)
        expect(isStrict(longer)).toBe(equal(longer, canonical))
        // Extra bytes can change the order of nodes in a set, so the first key found may differ.
        const { condition, codes, supported, signed, verified } = describeFulfillment(readFulfillment(longer)!)
        const meant = describeFulfillment(readFulfillment(canonical)!)
        expect({ condition, supported, signed, verified }).toEqual({
          condition: meant.condition,
          supported: meant.supported,
          signed: meant.signed,
          verified: meant.verified,
        })
        expect(codes.toSorted()).toEqual(meant.codes.toSorted())
      }),
      RUNS,
    )
  })

  it('agree on all strict input, and everything else that is accepted has a strict form', () => {
    let both = 0
    let tolerantOnly = 0
    const changed = fc
      .tuple(fulfilledTree.filter(readable), tails, fc.boolean())
      .chain(([tree, lengths, stretch]) =>
        mutated(stretch ? stretched(tree, cycleTails(lengths)) : encodeFulfillment(tree)),
      )
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: changed }, fc.uint8Array({ maxLength: 60 })), (input) => {
        const read = readFulfillment(input)
        if (isStrict(input)) {
          both++
          expect(encodeFulfillment(read!)).toEqual(input)
          return
        }
        if (!read || !isWhole(read)) return
        tolerantOnly++
        const canonical = encodeFulfillment(read)
        expect(equal(canonical, input)).toBe(false)
        expect(isStrict(canonical)).toBe(true)
        const again = describeFulfillment(readFulfillment(canonical)!)
        const first = describeFulfillment(read)
        expect([again.supported, again.signed, again.verified]).toEqual([first.supported, first.signed, first.verified])
        expect(again.codes.toSorted()).toEqual(first.codes.toSorted())
        if (hasSmallCosts(read)) expect(again.condition).toBe(first.condition)
      }),
      { ...RUNS, numRuns: 3 * RUNS.numRuns },
    )
    // Checks that each branch was taken often enough for the comparison to count.
    expect(both).toBeGreaterThan(100)
    expect(tolerantOnly).toBeGreaterThan(100)
  })
})

/** Returns true if no field was too short to be read. */
function isWhole(node: Condition): boolean {
  switch (node.type) {
    case 'anon':
      return node.fingerprint.length === 32
    case 'threshold':
      return node.subs.every(isWhole)
    case 'prefix':
      return isWhole(node.sub)
    case 'ed25519':
      return node.publicKey.length === 32 && node.signature !== undefined
    case 'secp256k1':
      return node.signature !== undefined
    default:
      return true
  }
}

function hasSmallCosts(node: Condition): boolean {
  if (node.type === 'anon') return node.cost < 2n ** 30n
  if (node.type === 'prefix') return node.maxMessageLength < 2n ** 30n && hasSmallCosts(node.sub)
  return node.type !== 'threshold' || node.subs.every(hasSmallCosts)
}

describe('isUsableCondition', () => {
  it('accepts canonical conditions that scripts may use, with any bytes after them', () => {
    fc.assert(
      fc.property(fulfilledTree, fc.uint8Array({ maxLength: 20 }), (tree, tail) => {
        const whole = encodeCondition(tree)
        fc.pre(whole.length + tail.length <= 75)
        expect(isUsableCondition(whole)).toBe(isSupportedCondition(tree))
        expect(isUsableCondition(concat(whole, tail))).toBe(isSupportedCondition(tree))
      }),
      RUNS,
    )
  })

  it('accepts every anonymous condition that the stricter parser accepts', () => {
    fc.assert(
      fc.property(
        pushedCondition.chain((whole) => mutated(whole)),
        (pushed) => {
          const usable = isUsableCondition(pushed)
          // Parse the same bytes as an unfulfilled condition of a fulfilment.
          const read = readFulfillment(item(0xa2, item(0xa0), item(0xa1, pushed)))
          if (read?.type !== 'threshold' || read.subs.length !== 1 || pushed.length > 75) return
          if (isWhole(read)) expect(usable).toBe(isSupportedCondition(read.subs[0]!))
        },
      ),
      RUNS,
    )
  })
})

describe('parsing of hostile input', () => {
  const signed: Condition = {
    type: 'secp256k1',
    publicKey: fromHex(`02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`),
    signature: new Uint8Array(64),
  }
  const nested = (depth: number, inner: Uint8Array) => {
    let out = inner
    for (let i = 0; i < depth; i++) out = item(0xa2, item(0xa0, out), item(0xa1))
    return out
  }
  const many = (count: number, part: Uint8Array) => Array<Uint8Array>(count).fill(part)
  const cheap = item(0xa0, item(0x80))
  const smallest = item(0xa5, item(0x80), item(0x81, Uint8Array.of(0)))

  it.each([
    ['the deepest tree', nested(MAX_CONDITION_DEPTH, cheap)],
    ['a deep tree with much inside', nested(70, item(0xa2, item(0xa0, ...many(300, cheap)), item(0xa1)))],
    ['a wide tree', item(0xa2, item(0xa0, ...many(500, cheap)), item(0xa1))],
    ['many keys', item(0xa2, item(0xa0, ...many(19, encodeFulfillment(signed))), item(0xa1))],
    ['many anonymous conditions', item(0xa2, item(0xa0), item(0xa1, ...many(220, smallest)))],
    ['only heads', new Uint8Array(2047).fill(0xa2)],
    [
      'one long bit string',
      item(
        0xa2,
        item(0xa0),
        item(0xa1, item(0xa2, item(0x80), item(0x81, Uint8Array.of(0)), item(0x82, new Uint8Array(1900)))),
      ),
    ],
    ['deeper than allowed', nested(120, encodeFulfillment(signed))],
  ])('takes little processor time: %s', (_, input) => {
    expect(input.length).toBeLessThan(2300)
    const took = processorMillis(() => {
      for (let i = 0; i < 20; i++) {
        const read = readFulfillment(input)
        if (read) describeFulfillment(read)
      }
    })
    // A single signature costs more than twenty times less. This limit detects time that grows with the square of the
    // size.
    expect(took / 20).toBeLessThan(50)
  })

  it('throws no error for random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat({ max: 5 }), (tail, first) => {
        const input = concat(Uint8Array.of([0xa0, 0xa1, 0xa2, 0xa4, 0xa5, 0xaf][first]!), tail)
        const read = readFulfillment(input)
        if (read) describeFulfillment(read)
        isUsableCondition(input.subarray(0, 75))
      }),
      RUNS,
    )
  })

  it('leaves a tree of thresholds unchanged', () => {
    const tree = threshold(1, [signed])
    expect(readFulfillment(encodeFulfillment(tree))).toEqual(tree)
  })
})
