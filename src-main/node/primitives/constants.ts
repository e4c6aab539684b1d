/**
 * Versions and group ids of the two overwintered transaction forms, which must match (transactions-and-script.md §1).
 */
export const OVERWINTER_VERSION = 3
export const OVERWINTER_GROUP = 0x03c48270
export const SAPLING_VERSION = 4
export const SAPLING_GROUP = 0x892f2085

/** Sizes of the shielded parts, which are kept as opaque bytes. */
export const SHIELDED_SPEND_BYTES = 384
export const SHIELDED_OUTPUT_BYTES = 948
/** JoinSplit with a PHGR proof, before version 4 */
export const JOIN_SPLIT_PHGR_BYTES = 1802
/** JoinSplit with a Groth proof, in version 4 */
export const JOIN_SPLIT_GROTH_BYTES = 1698
export const JOIN_SPLIT_AUTH_BYTES = 96
export const BINDING_SIG_BYTES = 64

/** Minimum serialised sizes. No item on the wire can be shorter, which bounds every announced count. */
export const MIN_INPUT_BYTES = 41
export const MIN_OUTPUT_BYTES = 9
export const MIN_TRANSACTION_BYTES = 10
