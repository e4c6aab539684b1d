import { CircleCheck, CircleDashed } from 'lucide-react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { useToyChain } from '../../../components/people/persons.ts'
import { t } from '../../../i18n/texts.ts'
import { isFetched } from '../../../node/chainState.ts'
import { useChainState } from '../../../node/useChainState.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { formatDay } from '../../../ui/format.ts'
import type { WalletStatus } from './backupState.ts'
import type { KeysDialog } from './dialogs.ts'

export interface PhraseCardProps {
  readonly status: WalletStatus
  onOpen(dialog: KeysDialog): void
}

/** Returns the label of the card's button, and the dialog that it opens. */
function chooseAct(
  { phrase, phrasekept }: WalletStatus,
  canSearch: boolean,
): { readonly label: string; readonly dialog: KeysDialog } {
  if (!phrase) return { label: t('wallet:phrase.create'), dialog: 'phrase' }
  if (canSearch) return { label: t('wallet:phrase.continueScan'), dialog: 'restore' }
  return phrasekept
    ? { label: t('wallet:phrase.show'), dialog: 'show-phrase' }
    : { label: t('wallet:phrase.check'), dialog: 'drill' }
}

export function PhraseCard({ status, onOpen }: PhraseCardProps) {
  const { phrase, searching, following } = status
  const chain = useChainState()
  const onTheWay = following && !isFetched(chain)
  const act = chooseAct(status, searching && !onTheWay)
  return (
    <Card
      title={t('wallet:recoveryPhrase')}
      actions={<PhraseBadge status={status} />}
      source={<CallSource calls={[shownCall('getwalletstatus', {})]} />}
    >
      <p className="text-muted">{phrase ? formatOrigin(status) : t('wallet:phrase.explanation')}</p>
      {onTheWay ? (
        <p className="mt-2 text-12 text-muted">{t('wallet:phrase.notSynced', { tip: chain.tip })}</p>
      ) : searching ? (
        <p className="mt-2 text-12 text-warn">{t('wallet:phrase.scanOpen')}</p>
      ) : null}
      <Button className="mt-3" onClick={() => onOpen(act.dialog)}>
        {act.label}
      </Button>
    </Card>
  )
}

/** Shows the number of words, or that they are not written down yet. */
function PhraseBadge({ status: { phrase, phrasewritten, words } }: { readonly status: WalletStatus }) {
  const toy = useToyChain()
  if (!phrase) return <Badge icon={<CircleDashed aria-hidden className="size-3" />}>{t('wallet:phrase.none')}</Badge>
  return phrasewritten ? (
    <Badge tone="ok" icon={<CircleCheck aria-hidden className="size-3" />}>
      {t('wallet:phrase.words', { count: words ?? 12 })}
    </Badge>
  ) : (
    <Badge tone={toy ? undefined : 'warn'} icon={<CircleDashed aria-hidden className="size-3" />}>
      {t('wallet:phrase.unwritten')}
    </Badge>
  )
}

/** Formats which keys come from the phrase, since when, and how many do not. */
function formatOrigin({ words, phrasebirth, phrasekept, phrasetyped, imported }: WalletStatus): string {
  const count = words ?? 12
  const day = phrasebirth === null ? undefined : formatDay(phrasebirth)
  const lost = day === undefined || phrasetyped ? t('wallet:phrase.typedIn') : t('wallet:phrase.madeOn', { day })
  const origin =
    day === undefined || !phrasekept ? t('wallet:phrase.from', { count }) : t('wallet:phrase.fromSince', { count, day })
  return [origin, imported > 0 ? t('wallet:phrase.others', { count: imported }) : '', phrasekept ? '' : lost].join(' ')
}
