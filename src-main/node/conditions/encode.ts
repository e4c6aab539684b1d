import { compareBytes } from '../util/index.ts'
import { computeConditionCost, encodeCondition, sortedSet } from './attributes.ts'
import { derItem, integerContent } from './der.ts'
import type { Condition, ThresholdCondition } from './types.ts'

/**
 * Encodes a tree whose signing nodes have been signed as a binary fulfillment (crypto-conditions.md §2).
 * @throws Error if too few nodes are fulfilled: check `isFulfilled` first
 */
export function encodeFulfillment(tree: Condition): Uint8Array {
  const encoded = fulfillmentBytes(tree)
  if (!encoded) throw new Error('the condition is not fulfilled')
  return encoded
}

/** @returns undefined if the node cannot be fulfilled with the data it contains */
function fulfillmentBytes(node: Condition): Uint8Array | undefined {
  switch (node.type) {
    case 'anon':
      return undefined
    case 'prefix': {
      const sub = fulfillmentBytes(node.sub)
      const length = derItem(0x81, integerContent(node.maxMessageLength))
      return sub && derItem(0xa1, derItem(0x80, node.prefix), length, derItem(0xa2, sub))
    }
    case 'preimage':
      return derItem(0xa0, derItem(0x80, node.preimage))
    case 'eval':
      return derItem(0xaf, derItem(0x80, node.code))
    case 'ed25519':
      return node.signature && derItem(0xa4, derItem(0x80, node.publicKey), derItem(0x81, node.signature))
    case 'secp256k1':
      return node.signature && derItem(0xa5, derItem(0x80, node.publicKey), derItem(0x81, node.signature))
    case 'threshold':
      return thresholdBytes(node)
  }
}

function thresholdBytes({ threshold, subs }: ThresholdCondition): Uint8Array | undefined {
  const fulfilled: Uint8Array[] = []
  const rest: Uint8Array[] = []
  for (const sub of cheapestFirst(subs)) {
    const encoded = fulfilled.length < threshold ? fulfillmentBytes(sub) : undefined
    if (encoded) fulfilled.push(encoded)
    else rest.push(encodeCondition(sub))
  }
  if (fulfilled.length < threshold) return undefined
  return derItem(0xa2, derItem(0xa0, ...sortedSet(fulfilled)), derItem(0xa1, ...sortedSet(rest)))
}

/** Returns the nodes in the order in which they are chosen to be fulfilled: by cost, then by bytes of the condition. */
function cheapestFirst(subs: readonly Condition[]): readonly Condition[] {
  return subs
    .map((sub) => ({ sub, cost: computeConditionCost(sub), bytes: encodeCondition(sub) }))
    .sort((a, b) => Number(a.cost - b.cost) || compareBytes(a.bytes, b.bytes))
    .map(({ sub }) => sub)
}
