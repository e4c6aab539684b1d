import { hash160 } from '../crypto/index.ts'
import type { Transaction, TxOut } from '../primitives/index.ts'
import {
  encodeScriptNumber,
  isPayToCryptoCondition,
  isPayToScriptHash,
  OP,
  opReturnScript,
  p2shScript,
  pushData,
} from '../script/index.ts'
import { concat } from '../util/index.ts'
import { computeCommission } from './coinbase.ts'
import type { ChainParams } from './params.ts'
import { subsidy } from './subsidy.ts'
import { needsTimeLock, TIME_LOCK_MARK, unlockHeight } from './timeLock.ts'

export interface CoinbasePlan {
  readonly height: number
  /** sum of the fees of `txs` */
  readonly fees: bigint
  /** scriptPubKey of the miner */
  readonly script: Uint8Array
  /** the block's other transactions */
  readonly txs: readonly Transaction[]
  /** payments to notaries for the first transaction; default: none */
  readonly notaries?: readonly TxOut[] | undefined
}

/**
 * Returns the outputs of a coinbase that claims the maximum and satisfies all rules of the chain: premine key,
 * commission, time lock (chain-params.md §9).
 * @returns undefined if the coins must be locked but this kind of script cannot be
 */
export function coinbaseOutputs(params: ChainParams, plan: CoinbasePlan): readonly TxOut[] | undefined {
  const { height, fees, txs } = plan
  const { commission } = params
  const payee = commission?.scripts[0]
  const premined = height === 1 && commission !== null && commission.perc !== 0n
  const own = { value: subsidy(params, height) + fees, scriptPubKey: (premined ? payee : undefined) ?? plan.script }
  if (height > 1 && payee !== undefined) {
    const draft = { vin: [], vout: [own] } as unknown as Transaction
    const due = computeCommission(params, { txs: [draft, ...txs] }, height)
    if (due > 0n) return [own, { value: due, scriptPubKey: payee }]
  }
  if (needsTimeLock(params, height, own.value)) return lockedOutputs(unlockHeight(params, height), own)
  return [own, ...(plan.notaries ?? [])]
}

function lockedOutputs(unlock: bigint, { value, scriptPubKey }: TxOut): readonly TxOut[] | undefined {
  // Behind these scripts the lock would not run, or the coins could never be spent.
  if (isPayToScriptHash(scriptPubKey) || isPayToCryptoCondition(scriptPubKey)) return undefined
  const lock = concat(
    pushData(encodeScriptNumber(Number(unlock))),
    Uint8Array.of(OP.OP_CHECKLOCKTIMEVERIFY, OP.OP_DROP),
  )
  const redeem = unlock > 0n ? concat(lock, scriptPubKey) : scriptPubKey
  return [
    { value, scriptPubKey: p2shScript(hash160(redeem)) },
    { value: 0n, scriptPubKey: opReturnScript(concat(Uint8Array.of(TIME_LOCK_MARK), redeem)) },
  ]
}
