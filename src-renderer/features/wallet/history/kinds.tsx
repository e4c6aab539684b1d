import {
  ArrowDownLeft,
  ArrowUpRight,
  CircleCheck,
  CircleSlash,
  Clock3,
  Coins,
  Hourglass,
  Pickaxe,
  Undo2,
} from 'lucide-react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { TxState } from '../../../parts/TxState.tsx'
import { groupDigits } from '../../../ui/format.ts'
import type { Segment } from '../../../ui/Segmented.tsx'
import type { Kind } from '../../../ui/table/kindColumn.tsx'
import type { HistoryKindFilter } from '../search.ts'

export type WalletHistoryRow = MethodResult<'listwallethistory'>['rows'][number]

/** What a row is about: icon, word and colour. */
export const historyKinds: Record<WalletHistoryRow['kind'], Kind> = {
  sent: { word: 'Sent', tone: 'neutral', icon: ArrowUpRight },
  received: { word: 'Received', tone: 'ok', icon: ArrowDownLeft },
  mined: { word: 'Mined', tone: 'accent', icon: Pickaxe },
  self: { word: 'To myself', tone: 'neutral', icon: Undo2 },
  module: { word: 'Token, faucet', tone: 'accent', icon: Coins },
}

export const kindSegments: readonly Segment<HistoryKindFilter | 'all'>[] = [
  { id: 'all', label: 'All' },
  { id: 'received', label: 'Received' },
  { id: 'sent', label: 'Sent' },
  { id: 'mined', label: 'Mined' },
  { id: 'self', label: 'To myself' },
  { id: 'module', label: 'Tokens' },
]

const looks = {
  pending: { icon: Clock3, tone: 'text-warn' },
  immature: { icon: Hourglass, tone: 'text-warn' },
  confirmed: { icon: CircleCheck, tone: 'text-muted' },
  conflicted: { icon: CircleSlash, tone: 'text-bad' },
} as const

export function stateWords({ state, confirmations }: Pick<WalletHistoryRow, 'state' | 'confirmations'>): string {
  if (state === 'pending') return 'in mempool'
  if (state === 'conflicted') return 'conflicted'
  return `${groupDigits(confirmations)} conf.${state === 'immature' ? ', maturing' : ''}`
}

export function State({ row }: { readonly row: WalletHistoryRow }) {
  const { icon, tone } = looks[row.state]
  return <TxState icon={icon} tone={tone} words={stateWords(row)} />
}
