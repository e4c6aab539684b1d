import { QrCode as QrIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { writeShareLink } from '#shared/chains/shareText.ts'
import { t } from '../../i18n/texts.ts'
import type { ChainDescription } from '../../node/chains.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { utf8Length } from '../../ui/format.ts'
import { QrCode } from '../../ui/QrCode.tsx'
import { type Segment, Segmented } from '../../ui/Segmented.tsx'

/** Maximum bytes in a QR code that a phone can still read off a screen. */
const QR_BYTES = 900

/** Shows the magic of a chain, with an explanation on hover. */
export function Magic({ value, children }: { readonly value: string; readonly children?: ReactNode }) {
  return (
    <span className="font-mono text-12" title={t('chains:magicHint')}>
      {value} {children}
    </span>
  )
}

export function IdentityFacts({
  chain,
}: {
  readonly chain: Pick<ChainDescription, 'magic' | 'wiremagic' | 'p2pport' | 'rpcport'>
}) {
  return (
    <FactList
      facts={[
        {
          label: t('chains:magic'),
          value: (
            <Magic value={chain.magic}>
              <span className="text-faint">{t('chains:wire', { magic: chain.wiremagic })}</span>
            </Magic>
          ),
        },
        { label: t('chains:p2pPort'), value: chain.p2pport },
        { label: t('chains:rpcPort'), value: chain.rpcport },
      ]}
    />
  )
}

/** Shows the text that others need to join. */
export function ShareText({ text }: { readonly text: string }) {
  const [coded, setCoded] = useState(false)
  const fits = utf8Length(text) <= QR_BYTES
  return (
    <div className="flex flex-col items-start gap-2">
      <CodeBlock text={text} label={t('chains:shareText')} wrap className="w-full" />
      <div className="-ml-2.5 flex flex-wrap items-center gap-1">
        {fits ? (
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={coded}
            icon={<QrIcon aria-hidden className="size-3.5" />}
            onClick={() => setCoded(!coded)}
          >
            {coded ? t('chains:hideQr') : t('chains:showQr')}
          </Button>
        ) : null}
        <CopyButton text={writeShareLink(text)} label={t('chains:copyLink')}>
          {t('chains:copyLink')}
        </CopyButton>
      </div>
      {coded && fits ? <QrCode text={text} label={t('chains:shareQr')} size={220} /> : null}
    </div>
  )
}

const programs: readonly Segment<'own' | 'reference'>[] = [
  { id: 'own', label: 'Chainwright' },
  { id: 'reference', label: 'Komodo daemon' },
]

/** Shows the command lines that run the same chain without a window. */
export function CommandLines({
  chain,
}: {
  readonly chain: Pick<ChainDescription, 'commandline' | 'referencecommandline'>
}) {
  const [program, setProgram] = useState<'own' | 'reference'>('own')
  const own = program === 'own'
  return (
    <div className="flex flex-col items-start gap-2">
      <Segmented
        label={t('chains:program')}
        value={program}
        onChange={setProgram}
        segments={programs}
        className="h-7"
      />
      <CodeBlock
        text={own ? chain.commandline : chain.referencecommandline}
        label={own ? t('chains:ownCommand') : t('chains:referenceCommand')}
        wrap
        className="w-full"
      />
    </div>
  )
}
