import { plural } from '../../../ui/format.ts'
import { Spark } from '../../../ui/Spark.tsx'
import { type DetailedPeer, formatPing, pingOf } from './peer.ts'

/** The last pings of a connection as a line, and their figures. */
export function PingHistory({ peer }: { readonly peer: DetailedPeer }) {
  const ping = pingOf(peer)
  const wait = peer.pingwait
  return (
    <section aria-label="Ping" className="flex items-end justify-between gap-4 rounded-md border bg-surface px-3 py-2">
      <div>
        <p className="text-12 text-muted">Ping</p>
        <p className="font-semibold text-16">{ping === null ? '—' : formatPing(ping)}</p>
        <p className="text-12 text-faint">
          {ping === null
            ? 'no answer yet'
            : `${formatPing(peer.minping)} at best, of ${plural(peer.pings.length, 'ping')}`}
          {wait === undefined ? '' : `; one is out for ${formatPing(wait)}`}
        </p>
      </div>
      <Spark values={peer.pings} width={176} height={32} className="text-accent-text" />
    </section>
  )
}
