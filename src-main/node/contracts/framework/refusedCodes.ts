import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { Transaction } from '../../primitives/index.ts'
import { fromHex } from '../../util/index.ts'

/**
 * Contracts of the family that no transaction satisfies (other-evals.md §1). State machines, auctions and lotteries have no
 * rules, and what is locked with them stays there. A coin import has one input that spends nothing, which no spend of a
 * condition is.
 */
const NO_RULES: readonly number[] = [EVAL_CODES.fsm, EVAL_CODES.auction, EVAL_CODES.lotto]

/** Why a code of them is refused; undefined: it is another one. */
export const refusalOfCode = (code: number): string | undefined =>
  NO_RULES.includes(code) ? 'no validation yet' : undefined

/** Why a spend is no coin import, which is said before its code's parameters are looked at. */
export const refusalOfImport = ({ vout }: Transaction): string => (vout.length < 2 ? 'too-few-vouts' : 'invalid-params')

/** Public keys of the contracts without rules; only addresses are made of them (other-evals.md §4). */
export const KEYS_WITHOUT_RULES = {
  fsm: fromHex('039b52d294b413b07f3643c1a28c5467901a76562d8b39a785910ae0a0f3043810'),
  auction: fromHex('037eefe050c14cb60ae65d5b2f69eaa1c9006826d729bc0957bdc3024e3ca1dbe6'),
  lotto: fromHex('03f72d2c4db440df1e706502b09ca5fec73ffe954ea1883e4049e98da68690d98f'),
} as const
