/** Quick checks for observers, because nearly all outputs of a chain are of other types. */
import { OP } from '../../script/index.ts'

/**
 * Returns true if a script may be a crypto-condition of usual length. `isPayToCryptoCondition` gives the exact answer.
 */
export function mayBeCondition(script: Uint8Array): boolean {
  const length = script[0]
  return length !== undefined && script[length + 1] === OP.OP_CHECKCRYPTOCONDITION
}

/** Returns true if a transaction's last output may contain contract data. */
export const mayHoldData = (lastScript: Uint8Array | undefined): boolean => lastScript?.[0] === OP.OP_RETURN
