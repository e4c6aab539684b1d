import type { Database, Statement } from 'better-sqlite3'
import type { TrafficSample } from '../core/index.ts'

/** Duration of a sample in seconds. Samples are kept for a day: 8,640 rows. */
const SPAN_SECONDS = 10
const KEPT_SECONDS = 24 * 3600
/** Interval between writes in seconds; rows are also written at the end. A crash loses at most a minute. */
const WRITE_SECONDS = 60

interface ByteCounts {
  received: number
  sent: number
}

/** Received and sent bytes in spans of ten seconds, kept over restarts. */
export class TrafficHistory {
  readonly #now: () => number
  readonly #db: Database
  readonly #insert: Statement<[number, number, number]>
  readonly #forget: Statement<[number, number]>
  readonly #samples: TrafficSample[]
  readonly #totals: ByteCounts = { received: 0, sent: 0 }
  #unsaved: TrafficSample[] = []
  #current: ByteCounts = { received: 0, sent: 0 }
  #ends: number
  #writeAt: number

  /** @param now current time in unix seconds */
  constructor(db: Database, now: () => number) {
    this.#db = db
    this.#now = now
    db.exec(
      'CREATE TABLE IF NOT EXISTS traffic (time INTEGER PRIMARY KEY, received INTEGER, sent INTEGER) WITHOUT ROWID',
    )
    this.#insert = db.prepare('INSERT OR REPLACE INTO traffic VALUES (?, ?, ?)')
    this.#forget = db.prepare('DELETE FROM traffic WHERE time < ? OR time > ?')
    this.#samples = db
      .prepare<[number], TrafficSample>('SELECT time, received, sent FROM traffic WHERE time > ? ORDER BY time')
      .all(now() - KEPT_SECONDS)
    this.#ends = spanEnd(now())
    this.#writeAt = now() + WRITE_SECONDS
  }

  /** bytes since the start of the node */
  get totals(): Readonly<ByteCounts> {
    return this.#totals
  }

  received(bytes: number): void {
    this.#totals.received += bytes
    this.#current.received += bytes
  }

  sent(bytes: number): void {
    this.#totals.sent += bytes
    this.#current.sent += bytes
  }

  /** Ends a finished span, and writes once a minute. Call about once a second. */
  tick(): void {
    const time = this.#now()
    // After the clock was set back or stopped, a new span begins when it advances.
    if (time < this.#ends && time >= this.#ends - SPAN_SECONDS) return
    this.#endSpan()
    this.#ends = spanEnd(time)
    if (time < this.#writeAt && time > this.#writeAt - 2 * WRITE_SECONDS) return
    this.#writeAt = time + WRITE_SECONDS
    this.#write()
  }

  /** Returns the samples of the last `seconds`, oldest first. */
  last(seconds: number): readonly TrafficSample[] {
    return this.#samples.filter(({ time }) => time > this.#now() - seconds)
  }

  /** Ends the current span and writes all samples. */
  save(): void {
    this.#endSpan()
    this.#write()
  }

  #endSpan(): void {
    const sample = { time: this.#ends, ...this.#current }
    this.#current = { received: 0, sent: 0 }
    const samples = this.#samples
    samples.push(sample)
    this.#unsaved.push(sample)
    const oldest = this.#ends - KEPT_SECONDS
    while ((samples[0]?.time ?? oldest) < oldest) samples.shift()
    if (samples.length > KEPT_SECONDS / SPAN_SECONDS) samples.shift()
  }

  #write(): void {
    if (this.#unsaved.length === 0) return
    const rows = this.#unsaved
    this.#unsaved = []
    this.#db.transaction(() => {
      for (const { time, received, sent } of rows) this.#insert.run(time, received, sent)
      this.#forget.run(this.#now() - KEPT_SECONDS, this.#now() + SPAN_SECONDS)
    })()
  }
}

function spanEnd(time: number): number {
  return Math.floor(time / SPAN_SECONDS + 1) * SPAN_SECONDS
}
