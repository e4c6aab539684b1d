import { concat } from '../../util/index.ts'

/** Encodes the purpose of a sealed secret. It is authenticated with the secret, so that secrets cannot be exchanged. */
const purposeOf = (what: string) => new TextEncoder().encode(`chainwright wallet ${what}`)

export const MASTER_PURPOSE = purposeOf('master')
export const SEED_PURPOSE = purposeOf('seed')
export const ENTROPY_PURPOSE = purposeOf('phrase')
const KEY_PURPOSE = purposeOf('key ')
export const keyPurpose = (pubkey: Uint8Array) => concat(KEY_PURPOSE, pubkey)

export type SealSecret = (secret: Uint8Array, purpose: Uint8Array) => Uint8Array
