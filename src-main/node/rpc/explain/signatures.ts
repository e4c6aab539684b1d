import type { Transaction, TxOut } from '../../primitives/index.ts'
import { createSighashCache, SCRIPT_FLAGS, transactionChecker, verifyScript } from '../../script/index.ts'
import { yieldToEventLoop } from '../../util/index.ts'

const SIGNATURES_PER_SLICE = 20

/**
 * Returns true if all inputs are known and signed. Contracts are not checked.
 * @param flags script verification flags. Default: standard flags, which are stricter than those of blocks
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
    if (inputIndex % SIGNATURES_PER_SLICE === SIGNATURES_PER_SLICE - 1) {
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
