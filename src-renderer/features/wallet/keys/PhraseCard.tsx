import { CircleCheck, CircleDashed } from 'lucide-react'
import { isFetched } from '../../../node/chainState.ts'
import { useChainState } from '../../../node/useChainState.ts'
import { CallSource, shownCall } from '../../../parts/CallSource.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { formatDay, plural } from '../../../ui/format.ts'
import type { KeysDialog } from './dialogs.ts'
import type { WalletStatus } from './safety.ts'

export interface PhraseCardProps {
  readonly status: WalletStatus
  onOpen(dialog: KeysDialog): void
}

/** The recovery phrase. */
export function PhraseCard({ status, onOpen }: PhraseCardProps) {
  const { phrase, words, imported, phrasebirth, searching, following } = status
  const chain = useChainState()
  const onTheWay = following && !isFetched(chain)
  return (
    <Card
      title="Recovery phrase"
      actions={
        phrase ? (
          <Badge tone="ok" icon={<CircleCheck aria-hidden className="size-3" />}>
            {words} words
          </Badge>
        ) : (
          <Badge icon={<CircleDashed aria-hidden className="size-3" />}>None</Badge>
        )
      }
      source={<CallSource calls={[shownCall('getwalletstatus', {})]} />}
    >
      <p className="text-muted">
        {phrase
          ? `The keys of this wallet come from ${words} words${phrasebirth === null ? '' : `, in use since ${formatDay(phrasebirth)}`}.${
              imported > 0 ? ` ${plural(imported, 'key')} ${imported === 1 ? 'does' : 'do'} not come from them.` : ''
            }`
          : 'Twelve or twenty-four words from which all further keys derive. They restore the wallet anywhere.'}
      </p>
      {onTheWay ? (
        <p className="mt-2 text-12 text-muted">
          This chain may not be fully synced ({chain.tip}). Payments to the phrase appear with their blocks, and the
          chain is scanned again at the end.
        </p>
      ) : searching ? (
        <p className="mt-2 text-12 text-warn">
          The scan for payments to them is not finished. Restore from the same phrase again to continue.
        </p>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2">
        {phrase ? (
          <>
            <Button onClick={() => onOpen('drill')}>Prove that I still have it</Button>
            {searching && !onTheWay ? <Button onClick={() => onOpen('restore')}>Go on with the search</Button> : null}
          </>
        ) : (
          <>
            <Button variant="primary" onClick={() => onOpen('phrase')}>
              Make a recovery phrase
            </Button>
            <Button onClick={() => onOpen('restore')}>Restore from a phrase</Button>
          </>
        )}
      </div>
    </Card>
  )
}
