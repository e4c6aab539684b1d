import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { nftLink } from '#shared/protocol/nftData.ts'
import { useNextStep } from '../../../components/firstSteps/useNextStep.ts'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { isMovableData } from '../../../components/movableData.ts'
import { TokenMark } from '../../../components/TokenMark.tsx'
import { t } from '../../../i18n/texts.ts'
import type { NewTask } from '../../../tasks/tasks.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { groupDigits } from '../../../ui/format.ts'
import { QrCode } from '../../../ui/QrCode.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'

export interface MintedCardProps {
  readonly tokenid: string
  readonly effect: Extract<NewTask['effect'], { readonly kind: 'token-create' }>
  /** name of the chain's coin */
  readonly chain: string
}

/** Shows a token that was just created: its picture, its share text, and the next step. */
export function MintedCard({ tokenid, effect, chain }: MintedCardProps) {
  const { name, description, supply, data } = effect
  const nft = data !== undefined
  const link = nftLink(data)
  const { step } = useNextStep()
  const text = t('tokens:minted.shareText', { name, chain, id: tokenid })
  return (
    <section
      aria-label={t('tokens:minted.label')}
      className="flex animate-rise flex-wrap items-start gap-6 rounded-lg border border-accent bg-surface p-6 shadow-card"
    >
      <div className="flex min-w-60 flex-1 flex-col gap-4">
        <div className="flex items-center gap-4">
          <span className="inline-flex [&_svg]:size-16 [&_svg]:rounded-lg">
            <TokenMark tokenid={tokenid} name={name} nft={nft} large />
          </span>
          <div className="min-w-0">
            <p className="break-words font-semibold text-20">
              <SafeText text={name} max={60} />
            </p>
            <p className="text-muted">
              {nft ? t('tokens:minted.nft') : t('tokens:minted.units', { units: groupDigits(supply) })}
            </p>
          </div>
        </div>
        {description === '' ? null : <SafeText text={description} max={200} className="text-muted" />}
        {link === undefined ? null : (
          <p className="wrap-anywhere font-mono text-12 text-muted">
            <SafeText text={link} max={200} />
          </p>
        )}
        <p className="flex items-center gap-2 text-12 text-muted">
          {t('tokens:minted.id')}{' '}
          <ChainLink to={{ kind: 'token', id: tokenid }} label={t('tokens:minted.id')} head={12} tail={12} copy />
        </p>
        <div className="flex flex-wrap gap-2">
          <Button asChild variant={step === undefined ? 'primary' : 'secondary'}>
            <Link to="/tokens/$tokenid" params={{ tokenid }}>
              {t('tokens:minted.next')} <ArrowRight aria-hidden className="size-4" />
            </Link>
          </Button>
          {isMovableData(data) ? (
            <Button asChild>
              <Link to="/market/$tokenid" params={{ tokenid }} search={{ side: 'ask' }}>
                {t('tokens:minted.sell')}
              </Link>
            </Button>
          ) : null}
          <CopyButton text={text} label={t('tokens:minted.share')} small={false}>
            {t('tokens:minted.share')}
          </CopyButton>
        </div>
      </div>
      <QrCode text={tokenid} label={t('tokens:minted.qr', { name })} size={148} />
    </section>
  )
}
