/** Type numbers of the condition types (crypto-conditions.md §1). They are also the bits of a type mask. */
export const CONDITION_TYPE = {
  preimage: 0,
  prefix: 1,
  threshold: 2,
  ed25519: 4,
  secp256k1: 5,
  eval: 15,
} as const

export type ConditionTypeId = (typeof CONDITION_TYPE)[keyof typeof CONDITION_TYPE]

export interface PreimageCondition {
  readonly type: 'preimage'
  readonly preimage: Uint8Array
}

/** Condition on a message with a prefix. This node cannot verify it, so a script that requires it fails. */
export interface PrefixCondition {
  readonly type: 'prefix'
  readonly prefix: Uint8Array
  readonly maxMessageLength: bigint
  readonly sub: Condition
}

/** Condition that is fulfilled if `threshold` of `subs` are. */
export interface ThresholdCondition {
  readonly type: 'threshold'
  readonly threshold: number
  readonly subs: readonly Condition[]
}

export interface Ed25519Condition {
  readonly type: 'ed25519'
  /** 32 bytes; empty if a fulfillment had too few */
  readonly publicKey: Uint8Array
  /** 64 bytes; absent while unsigned, or if a fulfillment had too few */
  readonly signature?: Uint8Array
}

export interface Secp256k1Condition {
  readonly type: 'secp256k1'
  /** 33 bytes, compressed */
  readonly publicKey: Uint8Array
  /** 64 bytes, compact; absent while unsigned, or if a fulfillment had too few */
  readonly signature?: Uint8Array
}

/** Condition validated by a contract module. The first byte of the code selects the module. */
export interface EvalCondition {
  readonly type: 'eval'
  readonly code: Uint8Array
}

/** Condition known only by its fingerprint, as in the unfulfilled part of a fulfillment. */
export interface AnonCondition {
  readonly type: 'anon'
  readonly typeId: ConditionTypeId
  /** 32 bytes; empty if a fulfillment had too few */
  readonly fingerprint: Uint8Array
  /** unsigned, 64 bits; the network computes modulo 2^64 */
  readonly cost: bigint
  /** type mask of the conditions inside, without the threshold bit; 0 unless threshold or prefix */
  readonly subtypes: number
}

export type Condition =
  | PreimageCondition
  | PrefixCondition
  | ThresholdCondition
  | Ed25519Condition
  | Secp256k1Condition
  | EvalCondition
  | AnonCondition

/**
 * Tree parsed from a fulfillment. Signing nodes carry signatures, a threshold equals the number of its fulfilled nodes
 * (which come first), and all other nodes are anonymous.
 */
export type Fulfillment = Exclude<Condition, AnonCondition>
