import { CONDITION_TYPE, type Condition, type ConditionTypeId } from './types.ts'

const THRESHOLD_BIT = 1 << CONDITION_TYPE.threshold
/** Bits of the types that carry a signature. */
const SIGNING_MASK = (1 << CONDITION_TYPE.ed25519) | (1 << CONDITION_TYPE.secp256k1)
const SUPPORTED_MASK = SIGNING_MASK | THRESHOLD_BIT | (1 << CONDITION_TYPE.preimage) | (1 << CONDITION_TYPE.eval)
/** Bit that belongs to no type, for a node for which a fulfillment had too few bytes. */
const UNREADABLE_BIT = 1 << 31

/** Returns the type number of a node, or that of the hidden condition if the node is anonymous. */
export function getTypeId(condition: Condition): ConditionTypeId {
  return condition.type === 'anon' ? condition.typeId : CONDITION_TYPE[condition.type]
}

/** Returns true if conditions of this type list the types inside them. */
export function isCompound(typeId: ConditionTypeId): boolean {
  return typeId === CONDITION_TYPE.threshold || typeId === CONDITION_TYPE.prefix
}

/** Returns the types inside a compound condition as it lists them: without the threshold bit. */
export function insideMask(typeMask: number): number {
  return typeMask & ~THRESHOLD_BIT
}

/** Returns the bit mask of the node's own type and everything inside it. */
function computeTypeMask(node: Condition): number {
  switch (node.type) {
    case 'anon':
      return (1 << node.typeId) | node.subtypes | (node.fingerprint.length === 0 ? UNREADABLE_BIT : 0)
    case 'threshold':
      return node.subs.reduce((mask, sub) => mask | computeTypeMask(sub), THRESHOLD_BIT)
    case 'prefix':
      return (1 << CONDITION_TYPE.prefix) | computeTypeMask(node.sub)
    case 'ed25519':
      return (1 << CONDITION_TYPE.ed25519) | (node.publicKey.length === 0 ? UNREADABLE_BIT : 0)
    default:
      return 1 << CONDITION_TYPE[node.type]
  }
}

/**
 * Returns true if scripts may use a condition with this type mask: only known types, including a signing one
 * (crypto-conditions.md §1).
 */
export function isSupportedMask(typeMask: number): boolean {
  return (typeMask & ~SUPPORTED_MASK) === 0 && (typeMask & SIGNING_MASK) !== 0
}

/**
 * Returns true if scripts may use the condition. A node that was not read completely is not supported: no known
 * condition matches it.
 */
export function isSupportedCondition(condition: Condition): boolean {
  return isSupportedMask(computeTypeMask(condition))
}
