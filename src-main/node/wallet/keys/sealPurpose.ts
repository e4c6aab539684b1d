import { concat } from '../../util/index.ts'

/** Encodes the purpose of a sealed secret. It is authenticated with the secret, so that secrets cannot be exchanged. */
const encodePurpose = (what: string) => new TextEncoder().encode(`chainwright wallet ${what}`)

export const MASTER_PURPOSE = encodePurpose('master')
export const SEED_PURPOSE = encodePurpose('seed')
export const ENTROPY_PURPOSE = encodePurpose('phrase')
const KEY_PURPOSE = encodePurpose('key ')
export const keyPurpose = (pubkey: Uint8Array) => concat(KEY_PURPOSE, pubkey)

/** @param id identifies the key within its kind */
export const shieldedPurpose = (kind: string, id: Uint8Array) => concat(encodePurpose(`shielded ${kind} `), id)

export type SealSecret = (secret: Uint8Array, purpose: Uint8Array) => Uint8Array
