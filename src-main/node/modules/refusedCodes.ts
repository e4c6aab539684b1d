import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { Transaction } from '../primitives/index.ts'

/**
 * Contracts of the family that no transaction satisfies (other-evals.md §1). State machines, auctions and lotteries have no
 * rules, and what is locked with them stays there. Imports would need what the chain they come from has notarised; without
 * that, and on chains that import nothing, none of theirs is valid either.
 */
const NO_RULES: readonly number[] = [EVAL_CODES.fsm, EVAL_CODES.auction, EVAL_CODES.lotto]

/** Why a code of them is refused; undefined: it is another one. */
export const refusalOfCode = (code: number): string | undefined =>
  NO_RULES.includes(code) ? 'no validation yet' : undefined

/** Why an import is refused, which happens before its code's parameters are looked at; undefined: it is none. */
export function refusalOfImport(code: number, { vout }: Transaction): string | undefined {
  if (code === EVAL_CODES.importpayout) return vout.length === 0 ? 'no-vouts' : 'invalid-payload'
  if (code === EVAL_CODES.importcoin) return vout.length < 2 ? 'too-few-vouts' : 'invalid-params'
  return undefined
}
