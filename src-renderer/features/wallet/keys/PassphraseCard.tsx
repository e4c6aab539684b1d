import { Lock, LockOpen } from 'lucide-react'
import { CallSource, shownCall } from '../../../parts/CallSource.tsx'
import { useUnlock } from '../../../parts/unlock/unlock.ts'
import { useLock } from '../../../parts/unlock/useLock.ts'
import { Countdown } from '../../../ui/Age.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import type { PhraseCardProps } from './PhraseCard.tsx'

/** The passphrase of the wallet. */
export function PassphraseCard({ status, onOpen }: PhraseCardProps) {
  const { encrypted, locked, unlockeduntil, keychain } = status
  const lock = useLock()
  const ask = useUnlock((state) => state.ask)
  return (
    <Card
      title="Passphrase"
      actions={<StateBadge encrypted={encrypted} locked={locked} />}
      source={<CallSource calls={[shownCall('getwalletstatus', {})]} />}
    >
      <p className="text-muted">
        {!encrypted ? (
          'Without a passphrase the keys are readable in the wallet file. With one they are encrypted, and sending asks for it.'
        ) : locked ? (
          'The keys are encrypted. Receiving and viewing work without the passphrase; sending asks for it.'
        ) : (
          <>
            The keys are encrypted and in use now; the wallet locks itself{' '}
            {unlockeduntil === null ? 'when the program ends' : <Countdown time={unlockeduntil} />}.
          </>
        )}
        {keychain === 'used' ? ' The keychain of this computer unlocks it.' : ''}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {encrypted ? (
          <>
            {locked ? (
              <Button icon={<LockOpen aria-hidden className="size-4" />} onClick={() => void ask('wallet')}>
                Unlock
              </Button>
            ) : (
              <Button
                icon={<Lock aria-hidden className="size-4" />}
                busy={lock.isPending}
                onClick={() => lock.mutate()}
              >
                Lock now
              </Button>
            )}
            <Button onClick={() => onOpen('change')}>Change the passphrase</Button>
          </>
        ) : (
          <Button variant="primary" onClick={() => onOpen('encrypt')}>
            Encrypt the wallet
          </Button>
        )}
      </div>
    </Card>
  )
}

function StateBadge({ encrypted, locked }: { readonly encrypted: boolean; readonly locked: boolean }) {
  const Icon = locked ? Lock : LockOpen
  return (
    <Badge tone={!encrypted ? 'warn' : locked ? 'ok' : 'accent'} icon={<Icon aria-hidden className="size-3" />}>
      {!encrypted ? 'Not encrypted' : locked ? 'Locked' : 'Unlocked'}
    </Badge>
  )
}
