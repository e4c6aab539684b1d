/** Quick checks for observers, because nearly all outputs of a chain are something else. */
import { OP } from '../../script/index.ts'

/** Whether a script may be a crypto-condition of usual length; `isPayToCryptoCondition` knows. */
export function mayBeCondition(script: Uint8Array): boolean {
  const length = script[0]
  return length !== undefined && script[length + 1] === OP.OP_CHECKCRYPTOCONDITION
}

/** Whether a transaction's last output may hold a contract's data. */
export const mayHoldData = (lastScript: Uint8Array | undefined): boolean => lastScript?.[0] === OP.OP_RETURN
