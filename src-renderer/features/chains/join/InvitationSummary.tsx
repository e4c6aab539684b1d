import { CircleCheck } from 'lucide-react'
import type { ListedChain } from '#shared/chains/index.ts'
import { ChainTile } from '../../../components/ChainMark.tsx'
import { useShowChain } from '../../../components/useShowChain.ts'
import { chainWarning } from '../../../i18n/nodeText.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { type ChainDescription, useChains } from '../../../node/chains.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useDisplayStyle } from '../../../ui/displayStyle.ts'
import { type Fact, FactList } from '../../../ui/FactList.tsx'
import { Note } from '../../../ui/Note.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { emissionFacts } from '../emission.tsx'
import { Magic } from '../Identity.tsx'

export interface UnderstoodProps {
  readonly description: ChainDescription | undefined
  /** True if the description matches the present values and has no problems. */
  readonly good: boolean
}

/** Summarizes the chain that a text describes, so that the user can compare it with the sender's description. */
export function InvitationSummary({ description, good }: UnderstoodProps) {
  const known = description?.ok ? description : undefined
  const { developer } = useDisplayStyle()
  const { data: list } = useChains()
  const there = known && list?.chains.find(({ options }) => options.join(' ') === known.options.join(' '))
  return (
    <Card
      title={t('chains:understood.title')}
      actions={
        good ? (
          <Badge tone="ok" icon={<CircleCheck aria-hidden className="size-3" />}>
            {t('chains:understood.complete')}
          </Badge>
        ) : null
      }
    >
      <div aria-live="polite" className="flex flex-col gap-3">
        {known ? (
          <>
            <FactList facts={buildFacts(known, developer)} />
            {there ? <There chain={there} /> : null}
            {there ? null : known.warnings.map((warning) => <Note key={warning}>{chainWarning(warning)}</Note>)}
            {known.peers.length === 0 && !there ? <Note>{t('chains:understood.noNode')}</Note> : null}
          </>
        ) : (
          <p className="text-muted">{description ? t('chains:understood.notYet') : t('chains:understood.nothing')}</p>
        )}
      </div>
    </Card>
  )
}

/** Offers to show the listed chain, because a chain can be joined only once. */
function There({ chain }: { readonly chain: ListedChain }) {
  const { show, busy } = useShowChain()
  return (
    <Note>
      <div className="flex items-center justify-between gap-3">
        <span>
          <Trans i18nKey="chains:understood.already" components={{ name: <SafeText text={chain.label} max={60} /> }} />
        </span>
        <Button size="sm" className="-my-1.5" busy={busy} onClick={() => show(chain)}>
          {t('chains:showIt')}
        </Button>
      </div>
    </Note>
  )
}

const CONTRACTS = {
  'true true': 'both',
  'true false': 'tokensOnly',
  'false true': 'faucetOnly',
  'false false': 'neither',
} as const

function buildFacts(chain: ChainDescription, developer: boolean): readonly Fact[] {
  return [
    {
      label: t('chains:form.name'),
      // The sender of the text sees the same tile.
      value: (
        <span className="inline-flex items-center gap-2">
          <ChainTile chain={chain} small />
          <SafeText text={chain.name} max={64} className="break-all font-medium" />
        </span>
      ),
    },
    ...(chain.network === 'regtest'
      ? [{ label: t('chains:understood.network'), value: t('chains:understood.regtest') }]
      : []),
    ...emissionFacts(chain),
    { label: t('chains:understood.blocktime'), value: t('chains:understood.seconds', { count: chain.blocktime }) },
    { label: t('chains:form.cc'), value: t(`chains:understood.${CONTRACTS[`${chain.tokens} ${chain.faucet}`]}`) },
    {
      label: t('chains:understood.amounts'),
      value: chain.publiconly ? t('chains:understood.allPublic') : t('chains:understood.shielded'),
    },
    ...(developer
      ? [
          { label: t('chains:magic'), value: <Magic value={chain.magic} /> },
          { label: t('chains:understood.ports'), value: `${chain.p2pport}, RPC ${chain.rpcport}` },
        ]
      : []),
    {
      label: t('chains:understood.peers'),
      value:
        chain.peers.length === 0 ? (
          t('chains:understood.noPeers')
        ) : (
          <span className="font-mono text-12">{chain.peers.slice(0, 4).join(', ')}</span>
        ),
    },
  ]
}
