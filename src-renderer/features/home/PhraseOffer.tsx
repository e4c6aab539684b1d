import { Link } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/texts.ts'
import { useCurrentChain } from '../../node/chains.ts'
import { useRpc } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { usePhraseOffer } from './phraseOfferStore.ts'
import { useUnsafeCover } from './useNext.ts'

/**
 * Shown while part of the wallet would be lost with the computer, until the user postpones it. Never shown in the
 * sandbox.
 */
export function PhraseOffer() {
  const { data } = useRpc('getwalletstatus', {})
  const chain = useCurrentChain()?.id ?? ''
  const { postpone } = usePhraseOffer()
  const cover = useUnsafeCover()
  if (cover === undefined) return null
  return (
    <section
      aria-label={t('home:offer.label')}
      className="flex shrink-0 flex-wrap items-center gap-3 rounded-lg border border-warn/35 bg-warn-soft p-3"
    >
      <ShieldAlert aria-hidden className="size-4 shrink-0 text-warn" />
      <p className="min-w-0 grow basis-48">
        <Trans
          i18nKey={`home:offer.${cover}`}
          values={{ words: data?.words ?? 12, count: data?.uncovered }}
          components={{ b: <span className="font-medium" /> }}
        />
      </p>
      <Button asChild size="sm" variant="primary">
        <Link to="/wallet" search={{ tab: 'keys' }}>
          {t(cover === 'nothing' ? 'home:offer.create' : 'home:offer.go')}
        </Link>
      </Button>
      <Button size="sm" variant="ghost" onClick={() => postpone(chain)}>
        {t('home:offer.later')}
      </Button>
    </section>
  )
}
