import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonValue } from '#shared/json.ts'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { parseParams } from '#shared/rpc/args.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { type MethodParams, methods } from '#shared/rpc/index.ts'
import { FUNDABLE, MAX_TOGETHER } from '#shared/rpc/methods/walletFunding.ts'
import type { Chain } from '../../chain/index.ts'
import type { ChainParams } from '../../consensus/index.ts'
import { createOrderGate, type OrderGateDeps } from '../../contracts/assets/rpc/orderGate.ts'
import { createOrderContext, type OrderMethod, orderPlans } from '../../contracts/assets/rpc/plans.ts'
import { failed, failure } from '../../contracts/framework/rpc/contractGate.ts'
import { buildTokenCreate } from '../../contracts/tokens/index.ts'
import { createTokenGate } from '../../contracts/tokens/rpc/tokenGate.ts'
import { tokenCreateRequest } from '../../contracts/tokens/rpc/tokens.ts'
import { hash160 } from '../../crypto/index.ts'
import type { Mempool } from '../../mempool/index.ts'
import { computeTxid, serializeTransaction } from '../../primitives/index.ts'
import type { Transaction } from '../../primitives/types.ts'
import { admissionError, onceProven } from '../../rpc/format/admissionError.ts'
import { decodeFailed, parseTransactions } from '../../rpc/format/readTransactions.ts'
import { formatRefusal } from '../../rpc/format/refusalText.ts'
import { p2pkhScript, p2pkScript } from '../../script/index.ts'
import { type BuildContext, BuildError, type CoinSource, type SpendableCoin } from '../../transactions/index.ts'
import { equal, toDisplayHex, toHex } from '../../util/index.ts'
import type { Wallet } from '../index.ts'
import { needWallet } from './walletTx.ts'

interface FundedDeps extends OrderGateDeps {
  readonly params: Pick<ChainParams, 'ccEnabled' | 'evalCodes' | 'maxMoney'>
  readonly chain: Chain
  readonly mempool: Mempool
  readonly wallet: Wallet | undefined
  readonly buildContext: (pubkey: Uint8Array) => BuildContext
  readonly walletCoins: CoinSource
  readonly identityCoins: (pubkey: Uint8Array) => CoinSource
}

type Fundable = (typeof FUNDABLE)[number]
/** Builds the transaction that a method requests, from these coins. @throws BuildError */
type Build = (coins: CoinSource) => Transaction

/** Transaction to build, and the coins to use if they suffice. */
interface FundingRequest {
  readonly build: Build
  readonly coins: CoinSource
}

/** More coins than any chain has, for a trial build that only computes the price. */
const ENDLESS = 10n ** 18n

/** Minimum price in satoshis, even if a part is returned: fee and marker. */
const MIN_PRICE = 2n * CONTRACT_FEE

/**
 * Returns the satoshis that a single coin needs to pay for a transaction, using a trial build with a sufficient coin.
 */
function computePrice(build: Build, pubkey: Uint8Array): bigint {
  const script = p2pkScript(pubkey)
  const coin: SpendableCoin = {
    outpoint: { hash: new Uint8Array(32), index: 0 },
    value: ENDLESS,
    scriptPubKey: script,
  }
  const tx = build({ coins: () => [coin] })
  const change = tx.vout.findLast(({ scriptPubKey }) => equal(scriptPubKey, script))
  const price = ENDLESS - (change?.value ?? 0n)
  return price > MIN_PRICE ? price : MIN_PRICE
}

/** Builds both transactions. The second one spends only the output that the first one creates for it. */
function fund(
  build: Build,
  pubkey: Uint8Array,
  wallet: Wallet,
): { readonly move: Transaction; readonly tx: Transaction } {
  const value = computePrice(build, pubkey)
  const script = p2pkhScript(hash160(pubkey))
  const move = wallet.sender.build([{ script, value, subtractFee: false }]).tx
  const index = move.vout.findIndex((output) => output.value === value && equal(output.scriptPubKey, script))
  const coin: SpendableCoin = { outpoint: { hash: computeTxid(move), index }, value, scriptPubKey: script }
  return { move, tx: build({ coins: () => [coin] }) }
}

