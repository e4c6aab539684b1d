import SqliteDatabase from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { TrafficHistory } from './trafficHistory.ts'

describe('TrafficHistory', () => {
  it('keeps spans of ten seconds for a day, over a restart', () => {
    const db = new SqliteDatabase(':memory:')
    let now = 1_000_000
    const first = new TrafficHistory(db, () => now)
    for (let second = 0; second < 30; second++) {
      first.received(100)
      first.sent(7)
      now++
      first.tick()
    }
    expect(first.last(25)).toEqual([
      { time: 1_000_010, received: 1_000, sent: 70 },
      { time: 1_000_020, received: 1_000, sent: 70 },
      { time: 1_000_030, received: 1_000, sent: 70 },
    ])
    expect(first.totals).toEqual({ received: 3_000, sent: 210 })
    first.save()
    const second = new TrafficHistory(db, () => now)
    expect(second.totals).toEqual({ received: 0, sent: 0 })
    // The unfinished span at the stop is included.
    expect(second.last(25)).toEqual([...first.last(25).slice(0, 3), { time: 1_000_040, received: 0, sent: 0 }])
    now += 86_400
    second.tick()
    second.save()
    expect(new TrafficHistory(db, () => now).last(100_000).every(({ time }) => time > 1_000_030)).toBe(true)
  })

  it('keeps at most a day, whatever the clock does', () => {
    const db = new SqliteDatabase(':memory:')
    let now = 1_000_000
    const history = new TrafficHistory(db, () => now)
    for (let i = 0; i < 20_000; i++) {
      now += i % 7 === 0 ? -3_000 : 600
      history.tick()
    }
    expect(history.last(10 ** 9).length).toBeLessThanOrEqual(8_640)
    history.save()
    expect(db.prepare('SELECT count(*) FROM traffic').pluck().get()).toBeLessThanOrEqual(8_640 + 2)
  })
})
