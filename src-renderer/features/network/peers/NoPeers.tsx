import { CircleSlash, Plus, Search, Users } from 'lucide-react'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { useChainState } from '../../../node/useChainState.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'

export interface NoPeersProps {
  readonly filtered: boolean
  onAdd(): void
  onClear(): void
}

/** Explains why there are no peers, with the remedy. */
export function NoPeers({ filtered, onAdd, onClear }: NoPeersProps) {
  const { data: sync } = useRpc('getsyncstate', {})
  const state = useChainState()
  if (filtered) {
    return (
      <EmptyState
        icon={<Search />}
        title={t('network:peers.noMatch')}
        action={<Button onClick={onClear}>{t('network:peers.showAll')}</Button>}
      >
        {t('network:peers.noMatchHint')}
      </EmptyState>
    )
  }
  if (sync?.enabled === false) {
    return (
      <EmptyState icon={<CircleSlash />} title={t('network:peers.off')}>
        {t('network:peers.offHint')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Users />}
      title={state.id === 'solo' ? t('network:peers.nobody') : t('network:peers.looking')}
      call="addnode"
      action={
        <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={onAdd}>
          {t('network:add.title')}
        </Button>
      }
    >
      {state.id === 'solo' ? t('network:peers.alone') : t('network:peers.trying')}
    </EmptyState>
  )
}
