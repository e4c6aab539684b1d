import { Link } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/texts.ts'
import { useCurrentChain } from '../../node/chains.ts'
import { useRpc } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { usePhraseOffer } from './phraseOfferStore.ts'

/** Offered with a wallet that nothing would bring back, until there is a phrase or a backup, or the person says later. */
export function PhraseOffer() {
  const { data } = useRpc('getwalletstatus', {})
  const chain = useCurrentChain()?.id ?? ''
  const { later, postpone } = usePhraseOffer()
  if (!data || data.phrase || data.backup !== null || later.includes(chain)) return null
  return (
    <section
      aria-label={t('overview:offer.label')}
      className="flex shrink-0 flex-wrap items-center gap-3 rounded-lg border border-warn/35 bg-warn-soft p-3"
    >
      <ShieldAlert aria-hidden className="size-4 shrink-0 text-warn" />
      <p className="min-w-0 flex-1">
        <Trans i18nKey="overview:offer.text" components={{ b: <span className="font-medium" /> }} />
      </p>
      <Button asChild size="sm" variant="primary">
        <Link to="/wallet" search={{ tab: 'keys' }}>
          {t('overview:offer.create')}
        </Link>
      </Button>
      <Button size="sm" variant="ghost" onClick={() => postpone(chain)}>
        {t('overview:offer.later')}
      </Button>
    </section>
  )
}
