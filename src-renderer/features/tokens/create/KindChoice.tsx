import { Coins, Gem } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import type { TokenDraft } from '../../../app/uiStore.ts'
import { cn } from '../../../ui/cn.ts'

const kinds = [
  {
    id: 'fungible',
    icon: Coins,
    title: 'Token',
    words: 'Many equal units, like points or shares. They can be sent in parts.',
  },
  { id: 'nft', icon: Gem, title: 'NFT', words: 'Exactly one unit that carries data of its own, like a certificate.' },
] as const

export interface KindChoiceProps {
  readonly value: TokenDraft['kind']
  onChange(value: TokenDraft['kind']): void
}

export function KindChoice({ value, onChange }: KindChoiceProps) {
  return (
    <RadioGroup.Root
      aria-label="Kind of token"
      value={value}
      onValueChange={(next) => onChange(next === 'nft' ? 'nft' : 'fungible')}
      className="grid grid-cols-2 gap-3"
    >
      {kinds.map(({ id, icon: Icon, title, words }) => (
        <RadioGroup.Item
          key={id}
          value={id}
          className="flex items-start gap-3 rounded-md border border-line-strong p-3 text-left transition-colors duration-(--quick) hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft data-[state=checked]:ring-1 data-[state=checked]:ring-accent"
        >
          <Icon
            aria-hidden
            className={cn('mt-0.5 size-4 shrink-0', value === id ? 'text-accent-text' : 'text-faint')}
          />
          <span>
            <span className="block font-medium">{title}</span>
            <span className="block text-12 text-muted">{words}</span>
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
