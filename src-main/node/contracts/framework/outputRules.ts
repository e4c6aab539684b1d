/** Checks of outputs and inputs that several contracts share. `value` 0 means any amount, as in the reference. */
import type { CcVerdict } from '../../core/index.ts'
import type { Transaction, TxOut } from '../../primitives/index.ts'
import { findScriptAddress, isPayToCryptoCondition } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import { decodeCcInputs } from './ccInputs.ts'
import { CC_VALID, ccInvalid } from './ccVerdict.ts'

/** Returns true if the output pays to a crypto-condition. */
export function isCc(output: TxOut | undefined): boolean {
  return output !== undefined && isPayToCryptoCondition(output.scriptPubKey) !== false
}

/** Returns true if the output is a condition with this script, ignoring dropped data. */
export function paysTree(output: TxOut | undefined, script: Uint8Array, value = 0n): boolean {
  const cc = output === undefined ? false : isPayToCryptoCondition(output.scriptPubKey)
  return cc !== false && equal(cc.subScript, script) && (value === 0n || value === output!.value)
}

/** Returns true if an ordinary output pays this address. */
export function paysCoins(output: TxOut | undefined, address: string | undefined, value = 0n): boolean {
  if (output === undefined || address === undefined || isCc(output)) return false
  return findScriptAddress(output.scriptPubKey, { cc: true }) === address && (value === 0n || value === output.value)
}

/** Checks that there are no conditions from these indexes on. */
export function checkCcPositions(
  tx: Transaction,
  from: { readonly inputs?: number; readonly outputs: number },
): CcVerdict {
  const { inputs = tx.vin.length, outputs } = from
  const late = decodeCcInputs(tx).slice(inputs)
  if (late.some((input) => input !== undefined)) return ccInvalid('invalid CC vin')
  return tx.vout.slice(outputs).some(isCc) ? ccInvalid('invalid CC vout') : CC_VALID
}
