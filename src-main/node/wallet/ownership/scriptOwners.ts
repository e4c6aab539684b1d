import { hash160 } from '../../crypto/index.ts'
import { behindLockTime, classify, isPayToScriptHash } from '../../script/index.ts'
import type { KeyStore } from '../keys/index.ts'
import type { KnownScripts } from './ownership.ts'

/**
 * Owner of a script, in more detail than `Ownership`. `own`: keys that this wallet generated or derived and that were
 * never exposed. `imported`: keys from outside, which others may have too. `shared`: one of several keys is the
 * wallet's, and others can spend the script or must also sign.
 */
export type ScriptOwner = 'own' | 'imported' | 'shared' | 'watched' | 'foreign'

const OP_CHECKSIG = 0xac
/** Maximum nesting of lock times: usually one, hostile scripts have thousands. */
const MAX_LOCK_TIMES = 4

/** Returns the script inside all lock times. Behind a lock time the wallet spends only P2PK and P2PKH. */
function behindLockTimes(script: Uint8Array): Uint8Array {
  let inner = script
  for (let i = 0; i < MAX_LOCK_TIMES && inner.at(-1) === OP_CHECKSIG; i++) {
    const behind = behindLockTime(inner)
    if (behind === undefined) return inner
    inner = behind
  }
  return inner
}

export class ScriptOwners {
  readonly #keys: Pick<KeyStore, 'byHash'>
  readonly #scripts: KnownScripts

  constructor(keys: Pick<KeyStore, 'byHash'>, scripts: KnownScripts) {
    this.#keys = keys
    this.#scripts = scripts
  }

  ofKey(pubkey: Uint8Array): ScriptOwner {
    return this.#ofHash(hash160(pubkey))
  }

  /** @param script script of an output without a crypto-condition */
  ofScript(script: Uint8Array): ScriptOwner {
    const plain = this.#byKeys(script)
    const owner = plain === 'foreign' ? this.#byRedeemScript(script) : plain
    return owner === 'foreign' && this.#scripts.isWatched(script) ? 'watched' : owner
  }

  #ofHash(hash20: Uint8Array): ScriptOwner {
    const key = this.#keys.byHash(hash20)
    if (!key) return 'foreign'
    return key.source === 'imported' ? 'imported' : 'own'
  }

  #ofMultisig(pubkeys: readonly Uint8Array[]): ScriptOwner {
    const owners = pubkeys.map((pubkey) => this.ofKey(pubkey))
    if (owners.every((owner) => owner === 'foreign')) return 'foreign'
    if (owners.includes('foreign')) return 'shared'
    return owners.includes('imported') ? 'imported' : 'own'
  }

  #byKeys(script: Uint8Array): ScriptOwner {
    const { type, solutions } = classify(behindLockTimes(script), { cc: false })
    const [first] = solutions
    if (type === 'pubkey' && first) return this.ofKey(first)
    if (type === 'pubkeyhash' && first) return this.#ofHash(first)
    return type === 'multisig' ? this.#ofMultisig(solutions.slice(1, -1)) : 'foreign'
  }

  #byRedeemScript(script: Uint8Array): ScriptOwner {
    const redeem = isPayToScriptHash(script) ? this.#scripts.redeemScript(script.subarray(2, 22)) : undefined
    return redeem ? this.#byKeys(redeem) : 'foreign'
  }
}
