import type { MethodResult } from '#shared/rpc/index.ts'
import type { TokenKey } from '../../../components/tokenKey/tokenKeyWords.ts'
import type { ChosenCoin } from '../send/draft.ts'

/** Coins of one payment that sweeps keys: it stays well below the size that nodes relay. */
export const MOST_SWEPT = 300

type Coin = MethodResult<'listwalletcoins'>['rows'][number]

/** Whether the wallet has a key that its phrase does not bring back. */
export const isLoose = ({ mine, restored }: TokenKey): boolean => mine && !restored

/** What lies on keys of the wallet that its phrase does not bring back. */
export function sweepable(keys: readonly TokenKey[]): {
  /** satoshis */
  readonly coins: bigint
  readonly tokens: number
  /** of keys with coins */
  readonly addresses: ReadonlySet<string>
} {
  const loose = keys.filter(isLoose)
  return {
    coins: loose.reduce((sum, { coins }) => sum + coins, 0n),
    tokens: loose.reduce((sum, { tokencount }) => sum + tokencount, 0),
    addresses: new Set(loose.filter(({ coins }) => coins > 0n).map(({ address }) => address)),
  }
}

/** The coins at these addresses that can be spent now, the largest first. */
export function coinsOf(rows: readonly Coin[], addresses: ReadonlySet<string>): readonly ChosenCoin[] {
  return rows
    .filter(({ address, state }) => state === 'spendable' && address !== null && addresses.has(address))
    .slice(0, MOST_SWEPT)
    .map(({ txid, vout, amount }) => ({ txid, vout, amount: String(amount) }))
}
