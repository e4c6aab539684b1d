import type { Coin } from '../core/index.ts'
import type { Transaction } from '../primitives/index.ts'
import { shieldedValue } from '../shielded/index.ts'
import type { ChainParams } from './params.ts'
import { hasShieldedParts } from './shieldedRules.ts'
import { unlockHeight } from './timeLock.ts'
import { type Violation, violation } from './verdict.ts'

export type InputsVerdict = { readonly ok: true; readonly fee: bigint } | Violation

/**
 * Checks amounts and maturity of spent coins (chain-params.md §9.3, §10, §11), and amounts moved from and to the
 * shielded pools (shielded.md §8). Does not check scripts.
 * @param spent the coins of its inputs, in input order
 * @param spendHeight height of the block that contains the transaction (tip + 1 for the mempool)
 */
export function checkInputs(
  params: ChainParams,
  tx: Transaction,
  spent: readonly Coin[],
  spendHeight: number,
): InputsVerdict {
  const inRange = (amount: bigint): boolean => amount >= 0n && amount <= params.maxMoney
  let valueIn = 0n
  for (const coin of spent) {
    // The script contains the lock too, but treats numbers from 500,000,000 on as times. Here it is always a height.
    if (coin.coinbase && isTimeLocked(params, coin, spendHeight)) {
      return violation('invalid', 'bad-txns-premature-spend-of-coinbase', { score: 10 })
    }
    if (coin.coinbase && spendHeight - coin.height < params.coinbaseMaturity) {
      // No ban score: the same transaction may be valid one block later.
      return violation('invalid', 'bad-txns-premature-spend-of-coinbase', { score: 0 })
    }
    valueIn += coin.value
    if (!inRange(coin.value) || !inRange(valueIn)) return violation('invalid', 'bad-txns-inputvalues-outofrange')
  }
  let valueOut = 0n
  if (hasShieldedParts(tx)) {
    const shielded = shieldedValue(tx)
    valueIn += shielded.in
    valueOut += shielded.out
    if (!inRange(valueIn)) return violation('invalid', 'bad-txns-inputvalues-outofrange')
  }
  for (const output of tx.vout) valueOut += output.value
  if (valueIn < valueOut) return violation('invalid', 'bad-txns-in-belowout')
  const fee = valueIn - valueOut
  return inRange(fee) ? { ok: true, fee } : violation('invalid', 'bad-txns-fee-outofrange')
}

/**
 * Returns true if a coin of a large coinbase is still locked at that height (chain-params.md §9.4). Its other outputs
 * are data.
 */
function isTimeLocked(params: ChainParams, coin: Coin, spendHeight: number): boolean {
  if (params.timeLock === null || coin.value < params.timeLock.atLeast) return false
  return BigInt(spendHeight) < unlockHeight(params, coin.height)
}

/** Violation if an input's coin does not exist or is already spent, on the chain or earlier in the same block. */
export function missingInputs(): Violation {
  return violation('invalid', 'bad-txns-inputs-missingorspent')
}

/** Violation if a transaction would overwrite one with the same id that still has unspent outputs (BIP 30). */
export function overwritesTransaction(): Violation {
  return violation('invalid', 'bad-txns-BIP30')
}

/**
 * Violation if the block's signature operations, including those of P2SH redeem scripts, exceed params.maxBlockSigOps.
 */
export function tooManySigOps(): Violation {
  return violation('invalid', 'bad-blk-sigops')
}
