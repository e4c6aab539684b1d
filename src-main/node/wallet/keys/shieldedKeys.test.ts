import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runToEnd } from '../../util/runInSlices.ts'
import { createTestKeyring, type TestKeyring } from '../testing/index.ts'
import { MAX_SHIELDED_KEYS, type ShieldedKey } from './shieldedKeys.ts'

const PASSPHRASE = 'a long walk'
const LOCKED = expect.objectContaining({ kind: 'locked' })
const bytes = (fill: number, length: number) => new Uint8Array(length).fill(fill)
const KEYS: readonly ShieldedKey[] = [
  { kind: 'sapling', id: bytes(1, 32), value: bytes(0xa1, 169) },
  { kind: 'sprout', id: bytes(2, 64), value: bytes(0xa2, 32) },
]

let test: TestKeyring
beforeEach(() => {
  test = createTestKeyring()
})
afterEach(() => test.close())

const shielded = () => test.keyring().shielded
const read = () => runToEnd(shielded().read()).map(({ kind, value }) => [kind, value[0], value.length])
const onDisk = () =>
  Buffer.concat(readdirSync(dirname(test.path)).map((name) => readFileSync(join(dirname(test.path), name))))

describe('ShieldedKeys', () => {
  it('adds each key once, and reads the keys again after a restart', () => {
    expect(shielded().add(KEYS)).toBe(2)
    expect(shielded().add(KEYS)).toBe(0)
    test.reopen()
    expect(shielded().count()).toBe(2)
    expect(read()).toEqual([
      ['sapling', 0xa1, 169],
      ['sprout', 0xa2, 32],
    ])
    expect(
      shielded()
        .list()
        .map(({ kind }) => kind),
    ).toEqual(['sapling', 'sprout'])
  })

  it('encrypts the keys with the wallet, so that none is on disk in plain', async () => {
    shielded().add(KEYS)
    for (const { value } of KEYS) expect(onDisk().includes(Buffer.from(value))).toBe(true)
    await test.keyring().protect(PASSPHRASE)
    for (const { value } of KEYS) expect(onDisk().includes(Buffer.from(value))).toBe(false)
    expect(() => read()).toThrow(LOCKED)
    test.reopen()
    await test.keyring().vault.unlock(PASSPHRASE, 60, 'walletpassphrase')
    expect(read()).toHaveLength(2)
    shielded().add([{ kind: 'sprout', id: bytes(3, 64), value: bytes(0xa3, 32) }])
    expect(onDisk().includes(Buffer.from(bytes(0xa3, 32)))).toBe(false)
    expect(read()).toHaveLength(3)
  })

  it('rejects new keys while the wallet is locked', async () => {
    await test.keyring().protect(PASSPHRASE)
    expect(() => shielded().add(KEYS)).toThrow(LOCKED)
    expect(shielded().count()).toBe(0)
  })

  it('rejects a key in the place of another key', async () => {
    shielded().add(KEYS)
    await test.keyring().protect(PASSPHRASE)
    await test.keyring().vault.unlock(PASSPHRASE, 60, 'walletpassphrase')
    const [first, second] = test.file().shielded()
    test.file().sealShielded({ ...first!, sealed: second!.sealed })
    expect(() => read()).toThrow(expect.objectContaining({ kind: 'damaged-key' }))
  })

  it('adds at most MAX_SHIELDED_KEYS keys', () => {
    const many = Array.from({ length: MAX_SHIELDED_KEYS + 1 }, (_, index) => ({
      ...{ kind: 'sprout', id: Uint8Array.of(index >> 8, index & 0xff), value: bytes(1, 32) },
    }))
    test.file().atomically(() => shielded().add(many))
    expect(shielded().count()).toBe(MAX_SHIELDED_KEYS)
  })

  it('counts the keys for a complete backup, but not for a dump', () => {
    const keyring = test.keyring()
    shielded().add(KEYS)
    keyring.noteBackup(1_700_000_000, false)
    expect(keyring.isBackupComplete()).toBe(false)
    keyring.noteBackup(1_700_000_000)
    expect(keyring.isBackupComplete()).toBe(true)
  })
})
