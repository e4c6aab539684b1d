import { Coins, Gem } from 'lucide-react'
import type { TokenDraft } from '../../../app/uiStore.ts'
import { ChoiceCards } from '../../../ui/ChoiceCards.tsx'

const kinds = [
  {
    id: 'fungible',
    icon: Coins,
    title: 'Token',
    words: 'Many equal units, like points or shares. They can be sent in parts.',
  },
  { id: 'nft', icon: Gem, title: 'NFT', words: 'Exactly one unit with its own data, like a certificate.' },
] as const

export interface KindChoiceProps {
  readonly value: TokenDraft['kind']
  onChange(value: TokenDraft['kind']): void
}

export function KindChoice({ value, onChange }: KindChoiceProps) {
  return <ChoiceCards label="Kind of token" choices={kinds} value={value} onChange={onChange} />
}
