import { Coins, Gem } from 'lucide-react'
import type { TokenDraft } from '../../../components/uiStore.ts'
import { t } from '../../../i18n/texts.ts'
import { ChoiceCards } from '../../../ui/ChoiceCards.tsx'

const kinds = () =>
  [
    {
      id: 'fungible',
      icon: Coins,
      title: t('tokens:form.fungible'),
      words: t('tokens:form.fungibleHint'),
    },
    { id: 'nft', icon: Gem, title: t('tokens:form.nft'), words: t('tokens:form.nftHint') },
  ] as const

export interface KindChoiceProps {
  readonly value: TokenDraft['kind']
  onChange(value: TokenDraft['kind']): void
}

export function KindChoice({ value, onChange }: KindChoiceProps) {
  return <ChoiceCards label={t('tokens:form.kind')} choices={kinds()} value={value} onChange={onChange} />
}
