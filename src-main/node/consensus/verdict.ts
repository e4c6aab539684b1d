/** Codes of the reject message and in RPC error texts (p2p.md §3). */
export const REJECT = {
  MALFORMED: 0x01,
  INVALID: 0x10,
  OBSOLETE: 0x11,
  DUPLICATE: 0x12,
  NONSTANDARD: 0x40,
  DUST: 0x41,
  INSUFFICIENT_FEE: 0x42,
  CHECKPOINT: 0x43,
} as const

/**
 * How to treat the header, block or transaction (protocol/README.md findings 19 and 20).
 * - `refused`: header or structure is invalid; nothing is stored or marked
 * - `inconclusive`: a block breaks a contextual rule; it may be kept, and is checked again when it connects
 * - `invalid`: found while connecting; the block and its descendants are marked as failed
 * - `future`: too early by the node's clock; retried later
 * - `dropped`: too far in the future; dropped silently
 */
export type VerdictKind = 'refused' | 'inconclusive' | 'invalid' | 'future' | 'dropped'

export interface Violation {
  readonly ok: false
  readonly kind: VerdictKind
  /** a value of REJECT */
  readonly code: number
  /** komodod's text for the rule, or '' if it has none (`submitblock` then returns `rejected`) */
  readonly reason: string
  /** ban score for the peer */
  readonly score: number
  /** name of the rule for logs if `reason` is '' */
  readonly rule?: string
}

export type Verdict = { readonly ok: true } | Violation

export const VALID: { readonly ok: true } = { ok: true }

/**
 * @param score ban score of the rule; 100 except for lenient rules
 * @param rule see Violation
 */
export function violation(
  kind: VerdictKind,
  reason: string,
  {
    score = 100,
    code = REJECT.INVALID,
    rule,
  }: { readonly score?: number; readonly code?: number; readonly rule?: string } = {},
): Violation {
  return { ok: false, kind, code, reason, score, ...(rule !== undefined && { rule }) }
}

/** Returns the violated rule for logs, never empty. Peers and RPC get `reason` in komodod's wording. */
export const logReason = ({ reason, rule, kind }: Pick<Violation, 'reason' | 'rule' | 'kind'>): string =>
  reason || (rule ?? (kind === 'invalid' ? 'invalid script or contract' : kind))

/** Returns the first verdict that is not ok. Later checks are not run. */
export function firstViolation(...checks: readonly (() => Verdict)[]): Verdict {
  for (const check of checks) {
    const verdict = check()
    if (!verdict.ok) return verdict
  }
  return VALID
}
