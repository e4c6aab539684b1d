import { sha256 } from '../crypto/index.ts'
import { compareBytes } from '../util/index.ts'
import { derItem, integerContent } from './der.ts'
import { CONDITION_TYPE, type Condition, type ConditionTypeId, type ThresholdCondition } from './types.ts'

const SIGNATURE_COST = 131072
const EVAL_COST = 1048576
const COST_PER_SUB = 1024

const THRESHOLD_BIT = 1 << CONDITION_TYPE.threshold
/** Types that carry a signature. */
const SIGNING_MASK = (1 << CONDITION_TYPE.ed25519) | (1 << CONDITION_TYPE.secp256k1)
const SUPPORTED_MASK = SIGNING_MASK | THRESHOLD_BIT | (1 << CONDITION_TYPE.preimage) | (1 << CONDITION_TYPE.eval)

/** Type number of a node; of the hidden condition, if it is anonymous. */
export function typeIdOf(condition: Condition): ConditionTypeId {
  return condition.type === 'anon' ? condition.typeId : CONDITION_TYPE[condition.type]
}

/** Types strictly inside a compound condition, without the threshold bit; 0 for a simple one. */
function subtypesOf(condition: Condition): number {
  if (condition.type === 'anon') return condition.subtypes
  if (condition.type !== 'threshold') return 0
  let mask = 0
  for (const sub of condition.subs) mask |= typeMaskOf(sub)
  return mask & ~THRESHOLD_BIT
}

/** Bit mask of the node's own type and everything inside it. */
export function typeMaskOf(condition: Condition): number {
  return (1 << typeIdOf(condition)) | subtypesOf(condition)
}

/** Whether scripts may use it: only known types, and something that has to be signed (crypto-conditions.md §1). */
export function isSupportedCondition(condition: Condition): boolean {
  const mask = typeMaskOf(condition)
  return (mask & ~SUPPORTED_MASK) === 0 && (mask & SIGNING_MASK) !== 0
}

export function isSigningNode(condition: Condition): boolean {
  return (SIGNING_MASK & (1 << typeIdOf(condition))) !== 0
}

/** Cost of a condition (crypto-conditions.md §1). */
export function costOf(condition: Condition): number {
  switch (condition.type) {
    case 'anon':
      return condition.cost
    case 'preimage':
      return condition.preimage.length
    case 'threshold':
      return thresholdCost(condition)
    case 'eval':
      return EVAL_COST
    default:
      return SIGNATURE_COST
  }
}

function thresholdCost({ threshold, subs }: ThresholdCondition): number {
  const costs = subs.map(costOf)
  // The network compares costs through a 32-bit integer. Only a foreign sub-condition can claim a cost large enough for
  // the difference to wrap, and then the wrapped order decides which costs are summed.
  costs.sort((a, b) => (b - a) | 0)
  let cost = COST_PER_SUB * subs.length
  for (let i = 0; i < threshold && i < costs.length; i++) cost += costs[i] as number
  return cost
}

/** SHA-256 over the contents that identify a condition (crypto-conditions.md §2), 32 bytes. */
export function fingerprintOf(condition: Condition): Uint8Array {
  switch (condition.type) {
    case 'anon':
      return condition.fingerprint
    case 'preimage':
      return sha256(condition.preimage)
    case 'eval':
      return sha256(condition.code)
    case 'threshold':
      return sha256(
        derItem(
          0x30,
          derItem(0x80, integerContent(condition.threshold)),
          derItem(0xa1, ...sortedSet(condition.subs.map(encodeCondition))),
        ),
      )
    default:
      return sha256(derItem(0x30, derItem(0x80, condition.publicKey)))
  }
}

/** SET OF order of DER: ascending bytes. Sorts in place. */
export function sortedSet(items: Uint8Array[]): Uint8Array[] {
  return items.sort(compareBytes)
}

/** Content of the BIT STRING that lists subtypes: most significant bit first, ending at the last set bit. */
export function subtypesContent(mask: number): Uint8Array {
  const last = mask === 0 ? 0 : 31 - Math.clz32(mask)
  const out = new Uint8Array(2 + (last >> 3))
  out[0] = 7 - (last % 8)
  for (let id = 0; id <= last; id++) {
    if ((mask >>> id) & 1) out[1 + (id >> 3)] = (out[1 + (id >> 3)] as number) | (0x80 >> (id % 8))
  }
  return out
}

/** The binary form of a condition: what an output's script pushes (crypto-conditions.md §2). */
export function encodeCondition(condition: Condition): Uint8Array {
  const typeId = typeIdOf(condition)
  const fingerprint = derItem(0x80, fingerprintOf(condition))
  const cost = derItem(0x81, integerContent(costOf(condition)))
  const compound = typeId === CONDITION_TYPE.threshold || typeId === CONDITION_TYPE.prefix
  return compound
    ? derItem(0xa0 | typeId, fingerprint, cost, derItem(0x82, subtypesContent(subtypesOf(condition))))
    : derItem(0xa0 | typeId, fingerprint, cost)
}
