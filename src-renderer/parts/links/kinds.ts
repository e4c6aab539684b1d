import { ArrowLeftRight, Coins, Droplets, FileCode2, ListOrdered, type LucideIcon, Pickaxe } from 'lucide-react'
import type { TransactionKind } from '#shared/rpc/methods/explorer.ts'

export interface KindLook {
  readonly word: string
  readonly icon: LucideIcon
  /** name of its colour: `--kind-<tone>` and `--kind-<tone>-soft` */
  readonly tone: 'mined' | 'payment' | 'token' | 'order' | 'faucet' | 'contract'
}

/** What a transaction is, in a word, a shape and a colour: the same everywhere. */
export const transactionKinds: Readonly<Record<TransactionKind, KindLook>> = {
  coinbase: { word: 'Coinbase', icon: Pickaxe, tone: 'mined' },
  payment: { word: 'Payment', icon: ArrowLeftRight, tone: 'payment' },
  token: { word: 'Token', icon: Coins, tone: 'token' },
  order: { word: 'Order', icon: ListOrdered, tone: 'order' },
  faucet: { word: 'Faucet', icon: Droplets, tone: 'faucet' },
  contract: { word: 'Contract', icon: FileCode2, tone: 'contract' },
}
