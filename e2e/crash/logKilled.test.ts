import { rmSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import { killOnce } from './kill.ts'

const VICTIM = new URL('./logVictim.ts', import.meta.url)
const ROUNDS = 12

describe('a process killed while its log is written back', () => {
  let dir: string
  beforeAll(() => {
    dir = temporaryFolder()
  })
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  it('has lost nothing that it committed, and has nothing half', async () => {
    const path = join(dir, 'some.db')
    let told = 0
    for (let round = 0; round < ROUNDS; round++) {
      const first = told
      const enough = (number: number) => {
        told = number
        // Far enough for the thread to have come to work, and to another place of the log each time.
        return number - first > 60 + ((round * 13) % 50)
      }
      await killOnce(VICTIM, [path], enough, round % 5)
      const db = new SqliteDatabase(path)
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
      const [number, newest] = db
        .prepare('SELECT (SELECT number FROM cells WHERE id = 0), max(number) FROM cells')
        .raw()
        .get() as number[]
      expect(number).toBeGreaterThanOrEqual(told)
      expect(newest).toBe(number)
      // The five that came with it are there as well.
      expect(db.prepare('SELECT count(*) FROM cells WHERE number = ?').pluck().get(number)).toBe(6)
      db.close()
      told = number!
    }
  })
})
