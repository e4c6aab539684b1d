/**
 * Sends every recorded call to a node with the recorded chain and to chainwright-query on the tables which that node
 * publishes, and compares the replies.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nightly, RECORDED_ARGS, readVector, vectorLines } from '../../src-main/node/testing/index.ts'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { ANSWERED } from '../../src-main/query/answered.ts'
import { type Daemon, projectRoot, startDaemon, temporaryFolder } from '../support/daemon.ts'
import { type Postgres, postgresPrograms, startPostgres } from '../support/postgres.ts'
import { postBody, type QueryProcess, startQuery } from '../support/query.ts'
import { findRecording, isAhead, type RecordedBlock, type Recording, readBlocks, writeBootstrap } from './recordings.ts'

const USER = { user: 'e2e', password: 'e2e-password' }

interface Params {
  readonly options?: string | readonly string[]
}

const readOptions = (name: string): string => {
  const { options = '' } = JSON.parse(readVector(`${name}/params.json`)) as Params
  return typeof options === 'string' ? options : options.join(' ')
}
const staked = readdirSync(join(projectRoot, 'e2e/vectors/staked')).filter((name) => !name.includes('.'))
const RECORDINGS = [
  ...findRecording('regtest', RECORDED_ARGS.regtest.join(' ')),
  ...findRecording('tst1', RECORDED_ARGS.tst1.join(' ')),
  ...staked.flatMap((name) => findRecording(`staked/${name}`, readOptions(`staked/${name}`))),
]

/**
 * True if calls are also compared at half the chain and after the reorganisation. Chains that differ only in how they
 * are staked get this only in nightly runs.
 */
const thorough = ({ name }: Recording) => nightly() || !name.startsWith('staked/')

/** A quarter of the calls, or all in nightly runs: at the tip, all calls are always compared. */
const sample = (calls: readonly Call[]) => (nightly() ? calls : calls.filter((_, place) => place % 4 === 0))

interface Call {
  readonly method: string
  readonly body: string
}

/** Returns the recorded calls without duplicates. */
function readCalls({ name }: Recording): Call[] {
  const lines = vectorLines<{ readonly method: string | null; readonly params: unknown }>(`${name}/transcript.jsonl`)
  const calls = lines.flatMap(({ method, params }): (readonly [string, Call])[] => {
    if (method === null) return []
    const body = JSON.stringify({ id: 'recorded', method, params })
    return [[body, { method, body }]]
  })
  return [...new Map(calls).values()]
}

/** Blanks the times in replies: getsnapshot and, above the tip, notaries contain the time of the call. */
const ask = async (port: number, body: string) =>
  (await postBody(port, body, USER)).replace(/"(start_time|end_time|timestamp)":\d+/g, '"$1":0')

/** Reply for a method that the tables cannot answer, with the reason. Parameter errors come first. */
const NOT_ANSWERED = / is not answered from the published tables \(.+\)/
/** Reply to a question that only a mempool can answer. */
const UNSENT = /whether a node accepts a transaction is not answered/

describe.skipIf(
  leaveOut(
    'recorded calls, asked of PostgreSQL',
    postgresPrograms() === undefined ? 'PostgreSQL is not installed' : undefined,
  ),
)('chainwright-query on recorded chains', () => {
  let server: Postgres
  let daemon: Daemon | undefined
  let query: QueryProcess | undefined
  beforeAll(() => {
    server = startPostgres(join(temporaryFolder(), 'postgres'))
  })
  afterAll(async () => {
    query?.kill()
    await daemon?.kill()
    server?.stop('immediate')
  })

  /** Sends the calls to both programs. Returns the number of equal replies. */
  async function compare(calls: readonly Call[]): Promise<number> {
    const [node, tables] = [daemon!.port, query!.port]
    const different: string[] = []
    let equal = 0
    for (const { method, body } of calls) {
      const reply = await ask(tables, body)
      if (NOT_ANSWERED.test(reply) && !(ANSWERED as readonly string[]).includes(method)) continue
      const wanted = await ask(node, body)
      if (reply === wanted) equal++
      else if (!UNSENT.test(reply)) different.push(`${body}\n${reply}\n${wanted}`)
    }
    expect(different).toEqual([])
    return equal
  }

  it('finds the recorded chains regtest and tst1', () => {
    expect(RECORDINGS.map(({ name }) => name).slice(0, 2)).toEqual(['regtest', 'tst1'])
  })

  it.each(RECORDINGS.filter((recorded) => !isAhead(recorded)))(
    'replies to the calls of $name byte for byte like the node at half the chain, at its tip and after a reorganisation',
    async (recorded) => {
      const blocks = readBlocks(recorded)
      const early = blocks.slice(0, Math.ceil(blocks.length / 2))
      const later = blocks.slice(early.length)
      const calls = readCalls(recorded)
      const url = await server.createDatabase(recorded.name.replace(/\W/g, '_').toLowerCase())
      const file = writeBootstrap(recorded, early)
      const args = [...recorded.args, '-disablewallet', `-publish=${url}`, `-loadblock=${file}`]
      daemon = await startDaemon({ args, credentials: USER })
      const { rpc } = daemon
      const level = (block: RecordedBlock | undefined) =>
        waitFor(async () =>
          expect(await rpc.call('getpublishinfo')).toMatchObject({
            state: 'level',
            height: block?.height,
            behind: 0,
          }),
        )
      await level(early.at(-1))
      query = await startQuery(url, USER)
      if (thorough(recorded)) await compare(sample(calls))
      for (const { hex } of later) await rpc.call('submitblock', hex)
      await level(later.at(-1))
      expect(await compare(calls)).toBeGreaterThan(20)
      // Notarised blocks cannot be disconnected.
      const kept = await rpc.call('invalidateblock', later[0]?.hash).then(
        () => '',
        (error: unknown) => String(error),
      )
      expect(kept).toMatch(/^$|past-notarized-height/)
      if (kept === '') await level(early.at(-1))
      await rpc.call('reconsiderblock', later[0]?.hash)
      await level(later.at(-1))
      if (thorough(recorded)) await compare(sample(calls))
      query.kill()
      await daemon.stop()
    },
  )
})
