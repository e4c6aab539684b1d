import { hash160 } from '../../crypto/index.ts'
import { equal } from '../../util/index.ts'
import type { NotarySeason } from './seasons.ts'

/** Data about a notarised block that a transaction claims is recorded in the base chain. */
export interface NotarisationClaim {
  /** hash of the notarised block, internal order, and its height */
  readonly hash: Uint8Array
  readonly height: number
  /** txid in the base chain, internal order */
  readonly destTxid: Uint8Array
  /** Merkle root over the merkle roots of the last `momDepth` blocks; undefined if missing or invalid. */
  readonly mom: Uint8Array | undefined
  readonly momDepth: number
}

/** Index of the only output that can contain a notarisation (notarisation.md §2). */
export const NOTARISATION_OUTPUT = 1

const OP_RETURN = 0x6a
const SCRIPT_LENGTH = { least: 4, most: 10_001 }
/** bytes before the chain's name: block hash, height, txid */
const NAME_AT = 32 + 4 + 32
const MOM_LENGTH = 32 + 4
/** names of test chains whose notarisations need no signers */
const UNSIGNED = /^(TXSCL|PIZZA$|BEER$)/

/**
 * Parses a notarisation of the named chain from a script. Checks neither its signers nor its claims. Cheap for other
 * scripts.
 * @returns undefined if the script is not one
 */
export function readNotarisation(script: Uint8Array, name: string): NotarisationClaim | undefined {
  if (script[0] !== OP_RETURN || script.length < SCRIPT_LENGTH.least || script.length > SCRIPT_LENGTH.most)
    return undefined
  const push = pushAt(script, 1)
  if (push === undefined || push.length < NAME_AT || push.start + push.length > script.length) return undefined
  // The name is read from the script, because the push may end before it.
  if (!namesChain(script, push.start + NAME_AT, name)) return undefined
  const data = script.subarray(push.start)
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const height = view.getInt32(32, true)
  const claim = { hash: data.slice(0, 32), height, destTxid: data.slice(36, NAME_AT) }
  const momAt = NAME_AT + name.length + 1
  if (push.length < momAt + MOM_LENGTH) return { ...claim, mom: undefined, momDepth: 0 }
  const mom = data.slice(momAt, momAt + 32)
  const depth = view.getInt32(momAt + 32, true) & 0xffff
  const counts = mom.some((byte) => byte !== 0) && depth > 0 && depth <= height
  return { ...claim, mom: counts ? mom : undefined, momDepth: counts ? depth : 0 }
}

/**
 * Returns true if a transaction that spends these scripts has enough signers of a season (notarisation.md §2). Its
 * input signatures are verified elsewhere.
 * @param height height of the block that contains it
 */
export function signedByNotaries(
  chain: { readonly name: string },
  season: NotarySeason | undefined,
  spent: readonly { readonly scriptPubKey: Uint8Array }[],
  height: number,
): boolean {
  if (UNSIGNED.test(chain.name)) return true
  if (season === undefined) return false
  // Below these heights the first notary counts as present, and seven signers suffice.
  const signers = new Set<number>(height < 91_400 ? [0] : [])
  for (const { scriptPubKey } of spent) {
    const signer = findNotary(season, scriptPubKey)
    if (signer >= 0) signers.add(signer)
  }
  return signers.size >= (height < 90_000 ? 7 : 11)
}

/** Returns the id of the notary that an output pays, identified by the bytes at the key's position, or -1. */
function findNotary({ keys }: NotarySeason, script: Uint8Array): number {
  const isFirst = script.length === 25 && equal(script.subarray(3, 23), hash160(keys[0]!))
  if (isFirst) return 0
  if (script.length < 35) return -1
  const key = script.subarray(1, 34)
  return keys.findIndex((notary) => equal(notary, key))
}

function pushAt(script: Uint8Array, at: number): { readonly start: number; readonly length: number } | undefined {
  const opcode = script[at]
  if (opcode === undefined || opcode > 0x4e) return undefined
  if (opcode < 0x4c) return { start: at + 1, length: opcode }
  const bytes = 1 << (opcode - 0x4c)
  const start = at + 1 + bytes
  if (start > script.length) return undefined
  let length = 0
  for (let index = start - 1; index > at; index--) length = length * 0x100 + script[index]!
  return { start, length }
}

function namesChain(script: Uint8Array, at: number, name: string): boolean {
  if (script.length < at + name.length + 1 || name === '') return false
  for (let index = 0; index < name.length; index++) if (script[at + index] !== name.charCodeAt(index)) return false
  return script[at + name.length] === 0
}
