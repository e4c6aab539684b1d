import {
  ArrowDownLeft,
  ArrowUpRight,
  CircleCheck,
  CircleSlash,
  Clock3,
  Coins,
  Droplets,
  Flame,
  Hourglass,
  Pickaxe,
  Sparkles,
  Store,
  Undo2,
} from 'lucide-react'
import { CONTRACT_ACTIONS, SUPPORTED_CONTRACTS } from '#shared/protocol/evalCodes.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { kindForContract } from '#shared/rpc/methods/explorer.ts'
import { t } from '../../i18n/texts.ts'
import { type Kind, KindMark } from '../../ui/table/kindColumn.tsx'
import { transactionKinds } from '../links/kinds.ts'
import { TokenMark } from '../TokenMark.tsx'
import { TxState } from '../TxState.tsx'
import { describeHistoryRow } from './describeHistoryRow.ts'
import { useOtherParty } from './useOtherParty.ts'

export type WalletHistoryRow = MethodResult<'listwallethistory'>['rows'][number]

type Look = Omit<Kind, 'word' | 'picture'>

const byKind: Readonly<Record<WalletHistoryRow['kind'], Look>> = {
  sent: { tone: 'neutral', icon: ArrowUpRight },
  received: { tone: 'ok', icon: ArrowDownLeft },
  mined: { tone: 'accent', icon: Pickaxe },
  self: { tone: 'neutral', icon: Undo2 },
  module: { tone: 'accent', icon: Coins },
}

const byAction: Readonly<Partial<Record<NonNullable<WalletHistoryRow['action']>, Look>>> = {
  'token-create': { tone: 'accent', icon: Sparkles },
  'token-burn': { tone: 'bad', icon: Flame },
  'faucet-fund': { tone: 'neutral', icon: Droplets },
  'faucet-claim': { tone: 'ok', icon: Droplets },
}

/** Returns the icon and colour of a contract action without an entry in `byAction`. */
function contractLook(action: WalletHistoryRow['action']): Look | undefined {
  const contract = SUPPORTED_CONTRACTS.find((name) => CONTRACT_ACTIONS[name].some((one) => one === action))
  if (contract === undefined || contract === 'tokens') return undefined
  return { tone: 'accent', icon: contract === 'assets' ? Store : transactionKinds[kindForContract(contract)].icon }
}

/** Returns icon, text and colour of a history row, and the picture of its token. */
export function historyKindFor(row: WalletHistoryRow, who?: string): Kind {
  const { action, kind, token } = row
  const picture = token ? <TokenMark tokenid={token.tokenid} name={token.name} nft={token.nft} inText /> : undefined
  const what = { word: describeHistoryRow(row, who), picture }
  if (action === 'token-transfer') return { ...what, ...byKind[token?.away ? 'sent' : 'received'] }
  const own = action === null ? undefined : byAction[action]
  return { ...what, ...(own ?? contractLook(action) ?? byKind[kind]) }
}

/** Kind of a history row, with the name of the other party. */
export function HistoryKindMark({ row }: { readonly row: WalletHistoryRow }) {
  return <KindMark {...historyKindFor(row, useOtherParty(row))} />
}

const looks = {
  pending: { icon: Clock3, tone: 'text-warn' },
  immature: { icon: Hourglass, tone: 'text-warn' },
  confirmed: { icon: CircleCheck, tone: 'text-muted' },
  conflicted: { icon: CircleSlash, tone: 'text-bad' },
} as const

export function historyStateLabel({ state, confirmations }: Pick<WalletHistoryRow, 'state' | 'confirmations'>): string {
  return t(`parts:history.state.${state}`, { confirmations })
}

export function State({ row }: { readonly row: WalletHistoryRow }) {
  const { icon, tone } = looks[row.state]
  return <TxState icon={icon} tone={tone} words={historyStateLabel(row)} />
}
