/** Codes of the reject message and of RPC error texts (p2p.md §3). */
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
 * What to do with the header, block or transaction (protocol/README.md findings 19 and 20):
 * - `refused`: header or structure is wrong; nothing is stored and nothing is marked
 * - `inconclusive`: a block does not fit its place in the chain; it may be kept, and is judged again when it is connected
 * - `invalid`: found while connecting; the block and all its descendants are marked as failed
 * - `future`: too early by our clock, to be tried again later
 * - `dropped`: so early that it is dropped silently
 */
export type VerdictKind = 'refused' | 'inconclusive' | 'invalid' | 'future' | 'dropped'

export interface Violation {
  readonly ok: false
  readonly kind: VerdictKind
  /** one of REJECT */
  readonly code: number
  /** text that other nodes use for the rule; '' where they give none (`submitblock` then says `rejected`) */
  readonly reason: string
  /** how much a peer's ban score grows by the rule itself */
  readonly score: number
  /** name of the rule for logs, where `reason` is '' */
  readonly rule?: string
}

export type Verdict = { readonly ok: true } | Violation

export const VALID: { readonly ok: true } = { ok: true }

/**
 * @param score ban score of the rule, 100 unless the rule is lenient
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

/** Returns the rule that was broken, never empty: for logs. Peers and RPC get `reason`, as the reference words it. */
export const logReason = ({ reason, rule, kind }: Pick<Violation, 'reason' | 'rule' | 'kind'>): string =>
  reason || (rule ?? (kind === 'invalid' ? 'a script or contract does not hold' : kind))

/** The first verdict that is not ok; later checks are not run. */
export function firstViolation(...checks: readonly (() => Verdict)[]): Verdict {
  for (const check of checks) {
    const verdict = check()
    if (!verdict.ok) return verdict
  }
  return VALID
}
