const P2SH = 1 << 0
const STRICTENC = 1 << 1
const DERSIG = 1 << 2
const LOW_S = 1 << 3
const NULLDUMMY = 1 << 4
const SIGPUSHONLY = 1 << 5
const MINIMALDATA = 1 << 6
const DISCOURAGE_UPGRADABLE_NOPS = 1 << 7
const CLEANSTACK = 1 << 8
const CHECKLOCKTIMEVERIFY = 1 << 9

/** Optional rules of script verification. Each flag only adds restrictions. */
export const SCRIPT_FLAGS = {
  NONE: 0,
  /** evaluate P2SH redeem scripts (BIP 16) */
  P2SH,
  /** defined hash types, and public keys that are compressed or uncompressed */
  STRICTENC,
  /**
   * strict DER (BIP 66). Always applied on this chain, with or without the flag. It exists because lists of flags name
   * it.
   */
  DERSIG,
  /** S at most half the group order */
  LOW_S,
  /** the extra element of CHECKMULTISIG must be empty */
  NULLDUMMY,
  /** input scripts contain only pushes */
  SIGPUSHONLY,
  /** pushes and numbers in their shortest form */
  MINIMALDATA,
  /** operations reserved for upgrades must not run */
  DISCOURAGE_UPGRADABLE_NOPS,
  /** exactly one element remains at the end; requires P2SH */
  CLEANSTACK,
  /** BIP 65 */
  CHECKLOCKTIMEVERIFY,

  /** rules that blocks must satisfy (transactions-and-script.md §3) */
  BLOCK: P2SH | CHECKLOCKTIMEVERIFY,
  /** rules that decide whether a rejected transaction was invalid or only nonstandard */
  MANDATORY: P2SH,
  /** rules of the mempool */
  STANDARD:
    P2SH | STRICTENC | MINIMALDATA | NULLDUMMY | DISCOURAGE_UPGRADABLE_NOPS | CLEANSTACK | CHECKLOCKTIMEVERIFY | LOW_S,
} as const
