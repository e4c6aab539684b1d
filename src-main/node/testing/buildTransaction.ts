import type { Condition } from '../conditions/index.ts'
import { branchIdAt, transactionForm, type UpgradeState } from '../consensus/index.ts'
import type { OutPoint, Transaction, TxOut } from '../primitives/index.ts'
import { createSighashCache, signCcInput, signInput } from '../script/index.ts'
import { equal } from '../util/index.ts'
import type { TestKey } from './testKeys.ts'

const EMPTY_BYTES = new Uint8Array(0)

/** Coin to spend, and the way to sign: by key, by the tree of its condition, or with a ready-made script. */
export interface TestInput {
  readonly outpoint: OutPoint
  readonly value: bigint
  readonly scriptPubKey: Uint8Array
  readonly sequence?: number
  /** signs P2PK, P2PKH and similar, or, with `tree`, the condition */
  readonly key?: TestKey
  readonly tree?: Condition
  /** used unchanged */
  readonly scriptSig?: Uint8Array
}

export interface TransactionPlan {
  readonly inputs: readonly TestInput[]
  readonly outputs: readonly TxOut[]
  readonly lockTime?: number
  readonly expiryHeight?: number
  /** adds shielded parts, to which the signatures of its inputs commit */
  readonly shielded?: (unsigned: Transaction) => Transaction
}

/** Builds a transaction in the format of `height`, without input scripts. */
export function unsignedTransaction(
  { inputs, outputs, lockTime = 0, expiryHeight = 0 }: TransactionPlan,
  upgrades: UpgradeState,
  height: number,
): Transaction {
  return {
    ...transactionForm(upgrades, height),
    vin: inputs.map(({ outpoint, sequence = 0xffffffff }) => ({ prevout: outpoint, scriptSig: EMPTY_BYTES, sequence })),
    vout: outputs,
    lockTime,
    expiryHeight,
    valueBalance: 0n,
    shieldedSpends: [],
    shieldedOutputs: [],
    joinSplits: [],
    joinSplitAuth: EMPTY_BYTES,
    bindingSig: EMPTY_BYTES,
  }
}

/** Builds and signs a transaction in the format of `height`. */
export function buildTransaction(plan: TransactionPlan, upgrades: UpgradeState, height: number): Transaction {
  const plain = unsignedTransaction(plan, upgrades, height)
  const tx = plan.shielded?.(plain) ?? plain
  const branchId = branchIdAt(upgrades, height)
  const cache = createSighashCache(tx)
  const vin = tx.vin.map((input, inputIndex) => {
    const { key, tree, scriptSig, value: amount, scriptPubKey } = plan.inputs[inputIndex]!
    if (scriptSig !== undefined) return { ...input, scriptSig }
    if (key === undefined) return input
    if (tree !== undefined) {
      const signed = signCcInput({ tx, inputIndex, amount, branchId, cache }, tree, [key.priv])
      return { ...input, scriptSig: signed ?? EMPTY_BYTES }
    }
    const signed = signInput(
      { tx, inputIndex, amount, branchId, cache, scriptPubKey },
      {
        keyOf: (hash) => (equal(hash, key.hash) ? { privateKey: key.priv, compressed: true } : undefined),
        scriptOf: () => undefined,
      },
    )
    return { ...input, scriptSig: signed.scriptSig }
  })
  return { ...tx, vin }
}
