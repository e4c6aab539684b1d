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

/** Rules that script verification can be asked to apply. Each one only ever forbids more. */
export const SCRIPT_FLAGS = {
  NONE: 0,
  /** run the script behind a script hash (BIP 16) */
  P2SH,
  /** defined hash types, and public keys that are compressed or uncompressed */
  STRICTENC,
  /** strict DER (BIP 66). Always applied on this chain, flag or not: the name is here because lists of flags have it */
  DERSIG,
  /** S at most half the group order */
  LOW_S,
  /** the extra element that CHECKMULTISIG takes must be empty */
  NULLDUMMY,
  /** input scripts only push */
  SIGPUSHONLY,
  /** pushes and numbers in their shortest form */
  MINIMALDATA,
  /** operations that are kept for later must not run */
  DISCOURAGE_UPGRADABLE_NOPS,
  /** exactly one element is left at the end; wants P2SH too */
  CLEANSTACK,
  /** BIP 65 */
  CHECKLOCKTIMEVERIFY,

  /** what blocks must satisfy (transactions-and-script.md §3) */
  BLOCK: P2SH | CHECKLOCKTIMEVERIFY,
  /** what decides whether a refused transaction was invalid or merely not standard */
  MANDATORY: P2SH,
  /** what the mempool demands */
  STANDARD:
    P2SH | STRICTENC | MINIMALDATA | NULLDUMMY | DISCOURAGE_UPGRADABLE_NOPS | CLEANSTACK | CHECKLOCKTIMEVERIFY | LOW_S,
} as const
