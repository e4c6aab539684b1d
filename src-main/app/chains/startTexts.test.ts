import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import en from '#shared/sentences/en.json' with { type: 'json' }
import { recogniseText } from '#shared/sentences/sentence.ts'
import { explainStorageError, StorageError } from '../../node/storage/index.ts'
import { explainWalletError, WalletFileError, type WalletProblem } from '../../node/wallet/file/fileErrors.ts'
import {
  clockCheck,
  diskCheck,
  driveCheck,
  memoryCheck,
  noPortCheck,
  type PreflightCheck,
  portCheck,
  RELEASED,
} from './preflight/checks.ts'
import { portDetail, portFix, type TakenPort } from './preflight/ports.ts'

/** Returns the key of a text, or the text itself if it has no translation. */
const known = (part: 'start' | 'check', text: string) => recogniseText(part, en[part], text)?.key ?? text
const unknown = (part: 'start' | 'check', texts: readonly (string | null)[]) =>
  texts.filter((text) => text !== null && known(part, text) === text)

describe('texts of preflight checks', () => {
  const taken = (change: Partial<TakenPort>): TakenPort => ({
    ...{ name: 'rpcport', port: 7771, hosts: [], holder: null, free: null, forbidden: false },
    ...change,
  })
  const ports = (['rpcport', 'p2pport'] as const).flatMap((name) =>
    [null, 'this program', 'the chain GARDEN of this program', 'komodod (process 4711)'].flatMap((holder) =>
      [null, 7772].flatMap((free) => [false, true].map((forbidden) => taken({ name, holder, free, forbidden }))),
    ),
  )

  it.each([
    ['the disk', [diskCheck(undefined, '/a'), diskCheck(1e6, '/a'), diskCheck(1e12, '/a')]],
    ['memory', [memoryCheck(1e6), memoryCheck(1e12)]],
    [
      'the clock',
      [
        ...[clockCheck(5, undefined), clockCheck(RELEASED, RELEASED + 9_000), clockCheck(RELEASED, undefined)],
        clockCheck(RELEASED * 2, undefined),
      ],
    ],
    [
      'the drive',
      (['network', 'shared', 'memory', 'unknown', 'local'] as const).map((kind) => driveCheck({ kind, type: 'nfs' })),
    ],
    [
      'a port',
      [
        ...ports.map((port) => portCheck(port, port, false)),
        ...[portCheck(taken({}), undefined, true), portCheck(taken({}), undefined, false)],
        ...[noPortCheck('p2pport'), noPortCheck('rpcport')],
      ],
    ],
  ] satisfies (readonly [string, readonly PreflightCheck[]])[])(
    'exist in all languages for all results of %s',
    (_, checks) => {
      expect(
        unknown(
          'check',
          checks.flatMap(({ detail, fix }) => [detail, fix]),
        ),
      ).toEqual([])
    },
  )

  it('exist in all languages for a port that prevents a start', () => {
    const texts = ports.flatMap((port) => [`${portDetail(port)}.`, portFix(port)])
    expect(unknown('check', texts)).toEqual([])
    expect(known('check', 'Port 7771 for peers is taken by komodod (process 4711).')).toBe('check.peerPortProgram')
    expect(known('check', 'Port 7771 for RPC is taken by this program.')).toBe('check.rpcPortHere')
  })
})

describe('reasons of failed starts', () => {
  it.each(['SQLITE_CORRUPT', 'SQLITE_FULL', 'ENOSPC', 'SQLITE_IOERR_READ', 'SQLITE_CANTOPEN', 'EACCES', 'EROFS'])(
    'show a text in all languages for storage and wallet errors of %s',
    (code) => {
      const error = explainStorageError(Object.assign(new Error('x'), { code }), '/a/chain.db') as StorageError
      expect(error).toBeInstanceOf(StorageError)
      expect(unknown('start', [error.message])).toEqual([])
      const wallet = explainWalletError(Object.assign(new Error('x'), { code }), '/a/wallet.db') as Error
      expect(wallet).toBeInstanceOf(WalletFileError)
      expect(unknown('start', [wallet.message])).toEqual([])
      if (code === 'SQLITE_CORRUPT') expect(known('start', wallet.message)).toBe('start.walletDamaged')
    },
  )

  it('show a text in all languages for a missing, empty, damaged or foreign wallet', () => {
    const path = '/a (1), noted/wallet.db'
    const found = (kind: WalletProblem['kind'], change: Partial<WalletProblem> = {}) => {
      const problem = { kind, path, expected: null, found: null, noted: null, earlier: false, ...change }
      return recogniseText('start', en.start, new WalletFileError(problem).message)
    }
    const dated = { expected: '5071c306', noted: 1_795_000_000 }
    expect(found('damaged')?.key).toBe('start.walletDamaged')
    for (const [kind, name] of [
      ['missing', 'Missing'],
      ['empty', 'Empty'],
    ] as const) {
      expect(found(kind)?.key).toBe(`start.wallet${name}`)
      expect(found(kind, { expected: '5071c306' })?.key).toBe(`start.wallet${name}Known`)
      expect(found(kind, dated)).toEqual({
        key: `start.wallet${name}Since`,
        values: new Map(Object.entries({ path, id: '5071c306', date: '2026-11-18' })),
      })
    }
    for (const [earlier, name] of [
      [false, 'Foreign'],
      [true, 'ForeignEarlier'],
    ] as const) {
      const other = { found: 'c0ffee00', earlier }
      expect(found('foreign', { ...other, expected: '5071c306' })?.key).toBe(`start.wallet${name}Known`)
      expect(found('foreign', { ...other, ...dated })).toEqual({
        key: `start.wallet${name}Since`,
        values: new Map(Object.entries({ path, found: 'c0ffee00', id: '5071c306', date: '2026-11-18' })),
      })
    }
  })

  it('show a text in all languages for the titles of indexes being built', () => {
    const node = fileURLToPath(new URL('../../node', import.meta.url))
    const sources = readdirSync(node, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(node, file), 'utf8'))
    const titles = sources.flatMap((text) => [...text.matchAll(/title: '(the [^']+)'/g)].map(([, title]) => title))
    expect(titles.length).toBeGreaterThan(2)
    expect(
      unknown(
        'start',
        titles.map((title) => `Building ${title}...`),
      ),
    ).toEqual([])
  })
})
