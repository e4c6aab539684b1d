import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import type { Transaction } from '../../primitives/index.ts'
import { p2pkScript } from '../../script/index.ts'
import {
  type BuildContext,
  BuildError,
  type CoinSource,
  finaliseTransaction,
  type SpendableCoin,
  selectNormalInputs,
} from '../../transactions/index.ts'
import { parseCoinAmount } from '../framework/coinAmount.ts'
import { CLAIM_COST } from './faucetPool.ts'
import { FAUCET_KEY } from './keys.ts'
import { FAUCET_POOL_SCRIPT, FAUCET_SIZE } from './validate.ts'

const FUND_INPUTS = 64
/** Input limit if 64 inputs do not suffice: the maximum below the size that nodes relay. */
const MORE_INPUTS = 500
/**
 * Parses the amount of a funding, written in coins. Returns satoshis.
 * @throws BuildError
 */
export function parseFunding(text: string): bigint {
  return parseCoinAmount(text, 'funding amount')
}

/**
 * Builds a signed transaction that pays into the pool (faucet.md §3).
 * @throws BuildError
 */
export function buildFaucetFund(amount: bigint, context: BuildContext & { readonly coins: CoinSource }): Transaction {
  const { coins, mempool } = context
  const total = amount + CONTRACT_FEE
  const inputs =
    selectNormalInputs(coins, total, FUND_INPUTS, mempool) ?? selectNormalInputs(coins, total, MORE_INPUTS, mempool)
  if (inputs === undefined) throw new BuildError('funds', 'couldnt create faucet funding transaction')
  const outputs = [{ value: amount, scriptPubKey: FAUCET_POOL_SCRIPT }]
  return finaliseTransaction({ inputs, outputs, unlocking: [] }, context)
}

/** Letter of a claim in its OP_RETURN data. */
const FUNC_GET = 0x47

function claimData(counter: number): Uint8Array {
  const data = Uint8Array.of(EVAL_CODES.faucet, FUNC_GET, 0, 0, 0, 0)
  new DataView(data.buffer).setUint32(2, counter, true)
  return data
}

/**
 * Builds a signed claim for the context's key (faucet.md §1), without proof of work. The search then varies its counter
 * (the last four bytes of its last output) and its signatures. `deposits` must total at least CLAIM_COST.
 * @throws BuildError
 */
export function buildClaim(deposits: readonly SpendableCoin[], counter: number, context: BuildContext): Transaction {
  const rest = deposits.reduce((sum, { value }) => sum + value, -CLAIM_COST)
  const change = rest > 0n ? [{ value: rest, scriptPubKey: FAUCET_POOL_SCRIPT }] : []
  return finaliseTransaction(
    {
      inputs: deposits,
      outputs: [...change, { value: FAUCET_SIZE, scriptPubKey: p2pkScript(context.pubkey) }],
      data: claimData(counter),
      unlocking: [{ tree: ccOne(EVAL_CODES.faucet, FAUCET_KEY.publicKey), privateKey: FAUCET_KEY.privateKey }],
    },
    context,
  )
}
