/**
 * Preconditions, views, transaction building, and the encoding of keys and results, for the RPC methods of every
 * contract.
 */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { EVAL_CODES, type OwnContract } from '#shared/protocol/evalCodes.ts'
import { tokenCcOne } from '../../../conditions/index.ts'
import { type ChainParams, isEvalCodeEnabled } from '../../../consensus/index.ts'
import type { AddressIndexView, ChainView, IndexedAddress } from '../../../core/index.ts'
import { hash160 } from '../../../crypto/index.ts'
import { createCcView, type Mempool } from '../../../mempool/index.ts'
import { computeTxid, serializeTransaction, type Transaction } from '../../../primitives/index.ts'
import { formatRefusal } from '../../../rpc/format/refusalText.ts'
import { ccScript, encodeAddress, indexedAddress } from '../../../script/index.ts'
import { type BuildContext, BuildError, type CoinSource } from '../../../transactions/index.ts'
import { fromDisplayHex, fromHex, isHex, toDisplayHex, toHex } from '../../../util/index.ts'
import { ccAddress } from '../ccAddress.ts'
import type { ContractContext, ContractReads } from '../contractContext.ts'
import { createMemoCache } from '../memoCache.ts'
import type { KEYS_WITHOUT_RULES } from '../refusedCodes.ts'
import type { TokenView } from '../tokenView.ts'

const NEED_PUBKEY = 'to use CC contracts, you need to launch daemon with valid -pubkey= for an address in your wallet'
export const GATE_TEXT = `${NEED_PUBKEY}\n`
/** error text of the methods that list addresses */
export const ADDRESS_GATE_TEXT = `${NEED_PUBKEY}. ERR=-1\n`
const PUBKEY_HEX_LENGTH = 66

/** Contracts for which the node has rules or at least a key. */
type GatedContract = OwnContract | keyof typeof KEYS_WITHOUT_RULES

export interface GateDeps {
  readonly params: Pick<ChainParams, 'ccEnabled' | 'evalCodes'>
  readonly chain: Pick<ChainView, 'tip'>
  readonly addressIndex: AddressIndexView | undefined
  /** the `-pubkey`, 33 bytes */
  readonly pubkey: () => Uint8Array | undefined
}

interface GateOptions<Indexes extends object> {
  /** contracts whose eval codes a call requires */
  readonly contracts: readonly GatedContract[]
  /** Name in the error on a chain without crypto-conditions: `faucet`, `tokens`. */
  readonly what: string
  /** Indexes passed to the call, or undefined if an index is disabled. */
  readonly indexes: Indexes | undefined
}

/**
 * Checks the preconditions of every contract method: crypto-conditions, eval code and indexes (faucet.md §3). `acting`
 * also requires a public key. It throws RpcError with the first text if the key is missing, and with the second
 * otherwise: they differ for tokenaddress, as recorded. `reading` is for methods that return public data; the reference
 * requires a key there too.
 */
export function createContractGate<Indexes extends object>(deps: GateDeps, options: GateOptions<Indexes>) {
  const { params, chain } = deps
  const { contracts, what, indexes } = options
  const requireConditions = () => {
    // On a chain without crypto-conditions the reference builds transactions whose outputs can never be spent.
    if (!params.ccEnabled)
      throw new RpcError(RPC_ERROR.MISC, `this chain has no ${what}: it was not launched with -ac_cc`)
  }
  const requireIndexes = (otherwise: string) => {
    const { addressIndex } = deps
    const { height } = chain.tip()
    const enabled = contracts.every((contract) => isEvalCodeEnabled(params.evalCodes, EVAL_CODES[contract], height))
    if (!enabled || !addressIndex || !indexes) throw new RpcError(RPC_ERROR.MISC, otherwise)
    return { ...indexes, addressIndex }
  }
  return {
    acting(withoutPubkey = GATE_TEXT, otherwise = GATE_TEXT) {
      requireConditions()
      const pubkey = deps.pubkey()
      if (!pubkey) throw new RpcError(RPC_ERROR.MISC, withoutPubkey)
      return { ...requireIndexes(otherwise), pubkey }
    },
    reading(otherwise = GATE_TEXT) {
      requireConditions()
      return { ...requireIndexes(otherwise), pubkey: deps.pubkey() }
    },
  }
}

/** Parses a public key: 66 hex digits that `isFit` accepts. Returns undefined for other texts. */
export function parsePubkey(text: string, isFit: (key: Uint8Array) => boolean): Uint8Array | undefined {
  if (text.length !== PUBKEY_HEX_LENGTH || !isHex(text)) return undefined
  const key = fromHex(text)
  return isFit(key) ? key : undefined
}

export const normalAddress = (pubkey: Uint8Array): IndexedAddress => ({ type: 1, hash: hash160(pubkey) })

export interface ContractFailure {
  readonly result: 'error'
  readonly error: string
}

export const failed = (error: string): ContractFailure => ({ result: 'error', error })

