import { TriangleAlert } from 'lucide-react'
import type { ListedChain } from '#shared/chains/index.ts'
import { startText } from '../../../i18n/nodeText.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { optionNames } from '../../../ui/optionNames.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'

/**
 * Maximum number of failed chains shown: more would push the list off the page. The rows of the list show the others.
 */
const SHOWN = 2

/** Lists chains that failed to start, above the list of chains: the cause, and a link to the remedy. */
export function FailedChains({
  chains,
  onOpen,
}: {
  readonly chains: readonly ListedChain[]
  onOpen(chain: ListedChain): void
}) {
  const failed = chains.filter(({ state }) => state === 'failed')
  if (failed.length === 0) return null
  return (
    <ul
      aria-label={t('chains:trouble.list')}
      className="flex shrink-0 flex-col divide-y divide-bad/25 rounded-md border border-bad/35 bg-bad-soft"
    >
      {failed.slice(0, SHOWN).map((chain) => (
        <li key={chain.id} className="flex min-h-10 items-center gap-3 py-1.5 pr-1.5 pl-3">
          <TriangleAlert aria-hidden className="size-4 shrink-0 text-bad" />
          <p className="min-w-0 flex-1">
            <span className="font-medium text-bad">
              <Trans i18nKey="chains:trouble.one" components={{ name: <SafeText text={chain.label} max={60} /> }} />
            </span>{' '}
            {optionNames(startText(chain.detail))}
          </p>
          <Button size="sm" onClick={() => onOpen(chain)}>
            {t('chains:trouble.help')}
          </Button>
        </li>
      ))}
      {failed.length > SHOWN ? (
        <li className="px-3 py-1.5 text-12 text-bad">{t('chains:trouble.more', { count: failed.length - SHOWN })}</li>
      ) : null}
    </ul>
  )
}
