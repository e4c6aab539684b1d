import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { SharePanel } from '../SharePanel.tsx'
import { FirstMining } from './FirstMining.tsx'

/** Shows a chain that was just created and runs: its first blocks, and how others can join. */
export function ChainCreated({ chain }: { readonly chain: ListedChain }) {
  const place = useRef<HTMLDivElement>(null)
  // The form that had the focus is unmounted, so move the focus here.
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <Card title={t('chains:opened.first')}>
        <FirstMining alone={chain.testnode} />
      </Card>
      <Card title={t('chains:opened.second')}>
        <p className="mb-3 text-muted">{t('chains:share.description')}</p>
        <SharePanel chain={chain} />
      </Card>
      <HomeButton />
    </div>
  )
}

export function HomeButton() {
  return (
    <Button asChild variant="primary" size="lg" className="self-start">
      <Link to="/">
        {t('chains:toHome')} <ArrowRight aria-hidden className="size-4" />
      </Link>
    </Button>
  )
}
