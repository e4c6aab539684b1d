import { BuildError } from '../../transactions/index.ts'

/** What a call of payments is given: an array written as a text, with `%22` or `'` for quotation marks (payments.md §4). */
export type PaymentsRequest = readonly (string | number)[]

/** @throws BuildError */
export function readRequest(text: string, least: number, most: number): PaymentsRequest {
  const parsed = parse(text)
  if (parsed === undefined || parsed.length < least || parsed.length > most)
    throw new BuildError('request', 'parameters error')
  return parsed
}

function parse(text: string): PaymentsRequest | undefined {
  const bare = /^"(.*)"$/s.exec(text)?.[1] ?? text
  try {
    const value: unknown = JSON.parse(bare.replaceAll('%22', '"').replaceAll("'", '"'))
    const isItem = (item: unknown) => typeof item === 'string' || typeof item === 'number'
    return Array.isArray(value) && value.every(isItem) ? value : undefined
  } catch {
    return undefined
  }
}

/** How many items there are, for the answer to a wrong number of them. */
export const requestLength = (text: string): number => parse(text)?.length ?? 0

/** Satoshis of an amount in coins; less than 0 for what is none. */
export function coinsItem(item: string | number | undefined): bigint {
  const units = Number(item) * 1e8 + 0.0000000049
  return Math.abs(units) < 2 ** 63 ? BigInt(Math.trunc(units)) : -1n
}

/** A 32 bit number; less than 0 for what is none. */
export function wholeItem(item: string | number | undefined): number {
  const value = Number(item)
  return Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : -1
}
