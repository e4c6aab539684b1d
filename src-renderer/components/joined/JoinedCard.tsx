import { Link } from '@tanstack/react-router'
import { ArrowDownLeft, X } from 'lucide-react'
import { t } from '../../i18n/texts.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { groupDigits } from '../../ui/format.ts'
import { SafeText } from '../../ui/SafeText.tsx'
import { ChainTile } from '../ChainMark.tsx'
import { useJoinedChain } from './useJoinedChain.ts'

/** The moment a chain that was joined is synced for the first time, and what to do next. It stays until it was read. */
export function JoinedCard() {
  const joined = useJoinedChain()
  if (joined === undefined) return null
  const { chain, height, peers, close } = joined
  return (
    <section
      aria-label={t('parts:joined.label')}
      className="flex shrink-0 animate-rise flex-wrap items-center gap-4 rounded-lg border border-accent bg-surface p-4 shadow-card"
    >
      <span className="grid size-12 place-items-center rounded-full bg-accent-soft">
        <ChainTile chain={chain} />
      </span>
      <div className="min-w-40 flex-1">
        <p className="wrap-anywhere font-semibold text-20">
          {t('parts:joined.title')} <SafeText text={chain.label} max={60} />
        </p>
        <p className="text-muted">
          {t('parts:joined.blocks', { count: height, height: groupDigits(height) })}{' '}
          {t('parts:joined.peers', { count: peers })}
        </p>
      </div>
      <Button asChild variant="ghost">
        <Link to="/explorer" onClick={close}>
          {t('parts:joined.look')}
        </Link>
      </Button>
      <Button asChild variant="primary">
        <Link to="/wallet" search={{ tab: 'receive' }} onClick={close}>
          <ArrowDownLeft aria-hidden className="size-4" /> {t('parts:joined.receive')}
        </Link>
      </Button>
      <IconButton label={t('parts:joined.close')} icon={<X aria-hidden className="size-4" />} onClick={close} />
    </section>
  )
}
