import {
  ArrowLeftRight,
  ArrowRightLeft,
  CalendarClock,
  Coins,
  Dices,
  Droplets,
  FileCode2,
  Hourglass,
  ListOrdered,
  type LucideIcon,
  Milestone,
  Pickaxe,
  PiggyBank,
  RadioTower,
} from 'lucide-react'
import type { TransactionKind } from '#shared/rpc/methods/explorer.ts'
import { t } from '../../i18n/texts.ts'

export interface KindLook {
  readonly icon: LucideIcon
  /** Name of the colour: `--kind-<tone>` and `--kind-<tone>-soft`. */
  readonly tone: 'mined' | 'payment' | 'token' | 'order' | 'faucet' | 'contract'
}

/** Icon and colour of each kind of transaction, used by all components. */
export const transactionKinds: Readonly<Record<TransactionKind, KindLook>> = {
  coinbase: { icon: Pickaxe, tone: 'mined' },
  payment: { icon: ArrowLeftRight, tone: 'payment' },
  token: { icon: Coins, tone: 'token' },
  order: { icon: ListOrdered, tone: 'order' },
  faucet: { icon: Droplets, tone: 'faucet' },
  rewards: { icon: PiggyBank, tone: 'contract' },
  heir: { icon: Hourglass, tone: 'contract' },
  channel: { icon: ArrowRightLeft, tone: 'contract' },
  payments: { icon: CalendarClock, tone: 'contract' },
  dice: { icon: Dices, tone: 'contract' },
  oracle: { icon: RadioTower, tone: 'contract' },
  gateway: { icon: Milestone, tone: 'contract' },
  contract: { icon: FileCode2, tone: 'contract' },
}

export const transactionKindLabel = (kind: TransactionKind): string => t(`parts:kind.${kind}`)
