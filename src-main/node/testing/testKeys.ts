import { hash160, secp256k1, sha256 } from '../crypto/index.ts'
import { encodeAddress, p2pkhScript, p2pkScript } from '../script/index.ts'

export interface TestKey {
  readonly priv: Uint8Array
  /** 33 bytes */
  readonly pub: Uint8Array
  readonly hash: Uint8Array
  readonly p2pk: Uint8Array
  readonly p2pkh: Uint8Array
  readonly address: string
}

const known = new Map<number, TestKey>()

/** Returns the key with this number, always the same. */
export function testKey(number: number): TestKey {
  const before = known.get(number)
  if (before !== undefined) return before
  const priv = sha256(Buffer.from(`test key ${number}`))
  const pub = secp256k1.publicKey(priv)
  const hash = hash160(pub)
  const address = encodeAddress({ type: 1, hash })
  const key = { priv, pub, hash, p2pk: p2pkScript(pub), p2pkh: p2pkhScript(hash), address }
  known.set(number, key)
  return key
}
