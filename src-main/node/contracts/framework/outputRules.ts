/** What the rules of several modules ask of outputs and inputs; `value` 0 means any amount, as in the reference. */
import type { CcVerdict } from '../../core/index.ts'
import type { Transaction, TxOut } from '../../primitives/index.ts'
import { addressOf, isPayToCryptoCondition } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import { ccInputsOf } from './ccInputs.ts'
import { CC_VALID, ccInvalid } from './ccVerdict.ts'

/** Whether the output pays to a crypto-condition. */
export function isCc(output: TxOut | undefined): boolean {
  return output !== undefined && isPayToCryptoCondition(output.scriptPubKey) !== false
}

/** Whether a condition output has this script, dropped data aside. */
export function paysTree(output: TxOut | undefined, script: Uint8Array, value = 0n): boolean {
  const cc = output === undefined ? false : isPayToCryptoCondition(output.scriptPubKey)
  return cc !== false && equal(cc.subScript, script) && (value === 0n || value === output!.value)
}

/** Whether an ordinary output pays this address. */
export function paysCoins(output: TxOut | undefined, address: string | undefined, value = 0n): boolean {
  if (output === undefined || address === undefined || isCc(output)) return false
  return addressOf(output.scriptPubKey, { cc: true }) === address && (value === 0n || value === output.value)
}

/** Checks that there are no conditions from these positions on. */
export function checkCcPositions(
  tx: Transaction,
  from: { readonly inputs?: number; readonly outputs: number },
): CcVerdict {
  const { inputs = tx.vin.length, outputs } = from
  const late = ccInputsOf(tx).slice(inputs)
  if (late.some((input) => input !== undefined)) return ccInvalid('invalid CC vin')
  return tx.vout.slice(outputs).some(isCc) ? ccInvalid('invalid CC vout') : CC_VALID
}
