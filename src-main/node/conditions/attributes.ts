import { sha256 } from '../crypto/index.ts'
import { compareBytes } from '../util/index.ts'
import { costOfThreshold, EVAL_COST, prefixCost, SIGNATURE_COST } from './cost.ts'
import { derItem, integerContent } from './der.ts'
import { getTypeId, insideMask, isCompound } from './typeMask.ts'
import type { AnonCondition, Condition, ConditionTypeId } from './types.ts'

/**
 * Returns a condition in its public form: fingerprint (SHA-256 over the contents of crypto-conditions.md §2), cost and
 * types. Visits each node once, at any depth.
 */
function anonymous(node: Condition): AnonCondition {
  switch (node.type) {
    case 'anon':
      return node
    case 'preimage':
      return simple(node, node.preimage, BigInt(node.preimage.length))
    case 'eval':
      return simple(node, node.code, EVAL_COST)
    case 'threshold': {
      const subs = node.subs.map(anonymous)
      const conditions = sortedSet(subs.map(conditionBytes))
      const threshold = derItem(0x80, integerContent(BigInt(node.threshold)))
      const cost = costOfThreshold(
        node.threshold,
        subs.map((sub) => sub.cost),
      )
      return compound(node, derItem(0x30, threshold, derItem(0xa1, ...conditions)), cost, subs)
    }
    case 'prefix': {
      const sub = anonymous(node.sub)
      const { prefix, maxMessageLength } = node
      const length = derItem(0x81, integerContent(maxMessageLength))
      const contents = derItem(0x30, derItem(0x80, prefix), length, derItem(0xa2, conditionBytes(sub)))
      return compound(node, contents, prefixCost(prefix.length, maxMessageLength, sub.cost), [sub])
    }
    default:
      return simple(node, derItem(0x30, derItem(0x80, node.publicKey)), SIGNATURE_COST)
  }
}

function simple(node: Condition, contents: Uint8Array, cost: bigint): AnonCondition {
  return { type: 'anon', typeId: getTypeId(node), fingerprint: sha256(contents), cost, subtypes: 0 }
}

function compound(node: Condition, contents: Uint8Array, cost: bigint, subs: readonly AnonCondition[]): AnonCondition {
  const subtypes = insideMask(subs.reduce((mask, sub) => mask | (1 << sub.typeId) | sub.subtypes, 0))
  return { type: 'anon', typeId: getTypeId(node), fingerprint: sha256(contents), cost, subtypes }
}

/** Returns the cost of a condition (crypto-conditions.md §1 and §9.3). */
export function computeConditionCost(condition: Condition): bigint {
  return anonymous(condition).cost
}

/** Sorts in place by ascending bytes, the SET OF order of DER. */
export function sortedSet(items: Uint8Array[]): Uint8Array[] {
  return items.sort(compareBytes)
}

/** Returns the BIT STRING content of subtypes: most significant bit first, ending at the last set bit. */
function subtypesContent(mask: number): Uint8Array {
  const last = mask === 0 ? 0 : 31 - Math.clz32(mask)
  const out = new Uint8Array(2 + (last >> 3))
  out[0] = 7 - (last % 8)
  for (let id = 0; id <= last; id++) {
    if ((mask >>> id) & 1) out[1 + (id >> 3)] = (out[1 + (id >> 3)] as number) | (0x80 >> (id % 8))
  }
  return out
}

function conditionBytes({ typeId, fingerprint, cost, subtypes }: AnonCondition): Uint8Array {
  const tag = conditionTag(typeId)
  const head = derItem(0x80, fingerprint)
  const price = derItem(0x81, integerContent(cost))
  return isCompound(typeId)
    ? derItem(tag, head, price, derItem(0x82, subtypesContent(subtypes)))
    : derItem(tag, head, price)
}

function conditionTag(typeId: ConditionTypeId): number {
  return 0xa0 | typeId
}

/** Encodes a condition to its binary form, which an output's script pushes (crypto-conditions.md §2). */
export function encodeCondition(condition: Condition): Uint8Array {
  return conditionBytes(anonymous(condition))
}
