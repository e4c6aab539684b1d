import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { branchIdAt, type ChainParams, isEvalCodeEnabled, transactionForm } from '../../consensus/index.ts'
import type { AddressIndexView, ChainView, Clock, Logger, Random } from '../../core/index.ts'
import type { Mempool } from '../../mempool/index.ts'
import { serializeTransaction, type Transaction } from '../../primitives/index.ts'
import { type BuildContext, BuildError, type CoinSource } from '../../transactions/index.ts'
import { buildClaim, buildFaucetFund } from './build.ts'
import { CLAIM_REFUSED } from './claimSearch.ts'
import { createClaims } from './claims.ts'
import type { ClaimDeps, Claims, PreparedClaim } from './claimTypes.ts'
import { type CheckName, type ClaimCondition, checkEligibility, type EligibilityDeps } from './eligibility.ts'
import { createFaucetHistory, type FaucetHistory } from './faucetHistory.ts'
import { createFaucetPool } from './faucetPool.ts'
import type { StartSearch } from './search/types.ts'

export interface FaucetDeps {
  readonly params: Pick<ChainParams, 'ccEnabled' | 'evalCodes' | 'coinbaseMaturity'>
  readonly chain: ChainView
  readonly mempool: Mempool
  /** undefined: the node runs without it, or without the spent index, which a faucet needs as well */
  readonly addressIndex: AddressIndexView | undefined
  readonly pubkey: () => Uint8Array | undefined
  readonly isOwn: (txid: Uint8Array) => boolean
  readonly buildContext: (pubkey: Uint8Array) => BuildContext
  readonly startSearch: StartSearch
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  readonly timers: ClaimDeps['timers']
}

/** The chain's one faucet, as this node's calls see it. */
export interface Faucet {
  /** satoshis that claims can be paid from; undefined without the indexes */
  funding(): bigint | undefined
  /** every condition of a claim, in the order of the contract */
  eligibility(): ClaimCondition[]
  /** @throws BuildError */
  fund(amount: bigint, context: BuildContext & { readonly coins: CoinSource }): Transaction
  readonly claims: Claims
  /** undefined without the indexes */
  readonly history: FaucetHistory | undefined
}

/** Of several failed conditions, the first in this order is reported. */
const SPEAKING_ORDER: readonly CheckName[] = ['pubkey', 'conditions', 'index', 'claimed', 'pool', 'history', 'mempool']

export function createFaucet(deps: FaucetDeps): Faucet {
  const { params, chain, mempool, addressIndex } = deps
  const { coinbaseMaturity } = params
  const conditionsEnabled = (height: number) =>
    params.ccEnabled && isEvalCodeEnabled(params.evalCodes, EVAL_CODES.faucet, height)
  const pool = addressIndex && createFaucetPool({ chain, mempool, addressIndex, coinbaseMaturity })
  const eligibilityDeps: EligibilityDeps = {
    chain,
    mempool,
    addressIndex,
    pool,
    conditionsEnabled,
    running: () => claims.running(),
  }

  function refusal(pubkey: Uint8Array): string | undefined {
    const checks = checkEligibility(pubkey, eligibilityDeps)
    const failed = SPEAKING_ORDER.map((name) => checks.find((check) => check.name === name && !check.passed)).find(
      Boolean,
    )
    return failed && `${CLAIM_REFUSED}. ${failed.detail}`
  }

  function prepare(pubkey: Uint8Array, counter: number): PreparedClaim {
    const deposits = pool?.select()
    if (!pool || !deposits) throw new BuildError('funds', 'The faucet has not enough for a claim')
    const context = deps.buildContext(pubkey)
    const branchId = branchIdAt(context.upgrades, context.height)
    const form = JSON.stringify(transactionForm(context.upgrades, context.height))
    const transaction = serializeTransaction(buildClaim(deposits, counter, context))
    return {
      task: { transaction, amounts: deposits.map(({ value }) => value), branchId, counter },
      holds() {
        const { upgrades, height } = deps.buildContext(pubkey)
        const alike =
          branchIdAt(upgrades, height) === branchId && JSON.stringify(transactionForm(upgrades, height)) === form
        return alike && deposits.every((deposit) => pool.isSpendable(deposit))
      },
    }
  }

  const claims = createClaims({
    ...deps,
    refusal,
    prepare,
    revision: () => `${chain.tip().hashHex} ${mempool.updates()}`,
  })

  return {
    funding: () => pool?.deposits().reduce((sum, { value }) => sum + value, 0n),
    eligibility: () => checkEligibility(deps.pubkey(), eligibilityDeps),
    fund: (amount, context) => buildFaucetFund(amount, context),
    claims,
    history: addressIndex && createFaucetHistory({ ...deps, addressIndex }),
  }
}
