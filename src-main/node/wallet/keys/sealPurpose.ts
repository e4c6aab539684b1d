import { concat } from '../../util/index.ts'

/** What a sealed secret is for; it is authenticated with the secret, so that none can take the place of another. */
const purposeOf = (what: string) => new TextEncoder().encode(`chainwright wallet ${what}`)

export const MASTER_PURPOSE = purposeOf('master')
export const SEED_PURPOSE = purposeOf('seed')
export const ENTROPY_PURPOSE = purposeOf('phrase')
const KEY_PURPOSE = purposeOf('key ')
export const keyPurpose = (pubkey: Uint8Array) => concat(KEY_PURPOSE, pubkey)

/** Seals a secret for a purpose. */
export type SealSecret = (secret: Uint8Array, purpose: Uint8Array) => Uint8Array
