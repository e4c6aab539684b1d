/** What the methods of contracts beside tokens and faucet share: their reads, building, and the reply with addresses. */
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { tokenCcOne } from '../../../conditions/index.ts'
import type { ChainParams } from '../../../consensus/index.ts'
import type { ChainView, IndexedAddress } from '../../../core/index.ts'
import { createCcView, type Mempool } from '../../../mempool/index.ts'
import {
  type BuildContext,
  type CoinSource,
  type ContractContext,
  type ContractReads,
  ccAddress,
  createMemos,
  type KEYS_WITHOUT_RULES,
  type ModuleIndexes,
} from '../../index.ts'
import { serializeTransaction, type Transaction, txidOf } from '../../../primitives/index.ts'
import { ccScript, encodeAddress, indexedAddress } from '../../../script/index.ts'
import { fromDisplayHex, isHex, toDisplayHex, toHex } from '../../../util/index.ts'
import { refusalText } from '../../../rpc/format/refusalText.ts'
import {
  ADDRESS_GATE_TEXT,
  createModuleGate,
  failed,
  failure,
  type ModuleFailure,
  type ModuleGateDeps,
  normalAddress,
  parsePubkey,
} from './moduleGate.ts'

export interface ContractDeps extends ModuleGateDeps {
  readonly params: Pick<ChainParams, 'ccEnabled' | 'evalCodes'>
  readonly chain: ChainView
  readonly mempool: Mempool
  readonly spentIndex: boolean
  readonly buildContext: (pubkey: Uint8Array) => BuildContext
  readonly walletCoins: CoinSource
  readonly moduleIndexes: ModuleIndexes | undefined
}

type Contract =
  | 'assets'
  | 'oracles'
  | 'gateways'
  | 'importgateway'
  | 'rewards'
  | 'heir'
  | 'channels'
  | 'payments'
  | 'dice'
  | keyof typeof KEYS_WITHOUT_RULES

export type BuiltContract = { readonly result: 'success'; readonly hex: string } | ModuleFailure

const TXID_LENGTH = 64

/** An id as the reference takes one; anything else names nothing. */
export function readTxid(text: string): Uint8Array {
  return text.length === TXID_LENGTH && isHex(text) ? fromDisplayHex(text) : new Uint8Array(32)
}

/** @param what the chain lacks without crypto-conditions */
export function createContractGate(deps: ContractDeps, contract: Contract, what: string) {
  const { chain, mempool } = deps
  const gate = createModuleGate(deps, { evalCode: EVAL_CODES[contract], what, indexed: deps.spentIndex })
  const view: ContractReads['view'] = createCcView(chain, mempool, undefined)
  const common = { view, tokens: deps.moduleIndexes?.tokens, memo: createMemos() }

  /** Builds a transaction. None is handed out that this node would not take. */
  function attempt(make: (context: ContractContext) => Transaction): { readonly tx: Transaction } | ModuleFailure {
    const { pubkey, addressIndex } = gate.acting()
    let tx: Transaction
    try {
      tx = make({ ...deps.buildContext(pubkey), ...common, addressIndex, coins: deps.walletCoins })
    } catch (error) {
      return failure(error)
    }
    const refusal = mempool.refusal(tx)
    return refusal ? failed(`the transaction would not be accepted now: ${refusalText(refusal)}`) : { tx }
  }

  return {
    /** @throws RpcError where the chain has no such contract, or this node no key */
    reads(): ContractReads & { readonly pubkey: Uint8Array } {
      const { pubkey, addressIndex } = gate.acting()
      return { ...common, addressIndex, pubkey, mempool }
    },
    /** @throws RpcError as `reads` */
    build(make: (context: ContractContext) => Transaction): BuiltContract {
      const built = attempt(make)
      return 'tx' in built ? { result: 'success', hex: toHex(serializeTransaction(built.tx)) } : built
    },
    /** The same with the transaction's id, as payments answer. */
    buildNamed(make: (context: ContractContext) => Transaction) {
      const built = attempt(make)
      if (!('tx' in built)) return built
      const { tx } = built
      return { hex: toHex(serializeTransaction(tx)), txid: toDisplayHex(txidOf(tx)), result: 'success' as const }
    },
    /** Addresses of a contract's key, of this node's and of a given one (faucet.md §3).
     * @param name as in the members
     * @param tokenAddresses what stands in place of the token address where a key is given */
    addresses(
      name: string,
      key: Uint8Array,
      text: string | undefined,
      tokenAddresses?: (own: Uint8Array, given: Uint8Array) => Readonly<Record<string, string>>,
    ): Readonly<Record<string, string | bigint>> {
      const { pubkey, addressIndex } = gate.acting(ADDRESS_GATE_TEXT)
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
          // The reference looks this one up under the wrong index type, so it is always zero.
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
