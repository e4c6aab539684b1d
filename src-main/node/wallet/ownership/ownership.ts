import type { TxOut } from '../../primitives/types.ts'
import { behindLockTime, classify, isPayToScriptHash } from '../../script/index.ts'
import type { KeyStore } from '../keys/index.ts'

const OP_CHECKSIG = 0xac
const OP_CHECKMULTISIG = 0xae
const OP_DUP = 0x76

/** Ownership of an output: `spendable` by this wallet alone, or watch-only. */
export type Ownership = 'spendable' | 'watched'

/** Redeem scripts and watch-only scripts, in addition to the scripts of the wallet's keys. */
export interface KnownScripts {
  /** the redeem script with this hash160 */
  redeemScript(hash20: Uint8Array): Uint8Array | undefined
  isWatched(script: Uint8Array): boolean
}

/**
 * Returns true if only a transaction with a lock time can spend the output. The wallet does not build one on its own.
 */
export const isTimeLocked = (script: Uint8Array): boolean =>
  // A plain P2PKH begins with DUP and a P2PK with its push. This cheap test avoids parsing most scripts.
  script[script.length - 1] === OP_CHECKSIG && behindLockTime(script) !== undefined

/**
 * Returns a function that computes the ownership of an output. The wallet can spend alone:
 * * P2PK and P2PKH of its keys, also behind a lock time
 * * multisig if it has every key
 * * P2SH of the above scripts if it knows the redeem script
 *
 * Crypto-condition outputs are never wallet coins (rpc.md §9).
 */
export function createOwnership(
  keys: Pick<KeyStore, 'has' | 'byHash'>,
  scripts: KnownScripts,
): (output: TxOut) => Ownership | undefined {
  const owns = (script: Uint8Array): boolean => {
    // Recognise common script types by length first, because every output of every block is checked here.
    if (script.length === 35 && script[0] === 33 && script[34] === OP_CHECKSIG) return keys.has(script.subarray(1, 34))
    if (script.length === 25 && script[0] === OP_DUP) return keys.byHash(script.subarray(3, 23)) !== undefined
    if (script.length === 67 && script[0] === 65 && script[66] === OP_CHECKSIG) return keys.has(script.subarray(1, 66))
    const last = script[script.length - 1]
    if (last === OP_CHECKSIG) {
      const inner = behindLockTime(script)
      return inner !== undefined && owns(inner)
    }
    if (script.length < 37 || last !== OP_CHECKMULTISIG) return false
    const { type, solutions } = classify(script, { cc: false })
    return type === 'multisig' && solutions.slice(1, -1).every((key) => keys.has(key))
  }
  const ownsByHash = (script: Uint8Array): boolean => {
    const redeem = isPayToScriptHash(script) ? scripts.redeemScript(script.subarray(2, 22)) : undefined
    return redeem !== undefined && owns(redeem)
  }

  return ({ scriptPubKey }) => {
    if (owns(scriptPubKey) || ownsByHash(scriptPubKey)) return 'spendable'
    return scripts.isWatched(scriptPubKey) ? 'watched' : undefined
  }
}
