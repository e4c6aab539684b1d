import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import { makeChain } from './chainUnderTest.ts'
import { killOnce } from './kill.ts'

const VICTIM = new URL('./rebuildVictim.ts', import.meta.url)
const ROUNDS = 15

type Message =
  | { readonly kind: 'found'; readonly step: number | null; readonly next: number }
  | { readonly kind: 'chunk'; readonly unit: string; readonly done: number }
  | {
      readonly kind: 'complete'
      readonly tip: string
      readonly digest: string
      readonly ok: boolean
      readonly count: number
    }

describe('a node killed while it builds its address index', () => {
  let dir: string
  let digests: Map<string, string>
  beforeAll(() => {
    dir = temporaryFolder()
    const chain = makeChain(120)
    digests = chain.digests
    writeFileSync(join(dir, 'bootstrap.dat'), chain.bootstrap)
  })
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  /** Starts the victim and kills it after it has reported `chunks` chunks; returns all its messages. */
  async function run(round: number, chunks: number): Promise<Message[]> {
    const told: Message[] = []
    const enough = (message: Message) => {
      told.push(message)
      return told.filter(({ kind }) => kind === 'chunk').length >= chunks
    }
    // Some rounds kill within the next chunk instead of between two chunks.
    await killOnce(VICTIM, [join(dir, 'data'), join(dir, 'bootstrap.dat')], enough, round % 3)
    return told
  }

  it(`resumes where it stopped each of ${ROUNDS} times, and ends with a consistent index`, async () => {
    let resumed = 0
    let completed = 0
    for (let round = 0; round < ROUNDS; round++) {
      const told = await run(round, 1 + ((round * 17) % 60))
      const [first] = told
      if (first?.kind !== 'found') throw new Error('it did not say how far it found the index')
      const chunk = told.find(({ kind }) => kind === 'chunk')
      if (first.step === 0 && first.next > 0) {
        resumed++
        if (chunk?.kind === 'chunk' && chunk.unit === 'outputs') expect(chunk.done).toBeGreaterThan(first.next)
      }
      for (const message of told) {
        if (message.kind !== 'complete') continue
        completed++
        expect(message).toMatchObject({ ok: true, count: 0, digest: digests.get(message.tip) })
      }
    }
    expect(resumed).toBeGreaterThan(ROUNDS / 3)
    expect(completed).toBeGreaterThan(1)
  })
})
