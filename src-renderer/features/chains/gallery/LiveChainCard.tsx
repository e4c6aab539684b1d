import { Check, Gift, Minus } from 'lucide-react'
import { type LiveChain, TEST_CHAINS } from '#shared/chains/liveChains.ts'
import { COIN } from '#shared/units.ts'
import { ChainTile } from '../../../components/ChainMark.tsx'
import { useShowChain } from '../../../components/useShowChain.ts'
import { t } from '../../../i18n/texts.ts'
import { type ChainDescription, useChains } from '../../../node/chains.ts'
import { useRpc } from '../../../node/queries.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cn } from '../../../ui/cn.ts'
import { useDisplayStyle } from '../../../ui/displayStyle.ts'
import { coinsAmount } from '../../../ui/format.ts'
import { SafeText } from '../../../ui/SafeText.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { roundCoins } from '../form/amountText.ts'
import { Magic } from '../Identity.tsx'
import { parseLiveFacts } from './facts.ts'

export interface JoinableChain {
  readonly chain: LiveChain
  /** in the form that the app writes */
  readonly options: readonly string[]
  readonly p2pport: number
}

export interface LiveChainCardProps {
  readonly chain: LiveChain
  readonly busy: boolean
  onJoin(chain: JoinableChain): void
}

/** Shows one chain of the gallery: its parameters as sentences, its features, and a button to join it. */
export function LiveChainCard({ chain, busy, onJoin }: LiveChainCardProps) {
  const { data } = useRpc('describechain', { chain: { options: chain.options, peers: chain.peers } })
  const known = data?.ok ? data : undefined
  const { developer } = useDisplayStyle()
  const free = TEST_CHAINS.has(chain.name)
  return (
    <article
      aria-label={chain.name}
      className="flex h-full min-w-0 flex-col gap-3 rounded-lg border bg-surface p-4 shadow-card"
    >
      <header className="flex min-w-0 items-center gap-3">
        <ChainTile chain={known} />
        <h3 className="min-w-0 flex-1 truncate font-semibold text-14">
          <SafeText text={chain.name} max={64} />
        </h3>
        {free ? (
          <Badge tone="ok" icon={<Gift aria-hidden className="size-3" />}>
            {t('chains:gallery.free')}
          </Badge>
        ) : null}
      </header>
      {known ? (
        <>
          <Words chain={chain} />
          <Allowed chain={chain} description={known} />
          <footer className="mt-auto flex items-center gap-2 pt-1">
            <Way chain={chain} description={known} busy={busy} onJoin={onJoin} />
            {developer ? (
              <span className="ml-auto truncate text-12 text-faint">
                {t('chains:magic')} <Magic value={known.magic} />
              </span>
            ) : null}
          </footer>
        </>
      ) : data ? (
        <p className="text-12 text-muted">
          {t('chains:gallery.refused')} <SafeText text={data.problems[0]?.message ?? ''} max={300} />
        </p>
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
    </article>
  )
}

interface Described {
  readonly chain: LiveChain
  readonly description: ChainDescription
}

/** Describes the chain's parameters in sentences. */
function Words({ chain }: Pick<Described, 'chain'>) {
  const facts = parseLiveFacts(chain)
  const { name } = chain
  const making =
    facts.making === 'mixed'
      ? t('chains:gallery.mixed', { percent: facts.staked })
      : t(`chains:gallery.${facts.making}`)
  return (
    <ul className="flex flex-col gap-1 text-12 text-muted">
      <li>
        {facts.supply > 0n
          ? t('chains:gallery.supply', { coins: roundCoins(facts.supply * COIN) })
          : t('chains:gallery.noSupply')}
      </li>
      <li>
        {facts.reward > 0n
          ? t('chains:gallery.reward', { coins: coinsAmount(facts.reward), name })
          : t('chains:gallery.feesOnly')}
      </li>
      <li>{making}</li>
      {facts.privateOnly ? <li className="text-warn">{t('chains:gallery.privateOnly')}</li> : null}
    </ul>
  )
}

/** Lists the features of the chain, the same four for each chain. */
function Allowed({ chain, description }: Described) {
  const facts = parseLiveFacts(chain)
  const things = [
    { name: t('chains:gallery.tokens'), allowed: description.tokens },
    { name: t('chains:gallery.faucet'), allowed: description.faucet },
    { name: t('chains:gallery.shielded'), allowed: !description.publiconly },
    { name: t('chains:gallery.staking'), allowed: facts.staked > 0 },
  ]
  return (
    <ul aria-label={t('chains:gallery.allows')} className="grid grid-cols-2 gap-x-3 gap-y-1 border-t pt-3 text-12">
      {things.map(({ name, allowed }) => (
        <li key={name} className={cn('flex items-center gap-1.5', allowed ? 'text-text' : 'text-faint')}>
          {allowed ? (
            <Check aria-hidden className="size-3.5 shrink-0 text-ok" />
          ) : (
            <Minus aria-hidden className="size-3.5 shrink-0" />
          )}
          <span className="min-w-0 break-words">{name}</span>
          <span className="sr-only">{allowed ? t('chains:gallery.yes') : t('chains:gallery.no')}</span>
        </li>
      ))}
    </ul>
  )
}

function Way({ chain, description, busy, onJoin }: Described & Pick<LiveChainCardProps, 'busy' | 'onJoin'>) {
  const { data: list } = useChains()
  const shown = useShowChain()
  const there = list?.chains.find(({ options }) => options.join(' ') === description.options.join(' '))
  if (there) {
    return (
      <>
        <Button busy={shown.busy} onClick={() => shown.show(there)}>
          {t('chains:showIt')}
        </Button>
        <span className="text-12 text-muted">{t('chains:gallery.inList')}</span>
      </>
    )
  }
  return (
    <Button
      variant="primary"
      busy={busy}
      aria-label={t('chains:join.named', { name: chain.name })}
      onClick={() => onJoin({ chain, options: description.options, p2pport: description.p2pport })}
    >
      {t('chains:join.submit')}
    </Button>
  )
}
