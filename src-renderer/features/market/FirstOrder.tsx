import { Link } from '@tanstack/react-router'
import { Scale } from 'lucide-react'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Shown for a chain without any order so far. */
export function FirstOrder({ onPick }: { onPick(): void }) {
  const { data: tokens } = useRpc('tokensummary', { limit: 1 })
  const none = tokens?.total === 0
  return (
    <EmptyState
      icon={<Scale />}
      title={t('market:empty.title')}
      call={none ? 'tokencreate' : 'tokenask'}
      action={
        none ? (
          <Button asChild variant="primary">
            <Link to="/tokens/create">{t('market:empty.create')}</Link>
          </Button>
        ) : (
          <Button variant="primary" disabled={tokens === undefined} onClick={onPick}>
            {t('market:empty.place')}
          </Button>
        )
      }
    >
      {t('market:empty.idea')}
      {none ? ` ${t('market:empty.noTokens')}` : null}
    </EmptyState>
  )
}
