/** Parses the options of address index lists, which are untrusted input. */
import type { JsonObject } from '#shared/json.ts'
import { asInt32 } from '#shared/rpc/convert.ts'
import type { HistoryQuery, UnspentQuery } from '../../../addressIndex/index.ts'
import { absent, checkNames, choice, invalidOption, NO_OPTIONS, parsePageOptions } from '../../format/pageOptions.ts'

function parseHeight(options: JsonObject, name: string): number | undefined {
  const value = options.get(name)
  if (absent(value)) return undefined
  const height = asInt32(value)
  if (height < 0) throw invalidOption(`${name} must be at least 0`)
  return height
}

function parseHeightRange(options: JsonObject) {
  const [start, end] = [parseHeight(options, 'start'), parseHeight(options, 'end')]
  if (start !== undefined && end !== undefined && end < start) throw invalidOption('end must not be below start')
  return { start, end }
}

/** @throws RpcError if an option is unknown or invalid */
export function historyQuery(options: JsonObject = NO_OPTIONS): HistoryQuery {
  checkNames(options, ['limit', 'cursor', 'descending', 'start', 'end', 'kind'])
  return {
    ...parsePageOptions(options),
    ...parseHeightRange(options),
    kind: choice(options, 'kind', ['all', 'received', 'spent']),
  }
}

/** Filter by mempool state, which the index does not have. */
type OutputState = 'all' | 'free' | 'spent'

/** @throws RpcError if an option is unknown or invalid */
export function unspentQuery(options: JsonObject = NO_OPTIONS): UnspentQuery & { readonly state: OutputState } {
  checkNames(options, ['limit', 'cursor', 'descending', 'start', 'end', 'sort', 'state'])
  return {
    ...parsePageOptions(options),
    ...parseHeightRange(options),
    sort: choice(options, 'sort', ['height', 'txid', 'amount']),
    state: choice(options, 'state', ['all', 'free', 'spent']),
  }
}