function planOrder<N extends OrderMethod>(
  name: N,
  values: readonly JsonValue[],
  limits: { readonly maxMoney: bigint },
): ReturnType<(typeof orderPlans)[OrderMethod]> {
  const plans: { readonly [M in OrderMethod]: (given: MethodParams<M>) => ReturnType<(typeof orderPlans)[M]> } =
    orderPlans
  return plans[name](parseParams(methods[name], values, limits) as MethodParams<N>)
}

/**
 * Handlers for contract transactions that need more coins than the token key holds: the user pays from the whole
 * wallet.
 */
export function createFundedHandlers(deps: FundedDeps) {
  const { chain, mempool, params: chainParams } = deps
  const gate = createTokenGate(deps)
  const orderGate = createOrderGate(deps)
  const orderContext = createOrderContext(deps)
  const toTxHex = (tx: Transaction) => toHex(serializeTransaction(tx))

  const create = (given: MethodParams<'tokencreate'>, pubkey: Uint8Array): FundingRequest => ({
    build: (coins) => buildTokenCreate(tokenCreateRequest(given), { ...deps.buildContext(pubkey), coins }),
    coins: deps.identityCoins(pubkey),
  })
  /** Parses a request. @throws RpcError if the node cannot act for the key, or if the parameters are invalid */
  const parseRequest = (name: Fundable, values: readonly JsonValue[]): FundingRequest | { readonly error: string } => {
    const limits = { maxMoney: chainParams.maxMoney }
    if (name === 'tokencreate') {
      return create(parseParams(methods[name], values, limits) as MethodParams<'tokencreate'>, gate.acting().pubkey)
    }
    const { pubkey, tokens } = orderGate.acting()
    const plan = planOrder(name, values, limits)
    if (!('make' in plan)) return plan
    return { build: (coins) => plan.make(orderContext(pubkey, tokens, coins)), coins: deps.walletCoins }
  }
  const isKnown = (tx: Transaction) => {
    const txid = computeTxid(tx)
    return mempool.get(txid) !== undefined || chain.transaction(txid) !== undefined
  }
  /** Sends a transaction. Records it if the wallet pays for it, like its other payments. @throws RpcError */
  const send = (tx: Transaction, { ledger, recorder, sender }: Wallet): void => {
    if (isKnown(tx)) return
    const admit = () => mempool.accept(tx, { rejectAbsurdFee: true })
    const notes = { comment: '', commentTo: '', changeAt: sender.changeOf(tx) }
    const admitted = ledger.debit(tx) > 0n ? recorder.pay(tx, notes, admit) : admit()
    if (admitted.ok) return
    throw admissionError(admitted)
  }

  return defineHandlers({
    preparefunded({ method, params }) {
      const name = FUNDABLE.find((each) => each === method)
      if (name === undefined) {
        throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `Invalid parameter, method must be ${FUNDABLE.join(', ')}`)
      }
      const wallet = needWallet(deps.wallet)
      const { pubkey } = gate.acting()
      const wanted = parseRequest(name, params)
      if ('error' in wanted) return failed(wanted.error)
      wallet.keys.requireOpen()
      try {
        const tx = wanted.build(wanted.coins)
        const refusal = mempool.refusal(tx)
        return refusal ? failed(formatRefusal(refusal)) : { result: 'success', hex: toTxHex(tx) }
      } catch (error) {
        if (!(error instanceof BuildError) || error.kind !== 'funds') return failure(error)
      }
      try {
        const { move, tx } = fund(wanted.build, pubkey, wallet)
        return { result: 'success', move: toTxHex(move), hex: toTxHex(tx) }
      } catch (error) {
        return failure(error)
      }
    },
    sendtogether({ hexstring }) {
      const transactions = parseTransactions(hexstring)
      if (transactions.length > MAX_TOGETHER) throw decodeFailed()
      const wallet = needWallet(deps.wallet)
      const txids = transactions.map((tx) => toDisplayHex(computeTxid(tx)))
      /** Send in order: a transaction may spend outputs of earlier ones. */
      const sendFrom = (first: number): string[] | Promise<string[]> => {
        for (const [index, tx] of [...transactions.entries()].slice(first)) {
          const sending = onceProven(mempool, tx, () => send(tx, wallet))
          if (sending !== undefined) return sending.then(() => sendFrom(index + 1))
        }
        return txids
      }
      return sendFrom(0)
    },
  })
}
