/**
 * Commits for ever to a database whose log another thread writes back, in small steps so that this happens many times a
 * second, until it is killed. Tells the number of each commit once it is made.
 */
import SqliteDatabase from 'better-sqlite3'
import type { Logger } from '../../src-main/node/interfaces.ts'
import { createLogWriteBack } from '../../src-main/node/storage/logWriteBack.ts'

const [path] = process.argv.slice(2) as [string]
const db = new SqliteDatabase(path)
db.pragma('journal_mode = WAL')
db.pragma('synchronous = NORMAL')
db.exec('CREATE TABLE IF NOT EXISTS cells (id INTEGER PRIMARY KEY, content BLOB, number INTEGER)')

const fail = (message: string): never => {
  throw new Error(message)
}
/** Nothing is to be told here but what went wrong, and that ends the test. */
const logger: Logger = { debug() {}, info() {}, warn: fail, error: fail, child: () => logger }

const steps = { write: 24, press: 48, limit: 96, kept: 500_000 }
const marks = { atTip: steps, inBulk: steps }
const log = createLogWriteBack({ path, marks }, { db, logger })

const CELLS = 40
const replace = db.prepare('INSERT OR REPLACE INTO cells VALUES (?, randomblob(3000), ?)')
/** every commit changes some pages anywhere, and one row that says which commit it is */
const change = db.transaction((number: number) => {
  for (let i = 1; i <= 5; i++) replace.run(1 + ((number * 7 + i * 11) % CELLS), number)
  replace.run(0, number)
})

const last = db.prepare('SELECT number FROM cells WHERE id = 0').pluck().get() as number | undefined
for (let number = (last ?? 0) + 1; ; number++) {
  change.immediate(number)
  log.committed()
  process.send!(number)
  // Sometimes it waits for the thread, as a download does, and mostly not.
  do await new Promise(setImmediate)
  while (log.isPressing && number % 3 === 0)
}
