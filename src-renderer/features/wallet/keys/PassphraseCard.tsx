import { Lock, LockOpen } from 'lucide-react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { useToyChain } from '../../../components/people/persons.ts'
import { useUnlock } from '../../../components/unlock/unlock.ts'
import { useLock } from '../../../components/unlock/useLock.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { Countdown } from '../../../ui/Age.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import type { PhraseCardProps } from './PhraseCard.tsx'

export function PassphraseCard({ status, onOpen }: PhraseCardProps) {
  const { encrypted, locked, unlockeduntil, keychain } = status
  const lock = useLock()
  const ask = useUnlock((state) => state.ask)
  return (
    <Card
      title={t('wallet:passphraseTitle')}
      actions={<StateBadge encrypted={encrypted} locked={locked} />}
      source={<CallSource calls={[shownCall('getwalletstatus', {})]} />}
    >
      <p className="text-muted">
        {!encrypted ? (
          t('wallet:passphrase.off')
        ) : locked ? (
          t('wallet:passphrase.locked')
        ) : unlockeduntil === null ? (
          t('wallet:passphrase.unlockedToEnd')
        ) : (
          <Trans i18nKey="wallet:passphrase.unlocked" components={{ when: <Countdown time={unlockeduntil} /> }} />
        )}
        {keychain === 'used' ? ` ${t('wallet:passphrase.keychain')}` : ''}
      </p>
      <div className="mt-3">
        {encrypted ? (
          locked ? (
            <Button icon={<LockOpen aria-hidden className="size-4" />} onClick={() => void ask('wallet')}>
              {t('wallet:passphrase.unlock')}
            </Button>
          ) : (
            <Button icon={<Lock aria-hidden className="size-4" />} busy={lock.isPending} onClick={() => lock.mutate()}>
              {t('wallet:passphrase.lock')}
            </Button>
          )
        ) : (
          <Button onClick={() => onOpen('encrypt')}>{t('wallet:encrypt')}</Button>
        )}
      </div>
    </Card>
  )
}

function StateBadge({ encrypted, locked }: { readonly encrypted: boolean; readonly locked: boolean }) {
  const Icon = locked ? Lock : LockOpen
  const toy = useToyChain()
  return (
    <Badge
      tone={!encrypted ? (toy ? undefined : 'warn') : locked ? 'ok' : 'accent'}
      icon={<Icon aria-hidden className="size-3" />}
    >
      {!encrypted
        ? t('wallet:passphrase.badgeOff')
        : t(locked ? 'wallet:passphrase.badgeLocked' : 'wallet:passphrase.badgeUnlocked')}
    </Badge>
  )
}
