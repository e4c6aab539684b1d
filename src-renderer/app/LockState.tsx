import { Lock, LockOpen } from 'lucide-react'
import { useUnlock } from '../components/unlock/unlock.ts'
import { useLock } from '../components/unlock/useLock.ts'
import { t } from '../i18n/texts.ts'
import { useRpc } from '../node/queries.ts'
import { useNow } from '../ui/clock.ts'
import { formatDuration } from '../ui/format.ts'
import { Tooltip } from '../ui/Tooltip.tsx'

/**
 * Shows in the status bar whether the wallet is locked; a click locks or unlocks it. Renders nothing if the wallet has
 * no passphrase.
 */
export function LockState() {
  const { data } = useRpc('getwalletstatus', {})
  const now = useNow()
  const ask = useUnlock((state) => state.ask)
  const lock = useLock()
  if (!data?.encrypted) return null
  const { locked, onlystaking, unlockeduntil } = data
  // A wallet unlocked only for staking can still be locked completely.
  const shut = locked && !onlystaking
  const Icon = locked ? Lock : LockOpen
  const unlocked =
    unlockeduntil === null
      ? t('frame:lock.unlocked')
      : t('frame:lock.unlockedFor', { duration: formatDuration(unlockeduntil - now) })
  return (
    <Tooltip
      content={t(onlystaking ? 'frame:lock.stakingHint' : locked ? 'frame:lock.lockedHint' : 'frame:lock.unlockedHint')}
    >
      <button
        type="button"
        data-lock
        onClick={() => (shut ? void ask('wallet') : lock.mutate())}
        className="flex h-full min-w-0 items-center gap-1.5 px-2.5 hover:bg-hover hover:text-text focus-visible:-outline-offset-2"
      >
        <Icon aria-hidden className={locked ? 'size-3.5 shrink-0' : 'size-3.5 shrink-0 text-accent-text'} />
        <span className="truncate">
          {onlystaking ? t('frame:lock.staking') : locked ? t('frame:lock.locked') : unlocked}
        </span>
      </button>
    </Tooltip>
  )
}
