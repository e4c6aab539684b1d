import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { branchIdAt, type ChainParams, isEvalCodeEnabled, transactionForm } from '../../consensus/index.ts'
import type { AddressIndexView, ChainView, Clock, Logger, Random } from '../../core/index.ts'
import type { Mempool } from '../../mempool/index.ts'
import { serializeTransaction, type Transaction } from '../../primitives/index.ts'
import { type BuildContext, BuildError, type CoinSource } from '../../transactions/index.ts'
import { buildClaim, buildFaucetFund } from './build.ts'
import { CLAIM_REFUSED, Claims } from './claims.ts'
import type { ClaimDeps, PreparedClaim } from './claimTypes.ts'
import { type CheckName, type ClaimCondition, checkEligibility } from './eligibility.ts'
import { FaucetHistory } from './faucetHistory.ts'
import { FaucetPool } from './faucetPool.ts'
import type { StartSearch } from './search/types.ts'

export interface FaucetDeps {
  readonly params: Pick<ChainParams, 'ccEnabled' | 'evalCodes' | 'coinbaseMaturity'>
  readonly chain: ChainView
  readonly mempool: Mempool
  /** undefined if the address index or the spent index is disabled; a faucet needs both */
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

/** Order in which failed conditions are reported: only the first one is. */
const SPEAKING_ORDER: readonly CheckName[] = ['pubkey', 'conditions', 'index', 'claimed', 'pool', 'history', 'mempool']

/** The faucet of the chain, as the RPC methods of this node use it. */
export class Faucet {
  readonly #deps: FaucetDeps
  readonly #pool: FaucetPool | undefined
  readonly claims: Claims
  /** undefined without the indexes */
  readonly history: FaucetHistory | undefined

  constructor(deps: FaucetDeps) {
    const { params, chain, mempool, addressIndex } = deps
    const { coinbaseMaturity } = params
    this.#deps = deps
    this.#pool = addressIndex && new FaucetPool({ chain, mempool, addressIndex, coinbaseMaturity })
    this.history = addressIndex && new FaucetHistory({ ...deps, addressIndex })
    this.claims = new Claims({
      ...deps,
      refusal: (pubkey) => this.#refusal(pubkey),
      prepare: (pubkey, counter) => this.#prepare(pubkey, counter),
      revision: () => `${chain.tip().hashHex} ${mempool.updates()}`,
    })
  }

  /** Returns the satoshis available to claims, or undefined without the indexes. */
  funding(): bigint | undefined {
    return this.#pool?.deposits().reduce((sum, { value }) => sum + value, 0n)
  }

  /** Returns all conditions of a claim, in the order of the contract. */
  eligibility(): ClaimCondition[] {
    return this.#check(this.#deps.pubkey())
  }

  /** @throws BuildError */
  fund(amount: bigint, context: BuildContext & { readonly coins: CoinSource }): Transaction {
    return buildFaucetFund(amount, context)
  }

  #check(pubkey: Uint8Array | undefined): ClaimCondition[] {
    const { params, chain, mempool, addressIndex } = this.#deps
    return checkEligibility(pubkey, {
      ...{ chain, mempool, addressIndex, pool: this.#pool },
      conditionsEnabled: (height) => params.ccEnabled && isEvalCodeEnabled(params.evalCodes, EVAL_CODES.faucet, height),
      running: () => this.claims.running(),
    })
  }

  #refusal(pubkey: Uint8Array): string | undefined {
    const checks = this.#check(pubkey)
    const failed = SPEAKING_ORDER.map((name) => checks.find((check) => check.name === name && !check.passed)).find(
      Boolean,
    )
    return failed && `${CLAIM_REFUSED}. ${failed.detail}`
  }

  #prepare(pubkey: Uint8Array, counter: number): PreparedClaim {
    const pool = this.#pool
    const { buildContext } = this.#deps
    const deposits = pool?.select()
    if (!pool || !deposits) throw new BuildError('funds', 'The faucet does not have enough coins for a claim')
    const context = buildContext(pubkey)
    const branchId = branchIdAt(context.upgrades, context.height)
    const form = JSON.stringify(transactionForm(context.upgrades, context.height))
    const transaction = serializeTransaction(buildClaim(deposits, counter, context))
    return {
      task: { transaction, amounts: deposits.map(({ value }) => value), branchId, counter },
      holds() {
        const { upgrades, height } = buildContext(pubkey)
        const alike =
          branchIdAt(upgrades, height) === branchId && JSON.stringify(transactionForm(upgrades, height)) === form
        return alike && deposits.every((deposit) => pool.isSpendable(deposit))
      },
    }
  }
}
