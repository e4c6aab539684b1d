import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nightly } from '../../src-main/node/testing/index.ts'
import { openWalletFile } from '../../src-main/node/wallet/file/walletFile.ts'
import { recordedBytes } from '../../src-main/node/wallet/moveIn/walletDat/testing/recordedWallets.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { killOnce } from './kill.ts'
import { openMoveInWallet } from './moveInUnderTest.ts'

const VICTIM = new URL('./moveInVictim.ts', import.meta.url)
/** Recorded wallet with labels, scripts, watch-only scripts, labels of other addresses and comments. */
const WALLET = 'synthetic_plain/wallet.dat'
/** Number of kills, spread over the time from the last staged key to twice the completion report. */
const KILLS = nightly() ? 60 : 5

interface Message {
  readonly begin?: boolean
  readonly done?: number
  readonly total?: number
  readonly unit?: string
  readonly imported?: number
}

type Moment = (message: Message) => boolean
const begun: Moment = ({ begin }) => begin === true
const staged: Moment = ({ unit, done, total }) => unit === 'keys' && done === total
const finished: Moment = ({ imported }) => imported !== undefined

describe('a wallet killed while it takes over a wallet.dat', () => {
  let dir: string
  let original: string
  let source: string

  beforeAll(() => {
    dir = temporaryFolder()
    original = join(dir, 'original')
    mkdirSync(original)
    source = join(dir, 'wallet.dat')
    writeFileSync(source, recordedBytes(WALLET))
    const { node, wallet } = openMoveInWallet(original)
    wallet.keys.next('mine')
    wallet.close()
    node.close()
  })
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  /** Returns everything in a wallet file that a move changes, except times. */
  function readContents(folder: string) {
    const file = openWalletFile(join(folder, 'wallet.db'))
    try {
      const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
      return {
        keys: file
          .keys()
          .filter(({ source }) => source === 'imported')
          .map(({ pubkey, label }) => `${hex(pubkey)} ${label} ${file.secretOf(pubkey)?.secret?.length}`)
          .sort(),
        scripts: file.scripts().map(({ kind, script, label }) => `${kind} ${hex(script)} ${label}`),
        shielded: file.shielded().map(({ kind, id }) => `${kind} ${hex(id)}`),
        names: file.names(),
        comments: file.comments().map(({ txid, comment }) => `${hex(txid)} ${comment}`),
        moved: file.meta('movedIn') !== undefined,
        due: file.meta('rescanFrom') !== undefined,
      }
    } finally {
      file.close()
    }
  }

  /** Opens the wallet again, which resumes a due scan, and repeats the move. */
  async function repeat(folder: string) {
    const { node, wallet } = openMoveInWallet(folder)
    await wallet.start()
    await wallet.oldWallets.moveIn(source)
    wallet.close()
    node.close()
    return readContents(folder)
  }

  function begin(name: string): string {
    const folder = join(dir, name)
    mkdirSync(folder)
    copyFileSync(join(original, 'wallet.db'), join(folder, 'wallet.db'))
    return folder
  }

  it('leaves the wallet as it was or complete, and completes at the next attempt', async () => {
    const before = readContents(original)
    let start = 0
    let span = 0
    const clocked: Moment = (message) => {
      if (staged(message)) start = performance.now()
      if (finished(message)) span = performance.now() - start
      return finished(message)
    }
    const whole = begin('whole')
    await killOnce<Message>(VICTIM, [whole, source], clocked, 0)
    const after = readContents(whole)
    expect(after.keys).toHaveLength(14)
    expect([after.scripts.length > 0, after.names.length > 0, after.moved, after.due]).toEqual([
      true,
      true,
      true,
      false,
    ])

    const seen = new Set<string>()
    const check = async (name: string, moment: Moment, millis: number) => {
      const folder = begin(name)
      await killOnce<Message>(VICTIM, [folder, source], moment, millis)
      const found = readContents(folder)
      const isBefore = !found.moved
      expect({ ...found, due: false }).toEqual(isBefore ? before : after)
      seen.add(isBefore ? 'before' : found.due ? 'scanning' : 'after')
      expect(await repeat(folder)).toEqual(after)
    }
    await check('begun', begun, 0)
    for (let round = 0; round < KILLS; round++)
      await check(`kill-${round}`, staged, Math.round((span * 2 * round) / KILLS))
    console.log(
      `killed after the keys were staged, where the rest takes ${span.toFixed(0)} ms: ${[...seen].join(', ')}`,
    )
    expect(seen.has('before')).toBe(true)
  })
})
