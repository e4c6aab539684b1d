import { BuildError } from '../../transactions/index.ts'

/** Parameters of a payments call: a JSON array in a text, with `%22` or `'` for quotation marks (payments.md §4). */
export type PaymentsRequest = readonly (string | number)[]

/** Parses the parameters. @throws BuildError if the text is not an array of `min` to `max` texts and numbers */
export function readRequest(text: string, min: number, max: number): PaymentsRequest {
  const parsed = parse(text)
  if (parsed === undefined || parsed.length < min || parsed.length > max)
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

/** Returns the number of items, for the error about a wrong number of items. */
export const requestLength = (text: string): number => parse(text)?.length ?? 0

/** Converts an amount in coins to satoshis. Returns a negative number if it is invalid. */
export function coinsItem(item: string | number | undefined): bigint {
  const units = Number(item) * 1e8 + 0.0000000049
  return Math.abs(units) < 2 ** 63 ? BigInt(Math.trunc(units)) : -1n
}

/** Converts an item to a 32-bit number. Returns a negative number if it is invalid. */
export function wholeItem(item: string | number | undefined): number {
  const value = Number(item)
  return Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : -1
}
