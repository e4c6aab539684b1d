import { CONTRACT_FEE, CONTRACT_FEE_BOUND } from '#shared/protocol/contractRules.ts'
import type { Condition } from '../conditions/index.ts'
import { branchIdAt, type UpgradeState } from '../consensus/index.ts'
import type { ChainView, MempoolView } from '../core/index.ts'
import type { Transaction, TxOut } from '../primitives/index.ts'
import {
  ccScript,
  createSighashCache,
  isPayToCryptoCondition,
  opReturnScript,
  p2pkScript,
  type SigningKeys,
  signCcInput,
  signInput,
} from '../script/index.ts'
import { equal } from '../util/index.ts'
import { BuildError } from './buildError.ts'
import { newTransaction } from './newTransaction.ts'
import type { SpendableCoin } from './selectNormalInputs.ts'

/** Current chain state and keys with which a contract's transaction is built. */
export interface BuildContext {
  readonly mempool: MempoolView
  /** height of the next block */
  readonly height: number
  readonly upgrades: UpgradeState
  readonly keys: SigningKeys
  /** public key (`-pubkey`), 33 bytes; receives the change */
  readonly pubkey: Uint8Array
  /** returns true if the chain allows this contract's code; if absent, every contract is allowed */
  readonly allows?: ((evalCode: number) => boolean) | undefined
  /** receives the change instead of `pubkey` */
  readonly changeKey?: Uint8Array
}

export interface BuildContextDeps {
  readonly chain: Pick<ChainView, 'tip'> & { upgrades(): UpgradeState }
  readonly mempool: MempoolView
  readonly keys: SigningKeys
  readonly allows?: ((evalCode: number) => boolean) | undefined
}

/** Returns the build context at the current tip. */
export function createBuildContext(
  { chain, mempool, keys, allows }: BuildContextDeps,
  pubkey: Uint8Array,
): BuildContext {
  return { mempool, height: chain.tip().height + 1, upgrades: chain.upgrades(), keys, pubkey, allows }
}

/** Condition tree that may lock the inputs, and the private key that fulfils it. */
export interface UnlockingTree {
  readonly tree: Condition
  readonly privateKey: Uint8Array
}

/** Plan of a contract transaction: inputs in the contract's order (ordinary ones first) and its own outputs. */
export interface ContractTransactionPlan {
  readonly inputs: readonly SpendableCoin[]
  readonly outputs: readonly TxOut[]
  /** OP_RETURN data of the last output, if any */
  readonly data?: Uint8Array
  readonly unlocking: readonly UnlockingTree[]
  /** if false, the whole remainder becomes the fee */
  readonly change?: boolean
}

/** Maximum number of inputs with which komodod finishes a transaction. */
const MAX_INPUTS = 1024
/** Maximum output script size in bytes that consensus accepts. */
const MAX_OUTPUT_SCRIPT = 10_001
const FINAL_SEQUENCE = 0xffffffff
const EMPTY_BYTES = new Uint8Array(0)

/**
 * Orders the inputs, adds change and data, and signs (crypto-conditions.md §7). Input value beyond outputs and change
 * is the fee: CONTRACT_FEE, or up to twice that if a change output would be worth less than CONTRACT_FEE.
 * @throws BuildError if the reference builds no transaction, or one with unsigned inputs
 */
export function finaliseTransaction(plan: ContractTransactionPlan, context: BuildContext): Transaction {
  if (plan.inputs.length > MAX_INPUTS) throw new BuildError('funds', `more than ${MAX_INPUTS} inputs are required`)
  const inputs = orderInputs(plan.inputs)
  const unsigned = newTransaction(context, {
    vin: inputs.map(({ outpoint }) => ({ prevout: outpoint, scriptSig: EMPTY_BYTES, sequence: FINAL_SEQUENCE })),
    vout: [...plan.outputs, ...change(plan, context.changeKey ?? context.pubkey), ...dataOutput(plan.data)],
    lockTime: 0,
  })
  return sign(unsigned, inputs, plan.unlocking, context)
}

/** Older contract rules allow one ordinary input before the condition inputs, so the other ordinary inputs go last. */
function orderInputs(inputs: readonly SpendableCoin[]): readonly SpendableCoin[] {
  const firstCc = inputs.findIndex(isCc)
  return firstCc <= 1 ? inputs : [...inputs.slice(0, 1), ...inputs.slice(firstCc), ...inputs.slice(1, firstCc)]
}

function isCc({ scriptPubKey }: TxOut): boolean {
  return isPayToCryptoCondition(scriptPubKey) !== false
}

function change({ inputs, outputs, change: wanted = true }: ContractTransactionPlan, pubkey: Uint8Array): TxOut[] {
  if (!wanted) return []
  const left = sumValues(inputs) - sumValues(outputs)
  return left >= CONTRACT_FEE_BOUND ? [{ value: left - CONTRACT_FEE, scriptPubKey: p2pkScript(pubkey) }] : []
}

function sumValues(coins: readonly TxOut[]): bigint {
  return coins.reduce((sum, { value }) => sum + value, 0n)
}

function dataOutput(data: Uint8Array | undefined): TxOut[] {
  if (data === undefined) return []
  const scriptPubKey = opReturnScript(data)
  if (scriptPubKey.length > MAX_OUTPUT_SCRIPT) {
    throw new BuildError('request', `the texts and data together are too long for one transaction`)
  }
  return [{ value: 0n, scriptPubKey }]
}

function sign(
  tx: Transaction,
  spent: readonly SpendableCoin[],
  unlocking: readonly UnlockingTree[],
  { keys, upgrades, height }: BuildContext,
): Transaction {
  const branchId = branchIdAt(upgrades, height)
  const cache = createSighashCache(tx)
  const vin = tx.vin.map((input, inputIndex) => {
    const coin = spent[inputIndex]!
    const request = { tx, inputIndex, amount: coin.value, branchId, cache }
    if (isCc(coin)) return { ...input, scriptSig: signCc(request, coin, unlocking) }
    const { scriptSig, solved } = signInput({ ...request, scriptPubKey: coin.scriptPubKey }, keys)
    if (!solved) throw new BuildError('key', 'the wallet has no private key for one of the coins to be spent')
    return { ...input, scriptSig }
  })
  return { ...tx, vin }
}

type CcRequest = Parameters<typeof signCcInput>[0]

/** Find the tree by the address that the output pays to. OP_DROP data after the condition do not affect the address. */
function signCc(request: CcRequest, { scriptPubKey }: SpendableCoin, unlocking: readonly UnlockingTree[]): Uint8Array {
  const cc = isPayToCryptoCondition(scriptPubKey)
  const match = cc ? unlocking.find(({ tree }) => equal(ccScript(tree), cc.subScript)) : undefined
  const scriptSig = match && signCcInput(request, match.tree, [match.privateKey])
  if (scriptSig === undefined) throw new BuildError('key', 'no known key unlocks one of the outputs to be spent')
  return scriptSig
}
