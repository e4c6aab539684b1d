import { Clock3 } from 'lucide-react'
import { useRpc } from '../node/queries.ts'
import { waitingCoins, waitingWords } from './waitingCoins.ts'

/** Young coins are among the newest entries of the wallet, or too many to matter. */
const LOOKED_AT = 100

export interface WaitingNoteProps {
  readonly coin: string
  /** only coins waiting at this address; left out: the whole wallet */
  readonly address?: string | undefined
}

/** Which coins are waiting and until when, next to an error about missing coins. Renders nothing if none are. */
export function WaitingNote({ coin, address }: WaitingNoteProps) {
  const unconfirmed = useRpc('listunspent', {
    minconf: 0,
    maxconf: 0,
    ...(address === undefined ? {} : { addresses: [address] }),
  })
  const newest = useRpc('listtransactions', { count: LOOKED_AT })
  const words = waitingWords(waitingCoins(unconfirmed.data ?? [], newest.data ?? [], address), coin)
  if (words.length === 0) return null
  return (
    <div role="status" className="flex items-start gap-2 text-12 text-warn">
      <Clock3 aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <p>{words.join(' ')}</p>
    </div>
  )
}
