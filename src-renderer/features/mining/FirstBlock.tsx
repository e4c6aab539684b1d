import { Link } from '@tanstack/react-router'
import { ArrowRight, Pickaxe } from 'lucide-react'
import { BlockLink } from '../../components/links/BlockLink.tsx'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'

/** Celebrates the first block that this node's miner found, until there is a second one. */
export function FirstBlock() {
  const { data } = useRpc('listfoundblocks', { limit: 1 })
  const [block] = data?.blocks ?? []
  if (data?.total !== 1 || block === undefined || block.state === 'orphaned') return null
  return (
    <section
      aria-label={t('mining:first.title')}
      className="flex animate-rise flex-wrap items-center gap-4 rounded-lg border border-accent bg-surface p-4 shadow-card"
    >
      <span className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent-text">
        <Pickaxe aria-hidden className="size-6" />
      </span>
      <div className="min-w-40 flex-1">
        <p className="font-semibold text-20">{t('mining:first.title')}</p>
        <p className="text-muted">
          <Trans i18nKey="mining:first.body" components={{ block: <BlockLink height={block.height} /> }} />{' '}
          {block.state === 'immature' ? t('mining:first.mature') : null}
        </p>
      </div>
      <Button asChild variant="primary">
        <Link to="/block/$block" params={{ block: block.hash }}>
          {t('mining:first.show')} <ArrowRight aria-hidden className="size-4" />
        </Link>
      </Button>
    </section>
  )
}