/** Converts a builder's error into the reply that the reference gives. Rethrows other errors, which are bugs. */
export function failure(error: unknown): ContractFailure {
  if (error instanceof BuildError) return failed(error.message)
  throw error
}

export interface ContractDeps extends GateDeps {
  readonly params: Pick<ChainParams, 'ccEnabled' | 'evalCodes'>
  readonly chain: ChainView
  readonly mempool: Mempool
  readonly spentIndex: boolean
  readonly buildContext: (pubkey: Uint8Array) => BuildContext
  readonly walletCoins: CoinSource
  readonly contractIndexes: { readonly tokens: TokenView } | undefined
}

export type BuiltContract = { readonly result: 'success'; readonly hex: string } | ContractFailure

const TXID_LENGTH = 64

/** Parses an id as the reference does; any invalid text becomes the all-zero id, which no transaction has. */
export function readTxid(text: string): Uint8Array {
  return text.length === TXID_LENGTH && isHex(text) ? fromDisplayHex(text) : new Uint8Array(32)
}

/** @param what feature named in the error on a chain without crypto-conditions */
export function createContractCalls(deps: ContractDeps, contract: GatedContract, what: string) {
  const { chain, mempool } = deps
  const gate = createContractGate(deps, { contracts: [contract], what, indexes: deps.spentIndex ? {} : undefined })
  const view: ContractReads['view'] = createCcView(chain, mempool, undefined)
  const common = { view, tokens: deps.contractIndexes?.tokens, memo: createMemoCache() }

  /** Builds a transaction. Returns a failure if this node's mempool would reject it. */
  function attempt(make: (context: ContractContext) => Transaction): { readonly tx: Transaction } | ContractFailure {
    const { pubkey, addressIndex } = gate.acting()
    let tx: Transaction
    try {
      tx = make({ ...deps.buildContext(pubkey), ...common, addressIndex, coins: deps.walletCoins })
    } catch (error) {
      return failure(error)
    }
    const refusal = mempool.refusal(tx)
    return refusal ? failed(`the transaction would not be accepted now: ${formatRefusal(refusal)}`) : { tx }
  }

  return {
    /** @throws RpcError if the chain lacks the contract, or this node has no key */
    reads(): ContractReads & { readonly pubkey: Uint8Array } {
      const { pubkey, addressIndex } = gate.acting()
      return { ...common, addressIndex, pubkey, mempool }
    },
    /** @throws RpcError as `reads` */
    build(make: (context: ContractContext) => Transaction): BuiltContract {
      const built = attempt(make)
      return 'tx' in built ? { result: 'success', hex: toHex(serializeTransaction(built.tx)) } : built
    },
    /** Builds like `build`; the reply also contains the transaction's id, as for payments. */
    buildNamed(make: (context: ContractContext) => Transaction) {
      const built = attempt(make)
      if (!('tx' in built)) return built
      const { tx } = built
      return { hex: toHex(serializeTransaction(tx)), txid: toDisplayHex(computeTxid(tx)), result: 'success' as const }
    },
    /**
     * Returns the addresses of a contract's key, of this node's key and of a given key (faucet.md §3).
     * @param name name used in the reply's members
     * @param tokenAddresses replaces the token address if a key is given
     */
    addresses(
      name: string,
      key: Uint8Array,
      text: string | undefined,
      tokenAddresses?: (own: Uint8Array, given: Uint8Array) => Readonly<Record<string, string>>,
    ): Readonly<Record<string, string | bigint>> {
      const { pubkey, addressIndex } = gate.acting(ADDRESS_GATE_TEXT, ADDRESS_GATE_TEXT)
      const code = EVAL_CODES[contract]
      const balance = (address: IndexedAddress) => addressIndex.balance(address).balance
      const given = text === undefined ? undefined : parsePubkey(text, () => true)
      const tokens = indexedAddress(ccScript(tokenCcOne(code, 0, key))) as IndexedAddress
      return {
        result: 'success',
        [`${name}CCAddress`]: encodeAddress(ccAddress(code, key)),
        [`${name}CCBalance`]: balance(ccAddress(code, key)),
        [`${name}NormalAddress`]: encodeAddress(normalAddress(key)),
        [`${name}NormalBalance`]: balance(normalAddress(key)),
        ...(contract === 'gateways' && { GatewaysPubkey: toHex(key) }),
        ...(given && tokenAddresses
          ? tokenAddresses(pubkey, given)
          : { [`${name}CCTokensAddress`]: encodeAddress(tokens) }),
        ...(given && {
          [`PubkeyCCaddress(${name})`]: encodeAddress(ccAddress(code, given)),
          // The reference looks this balance up under the wrong index type, so it is always zero.
          [`PubkeyCCbalance(${name})`]: 0n,
        }),
        [`myCCAddress(${name})`]: encodeAddress(ccAddress(code, pubkey)),
        [`myCCbalance(${name})`]: balance(ccAddress(code, pubkey)),
        myaddress: encodeAddress(normalAddress(pubkey)),
        mybalance: balance(normalAddress(pubkey)),
      }
    },
  }
}
