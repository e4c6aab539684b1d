import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { Transaction } from '../../primitives/index.ts'
import { fromHex } from '../../util/index.ts'

/**
 * komodod contracts whose conditions no transaction can satisfy (other-evals.md §1). State machines, auctions and
 * lotteries have no rules, so their outputs stay locked. A coin import has a single input that spends nothing, so a
 * transaction that spends a condition cannot be one.
 */
const NO_RULES: readonly number[] = [EVAL_CODES.fsm, EVAL_CODES.auction, EVAL_CODES.lotto]

/** Returns why a code without rules is rejected, or undefined for other codes. */
export const findCodeRejection = (code: number): string | undefined =>
  NO_RULES.includes(code) ? 'no validation yet' : undefined

/** Returns why a spend is not a coin import. This check precedes that of the code's parameters. */
export const importRejection = ({ vout }: Transaction): string => (vout.length < 2 ? 'too-few-vouts' : 'invalid-params')

/** Public keys of the contracts without rules, used only for addresses (other-evals.md §4). */
export const KEYS_WITHOUT_RULES = {
  fsm: fromHex('039b52d294b413b07f3643c1a28c5467901a76562d8b39a785910ae0a0f3043810'),
  auction: fromHex('037eefe050c14cb60ae65d5b2f69eaa1c9006826d729bc0957bdc3024e3ca1dbe6'),
  lotto: fromHex('03f72d2c4db440df1e706502b09ca5fec73ffe954ea1883e4049e98da68690d98f'),
} as const
