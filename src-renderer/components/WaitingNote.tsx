import { Clock3 } from 'lucide-react'
import { useRpc } from '../node/queries.ts'
import { formatWaitingCoins, waitingCoins } from './waitingCoins.ts'

/**
 * Number of wallet entries searched. Coins that are too young to spend are among the newest entries, or too numerous to
 * matter.
 */
const LOOKED_AT = 100

export interface WaitingNoteProps {
  readonly coin: string
  /** Limits the note to coins at this address; if not set, the whole wallet is covered. */
  readonly address?: string | undefined
}

/**
 * Shown next to an error about missing coins: which coins are not spendable yet, and until when. Renders nothing if no
 * coins are waiting.
 */
export function WaitingNote({ coin, address }: WaitingNoteProps) {
  const unconfirmed = useRpc('listunspent', {
    minconf: 0,
    maxconf: 0,
    ...(address === undefined ? {} : { addresses: [address] }),
  })
  const newest = useRpc('listtransactions', { count: LOOKED_AT })
  const words = formatWaitingCoins(waitingCoins(unconfirmed.data ?? [], newest.data ?? [], address), coin)
  if (words.length === 0) return null
  return (
    <div role="status" className="flex items-start gap-2 text-12 text-warn">
      <Clock3 aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <p>{words.join(' ')}</p>
    </div>
  )
}
