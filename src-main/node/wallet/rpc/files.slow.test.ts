import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  callContext as context,
  createWalletTestNode,
  type WalletTestNode,
} from '../../rpc/handlers/testing/walletTestNode.ts'
import { encodeWif } from '../../script/index.ts'
import { testKey } from '../../testing/index.ts'
import { openWallet, readDump, runToEnd, writeDump } from '../index.ts'
import { createWalletFileHandlers } from './files.ts'

let test: WalletTestNode
let other: WalletTestNode
let folder: string

const handlers = (of: WalletTestNode = test, exportFolder: string | undefined = folder) =>
  createWalletFileHandlers({ chain: of.node.chain, clock: of.node.clock, wallet: of.wallet, exportFolder })
const getMode = (path: string) => statSync(path).mode & 0o777

beforeEach(() => {
  test = createWalletTestNode()
  other = createWalletTestNode()
  folder = join(test.directory, 'out')
  test.fund(2)
})
afterEach(() => {
  test.close()
  other.close()
})

describe('backupwallet', () => {
  it('writes a private copy that opens with the same coins, and replaces an older copy', () => {
    const path = handlers().backupwallet({ destination: 'copy1' }, context)
    const later = test.wallet.keys.next('')
    expect(handlers().backupwallet({ destination: 'copy1' }, context)).toBe(path)
    expect([path, getMode(join(folder, 'copy1')), readdirSync(folder)]).toEqual([
      join(folder, 'copy1'),
      0o600,
      ['copy1'],
    ])
    const directory = join(test.directory, 'restored')
    mkdirSync(directory)
    writeFileSync(join(directory, 'wallet.db'), readFileSync(join(folder, 'copy1')))
    const { node, mempool } = test
    const restored = openWallet(
      { params: node.params, directory, keyPool: 3, payRate: 0n, identity: () => undefined },
      { chain: node.chain, mempool, clock: node.clock, random: { bytes: (length) => new Uint8Array(length).fill(7) } },
    )
    expect(restored.balance()).toEqual(test.wallet.balance())
    expect(restored.keys.has(later.pubkey)).toBe(true)
    restored.close()
  })

  it.each(['../up', 'a.b', '', 'a/b', 'ü', 'a\0b'])(
    'rejects the name %j, which might lead outside the folder',
    (destination) => {
      expect(() => handlers().backupwallet({ destination }, context)).toThrow(
        'only alphanumeric characters are allowed',
      )
      expect(() => handlers().dumpwallet({ filename: destination }, context)).toThrow('only alphanumeric characters')
    },
  )

  it('requires -exportdir, and reports a path that is not a folder', () => {
    const none = createWalletFileHandlers({
      chain: test.node.chain,
      clock: test.node.clock,
      wallet: test.wallet,
      exportFolder: undefined,
    })
    expect(() => none.backupwallet({ destination: 'a' }, context)).toThrow('Cannot backup wallet until')
    expect(() => none.dumpwallet({ filename: 'a' }, context)).toThrow('Cannot export wallet until')
    const file = join(test.directory, 'file')
    writeFileSync(file, '')
    expect(() => handlers(test, file).backupwallet({ destination: 'a' }, context)).toThrow(
      `The -exportdir '${file}' already exists and is not a directory`,
    )
  })
})

describe('dumpwallet and importwallet', () => {
  it('copy keys, labels and payments to another wallet', async () => {
    const fresh = test.wallet.keys.next('my friend ü%')
    const path = (await handlers().dumpwallet({ filename: 'keys1' }, context)) as string
    expect(getMode(path)).toBe(0o600)
    const text = readFileSync(path, 'utf8')
    const wif = encodeWif({ privateKey: test.owner.priv, compressed: true })
    expect(text).toContain(`\n${wif} `)
    expect(text).toContain(' label=my%20friend%20%c3%bc%25 # addr=')
    expect(text.match(/ reserve=1 # addr=/g)).toHaveLength(test.wallet.keys.poolSize())
    const pool = other.wallet.keys.poolSize()
    for (const filename of ['keys1', path]) await handlers(other).importwallet({ filename }, context)
    expect(other.wallet.keys.byHash(fresh.hash)).toMatchObject({ label: 'my friend ü%' })
    expect(other.wallet.keys.poolSize()).toBe(pool)
  })

  it('find the payments of new keys in the chain', async () => {
    const key = testKey(7)
    for (let i = 0; i < 2; i++) test.node.mineBlock({ script: key.p2pkh })
    test.node.mine(1)
    const before = test.wallet.balance().trusted
    mkdirSync(folder)
    writeFileSync(
      join(folder, 'given'),
      `${encodeWif({ privateKey: key.priv, compressed: true })} 2020-01-01T00:00:00Z label=\n`,
    )
    await handlers().importwallet({ filename: 'given' }, context)
    expect(test.wallet.balance().trusted).toBeGreaterThan(before)
  })

  it('never replace a file, follow a link or read outside the folder', async () => {
    const { dumpwallet, importwallet } = handlers()
    await dumpwallet({ filename: 'a' }, context)
    expect(() => dumpwallet({ filename: 'a' }, context)).toThrow(`Cannot overwrite existing file ${join(folder, 'a')}`)
    symlinkSync(join(test.directory, 'elsewhere'), join(folder, 'link'))
    expect(() => dumpwallet({ filename: 'link' }, context)).toThrow('Cannot open wallet dump file')
    const outside = join(test.directory, 'wallet.db')
    for (const filename of [outside, '../wallet.db', 'missing', '', '.']) {
      await expect(importwallet({ filename }, context)).rejects.toThrow('Cannot open wallet dump file')
    }
  })
})

describe('the text of a dump', () => {
  it('preserves keys and labels when it is read again', () => {
    const key = testKey(3)
    const frame = { time: 1_700_000_000, tip: { height: 5, hashHex: 'ab', time: 1_600_000_000 } }
    fc.assert(
      fc.property(
        fc.option(fc.string({ unit: 'grapheme' })),
        fc.nat(2 ** 31),
        fc.boolean(),
        (label, created, reserve) => {
          const dumped = { secret: key.priv, pubkey: key.pub, hash: key.hash, label, created, reserve }
          const expected = { secret: key.priv, compressed: true, label: reserve ? null : label, reserve, created }
          expect(readDump(runToEnd(writeDump([dumped], () => dumped, frame)))).toEqual([expected])
        },
      ),
    )
  })

  it('limits labels to a hundred characters when it is read', () => {
    const wif = encodeWif({ privateKey: testKey(3).priv, compressed: true })
    const readLabel = (label: string) => readDump(`${wif} 2020-01-01T00:00:00Z label=${label} # addr=x\n`)[0]?.label
    expect(readLabel('a'.repeat(5_000_000))).toBe('a'.repeat(100))
    expect(readLabel('%f0%9f%98%80'.repeat(101))).toBe('😀'.repeat(100))
    expect(readLabel('%c3%a4'.repeat(99))).toBe('ä'.repeat(99))
    // The encoded label may be cut within a character.
    expect(readLabel(`a${'%f0%9f%98%80'.repeat(200)}`)).toBe(`a${'😀'.repeat(99)}`)
  })

  it('skips lines without a key, and accepts a key without label or time', () => {
    const wif = encodeWif({ privateKey: testKey(3).priv, compressed: true })
    const text = `# x\r\nnonsense here\r\nsecret-extended-key 2020 # zaddr\r\n${wif}\r\n${wif} x # label=no\r\n`
    expect(readDump(text)).toEqual([
      { secret: testKey(3).priv, compressed: true, label: '', reserve: false, created: undefined },
    ])
  })
})
