/** Parses the options of wallet lists, which are untrusted input. */
import type { JsonObject } from '#shared/json.ts'
import { asString } from '#shared/rpc/convert.ts'
import { MAX_WALLET_SEARCH, WALLET_HISTORY_KINDS } from '#shared/rpc/methods/walletViews.ts'
import {
  absent,
  checkNames,
  choice,
  invalidOption,
  NO_OPTIONS,
  parsePageOptions,
} from '../../rpc/format/pageOptions.ts'
import type { CoinQuery, WalletHistoryQuery } from '../index.ts'

/** @throws RpcError */
export function walletHistoryQuery(options: JsonObject = NO_OPTIONS): WalletHistoryQuery {
  checkNames(options, ['limit', 'cursor', 'kind', 'search'])
  const { limit, cursor } = parsePageOptions(options)
  const text = options.get('search')
  const search = absent(text) ? '' : asString(text)
  if (search.length > MAX_WALLET_SEARCH) throw invalidOption(`search must have at most ${MAX_WALLET_SEARCH} characters`)
  return { limit, cursor, search, kind: choice(options, 'kind', ['all', ...WALLET_HISTORY_KINDS]) }
}

/** @throws RpcError */
export function walletCoinQuery(options: JsonObject = NO_OPTIONS): CoinQuery {
  checkNames(options, ['limit', 'cursor', 'descending', 'sort'])
  return { ...parsePageOptions(options), sort: choice(options, 'sort', ['amount', 'age']) }
}
