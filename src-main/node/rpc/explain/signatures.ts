import type { Transaction, TxOut } from '../../primitives/index.ts'
import { createSighashCache, SCRIPT_FLAGS, transactionChecker, verifyScript } from '../../script/index.ts'
import { yieldToEventLoop } from '../../util/index.ts'

/** Signatures between two yields to the event loop. */
const AT_A_TIME = 20

/**
 * Whether all inputs are known and signed. Modules are not asked.
 * @param flags what scripts must keep to; default: what is relayed, which is stricter than what blocks may hold
 */
export async function hasAllSignatures(
  tx: Transaction,
  spent: readonly (TxOut | undefined)[],
  rules: { readonly branchId: number; readonly ccEnabled: boolean },
  signal: AbortSignal,
  flags = SCRIPT_FLAGS.STANDARD,
): Promise<boolean> {
  if (tx.vin.length === 0 || spent.some((output) => output === undefined)) return false
  const cache = createSighashCache(tx)
  for (const [inputIndex, output] of spent.entries()) {
    if (!output) return false
    if (inputIndex % AT_A_TIME === AT_A_TIME - 1) {
      await yieldToEventLoop()
      signal.throwIfAborted()
    }
    const checker = transactionChecker({ tx, inputIndex, amount: output.value, cache, ...rules })
    const { scriptSig } = tx.vin[inputIndex]!
    const { ok } = verifyScript({ scriptSig, scriptPubKey: output.scriptPubKey, flags, checker })
    if (!ok) return false
  }
  return true
}
