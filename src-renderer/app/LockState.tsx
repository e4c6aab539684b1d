import { Lock, LockOpen } from 'lucide-react'
import { useRpc } from '../node/queries.ts'
import { useUnlock } from '../parts/unlock/unlock.ts'
import { useLock } from '../parts/unlock/useLock.ts'
import { useNow } from '../ui/clock.ts'
import { formatDuration } from '../ui/format.ts'
import { Tooltip } from '../ui/Tooltip.tsx'

/**
 * Whether the wallet's keys can be used, in the status bar; pressing it changes that. Renders nothing without a
 * passphrase.
 */
export function LockState() {
  const { data } = useRpc('getwalletstatus', {})
  const now = useNow()
  const ask = useUnlock((state) => state.ask)
  const lock = useLock()
  if (!data?.encrypted) return null
  const { locked, unlockeduntil } = data
  const Icon = locked ? Lock : LockOpen
  const left = unlockeduntil === null ? '' : `, ${formatDuration(unlockeduntil - now)} left`
  return (
    <Tooltip
      content={
        locked ? 'Sending asks for the passphrase. Press to unlock now.' : 'Keys can be used. Press to lock now.'
      }
    >
      <button
        type="button"
        onClick={() => (locked ? void ask('use your keys') : lock.mutate())}
        className="flex h-full shrink-0 items-center gap-1.5 px-2.5 hover:bg-hover hover:text-text focus-visible:-outline-offset-2"
      >
        <Icon aria-hidden className={locked ? 'size-3.5' : 'size-3.5 text-accent-text'} />
        {locked ? 'Wallet locked' : `Wallet unlocked${left}`}
      </button>
    </Tooltip>
  )
}
