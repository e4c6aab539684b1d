import { EyeOff, Hourglass, ShieldCheck } from 'lucide-react'
import { LapsedNotarisation, useLapsedNotarisation } from '../../../components/lapsedNotarisation.tsx'
import { BlockLink } from '../../../components/links/BlockLink.tsx'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { plainAmount } from '../../../ui/format.ts'
import { PageNote } from '../PageNote.tsx'
import type { BlockSummary } from './blockSummary.ts'

/** Shows how notaries and the shielded pools relate to a block. Renders nothing on most chains. */
export function BlockNotes({ block, coin }: { readonly block: BlockSummary; readonly coin: string }) {
  const { shieldedtxs: count, shieldedin: into, shieldedout: out } = block
  return (
    <>
      <Notarised block={block} />
      {count > 0 ? (
        <PageNote icon={EyeOff}>
          {t('explorer:block.shielded', { count, into: plainAmount(into), out: plainAmount(out), coin })}
        </PageNote>
      ) : null}
    </>
  )
}

function Notarised({ block: { height, active, notarizedheight: last } }: { readonly block: BlockSummary }) {
  const lapsed = useLapsedNotarisation() !== undefined
  if (!active || last === 0 || height === 0) return null
  if (height === last) return <PageNote icon={ShieldCheck}>{t('explorer:block.notarisedItself')}</PageNote>
  const waits = height > last
  if (waits && lapsed)
    return (
      <PageNote icon={Hourglass}>
        <LapsedNotarisation />
      </PageNote>
    )
  return (
    <PageNote icon={waits ? Hourglass : ShieldCheck}>
      <Trans
        i18nKey={waits ? 'explorer:block.notNotarised' : 'explorer:block.notarised'}
        components={{ block: <BlockLink height={last} /> }}
      />
    </PageNote>
  )
}
