import type { Database } from 'better-sqlite3'
import type { TrafficSample } from '../core/index.ts'

/** One sample for each span of so many seconds, kept for a day: 8,640 rows. */
const SPAN_SECONDS = 10
const KEPT_SECONDS = 24 * 3600
/** Rows are written this often, and at the end; a crash loses a minute at most. */
const WRITE_SECONDS = 60

/** Bytes in and out, in spans of ten seconds, kept over restarts. */
export interface TrafficHistory {
  readonly totals: { readonly received: number; readonly sent: number }
  received(bytes: number): void
  sent(bytes: number): void
  /** once a second or so */
  tick(): void
  /** oldest first */
  last(seconds: number): readonly TrafficSample[]
  save(): void
}

export function createTrafficHistory(db: Database, now: () => number): TrafficHistory {
  db.exec('CREATE TABLE IF NOT EXISTS traffic (time INTEGER PRIMARY KEY, received INTEGER, sent INTEGER) WITHOUT ROWID')
  const insert = db.prepare('INSERT OR REPLACE INTO traffic VALUES (?, ?, ?)')
  const forget = db.prepare('DELETE FROM traffic WHERE time < ? OR time > ?')
  const samples = db
    .prepare<[number], TrafficSample>('SELECT time, received, sent FROM traffic WHERE time > ? ORDER BY time')
    .all(now() - KEPT_SECONDS)
  const totals = { received: 0, sent: 0 }
  let unsaved: TrafficSample[] = []
  let current = { received: 0, sent: 0 }
  let ends = spanEnd(now())
  let writeAt = now() + WRITE_SECONDS

  function spanEnd(time: number): number {
    return Math.floor(time / SPAN_SECONDS + 1) * SPAN_SECONDS
  }

  function close(): void {
    const sample = { time: ends, ...current }
    current = { received: 0, sent: 0 }
    samples.push(sample)
    unsaved.push(sample)
    const oldest = ends - KEPT_SECONDS
    while ((samples[0]?.time ?? oldest) < oldest) samples.shift()
    if (samples.length > KEPT_SECONDS / SPAN_SECONDS) samples.shift()
  }

  function save(): void {
    if (unsaved.length === 0) return
    const rows = unsaved
    unsaved = []
    db.transaction(() => {
      for (const { time, received, sent } of rows) insert.run(time, received, sent)
      forget.run(now() - KEPT_SECONDS, now() + SPAN_SECONDS)
    })()
  }

  return {
    totals,
    received(bytes) {
      totals.received += bytes
      current.received += bytes
    },
    sent(bytes) {
      totals.sent += bytes
      current.sent += bytes
    },
    tick() {
      const time = now()
      // A clock that was set back, or stood still, begins a new span when it moves.
      if (time < ends && time >= ends - SPAN_SECONDS) return
      close()
      ends = spanEnd(time)
      if (time < writeAt && time > writeAt - 2 * WRITE_SECONDS) return
      writeAt = time + WRITE_SECONDS
      save()
    },
    last: (seconds) => samples.filter(({ time }) => time > now() - seconds),
    save() {
      close()
      save()
    },
  }
}
