/** Plan names: up to eight bytes, encoded as a number in the data (rewards.md §1). */
import { BuildError } from '../../transactions/index.ts'
import { readCoinAmount } from './coinAmount.ts'

const MAX_NAME_BYTES = 8

/** Decodes the bytes of a name, up to the first 0. @param sbits the number; the first character is its lowest byte */
export function planName(sbits: bigint): Uint8Array {
  const bytes: number[] = []
  for (let rest = BigInt.asUintN(64, sbits); (rest & 0xffn) !== 0n; rest >>= 8n) bytes.push(Number(rest & 0xffn))
  return Uint8Array.from(bytes)
}

/** Encodes a name as a number. Returns undefined if it is too long. */
export function planNumber(name: Uint8Array): bigint | undefined {
  if (name.length > MAX_NAME_BYTES) return undefined
  return name.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n)
}

/** Encodes a plan's name as a number. @throws BuildError if it is too long */
export function parsePlanName(name: string): bigint {
  const number = planNumber(new TextEncoder().encode(name))
  if (number === undefined) throw new BuildError('request', 'Plan name can be at most 8 ASCII characters')
  return number
}

/** Parses the amount of a plan's call into satoshis. @throws BuildError; the name is checked first */
export function readPlanAmount(name: string, amount: string): bigint {
  parsePlanName(name)
  return readCoinAmount(amount, 'amount')
}
