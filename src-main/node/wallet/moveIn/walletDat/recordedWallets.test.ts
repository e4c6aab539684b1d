import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fromDisplayHex, toDisplayHex, toHex } from '../../../util/index.ts'
import type { OldWallet } from './oldWallet.ts'
import {
  dumpLines,
  formatAddress,
  type RecordedWallet,
  readBytes,
  recordedBytes,
  recordedWallets,
} from './testing/recordedWallets.ts'

const { wallets, containers, records } = recordedWallets()
const recorded = wallets.filter(({ file }) => !file.startsWith('synthetic'))
const synthetic = wallets.filter(({ file }) => file.startsWith('synthetic'))

/** Reads a wallet and unlocks it. */
async function open({ file, passphrase }: RecordedWallet): Promise<OldWallet> {
  const wallet = readBytes(recordedBytes(file))
  if (passphrase === undefined) return wallet
  expect(wallet.encryptedKeys).toBe(wallet.keys.length)
  expect(wallet.keys.every(({ secret }) => secret === null)).toBe(true)
  expect(await wallet.unlock(passphrase)).toBe(true)
  expect(wallet.encryptedKeys).toBe(0)
  return wallet
}

const countRecords = (wallet: RecordedWallet, name: string): number => wallet.records?.[name] ?? 0

describe('readWallet', () => {
  for (const expected of recorded) {
    it(`reads ${expected.file} as komodod does`, async () => {
      const wallet = await open(expected)
      expect(wallet).toMatchObject({ rescued: 'no', cleanlyClosed: expected.unclosedPages === 0 })
      expect(wallet.warnings).toHaveLength(wallet.cleanlyClosed ? 0 : 1)
      const lines = dumpLines(wallet)
      if (expected.dump !== undefined && expected.dumpOf === undefined) expect(lines).toEqual(expected.dump)
      if (expected.dumpSha256 !== undefined)
        expect(createHash('sha256').update(lines.join('\n')).digest('hex')).toBe(expected.dumpSha256)
      expect(wallet.keys).toHaveLength(countRecords(expected, 'key') + countRecords(expected, 'ckey'))
      expect(wallet.labels).toHaveLength(countRecords(expected, 'name'))
      expect(wallet.scripts).toHaveLength(countRecords(expected, 'cscript'))
      expect(wallet.watchOnly).toHaveLength(countRecords(expected, 'watchs'))
      expect(wallet.transactions).toHaveLength(countRecords(expected, 'tx'))
      const kinds = wallet.shielded.map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'sprout')).toHaveLength(countRecords(expected, 'zkey'))
      expect(kinds.filter((kind) => kind === 'sproutView')).toHaveLength(countRecords(expected, 'vkey'))
      expect(kinds.filter((kind) => kind === 'sapling')).toHaveLength(countRecords(expected, 'sapzkey'))
    })

    it(`finds the history and the comments of ${expected.file}`, () => {
      const { transactions } = readBytes(recordedBytes(expected.file))
      const ids = new Map(transactions.map((transaction) => [toDisplayHex(transaction.txid), transaction]))
      expect((expected.txids ?? []).filter((txid) => !ids.has(txid))).toEqual([])
      for (const { txid, comment, to } of expected.comments ?? [])
        if (txid !== undefined) expect(ids.get(txid)).toMatchObject({ comment: comment ?? '', to: to ?? '' })
      expect(transactions.every(({ time }) => time > 1_700_000_000)).toBe(true)
    })
  }

  it('reads a wallet right after its encryption: keys of the time before are all there', async () => {
    const expected = recorded.find(({ file }) => file.startsWith('encrypted/') && file.includes('right-after'))!
    const wallet = await open(expected)
    const later = new Set(expected.dump!.map((line) => line.split(' addr=')[1]))
    expect(wallet.keys.filter((key) => !later.has(formatAddress(key)))).toEqual([])
  })

  for (const expected of recorded.filter(({ passphrase }) => passphrase !== undefined)) {
    it(`rejects a wrong passphrase of ${expected.file}`, async () => {
      const wallet = readBytes(recordedBytes(expected.file))
      expect(await wallet.unlock(`${expected.passphrase} `)).toBe(false)
      expect(wallet.encryptedKeys).toBe(wallet.keys.length)
    })

    it(`counts the secrets that lie open in ${expected.file}`, () => {
      const { leaks, hdSeed, seed } = readBytes(recordedBytes(expected.file))
      expect(leaks.plainKeys).toBeGreaterThanOrEqual(2)
      expect(leaks.plainKeys).toBeLessThanOrEqual(4)
      expect(leaks.plainSeed).toBe(true)
      expect(hdSeed).toBe('encrypted')
      expect(seed?.secret).toHaveLength(32)
    })
  }

  it('cuts a passphrase at its first NUL, as komodod does', async () => {
    const wallet = readBytes(recordedBytes('encrypted/wallet.dat'))
    expect(await wallet.unlock('correct horse battery staple\0more')).toBe(true)
  })

  it('stops unlocking when it is aborted', async () => {
    const wallet = readBytes(recordedBytes('encrypted/wallet.dat'))
    const reason = new Error('stopped')
    await expect(wallet.unlock('correct horse battery staple', AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(wallet.encryptedKeys).toBe(wallet.keys.length)
  })

  it('leaves no secret after wiping', () => {
    const wallet = readBytes(recordedBytes('shielded/wallet.dat'))
    const secrets = wallet.keys.map(({ secret }) => secret!)
    const { value } = wallet.shielded[0]!
    wallet.wipe()
    expect([...secrets, value].every((bytes) => bytes.every((byte) => byte === 0))).toBe(true)
    expect(wallet.keys.map(({ secret }) => secret).filter((secret) => secret !== null)).toEqual([])
  })

  it('takes the time of the oldest key for the rescan only if each key has one', () => {
    const plain = readBytes(recordedBytes('plain/wallet.dat'))
    expect(plain.oldest).toBe(plain.keys[0]!.created)
    expect(readBytes(recordedBytes('labels/wallet.dat')).oldest).toBe(0)
  })

  for (const expected of synthetic) {
    it(`reads every kind of record of ${expected.file}`, async () => {
      const wallet = await open(expected)
      // dumpwallet guesses unknown times from the chain, and escapes the bytes of labels that are no UTF-8.
      const comparable = (line: string) => line.replace(/(1970|2011)\S+|label=%\S+raw/, '')
      expect(dumpLines(wallet).map(comparable)).toEqual(expected.dump!.map(comparable))
      expect(wallet.watchOnly.map(({ script }) => toHex(script)).sort()).toEqual([...expected.watch_scripts!].sort())
      expect(wallet.scripts.map(toHex)).toEqual(expected.redeem_scripts)
      const labels = new Map(wallet.labels.map((row) => [row.address, row]))
      for (const [address, { label_hex, purpose }] of Object.entries(expected.address_book!)) {
        const bytes = Buffer.from(label_hex, 'hex')
        const isText = bytes[0] !== 0xff
        expect(labels.get(address)).toEqual({ address, purpose, label: bytes.toString(isText ? 'utf8' : 'latin1') })
      }
      expect(toHex(wallet.seed!.secret!)).toBe(expected.hdseed)
      expect([...wallet.skipped.keys()]).toContain('zzz')
    })

    it(`decrypts the shielded keys of ${expected.file}`, async () => {
      const { shielded } = await open(expected)
      const { sprout, sapling } = expected.shielded!
      const rows = shielded.map(({ kind, encrypted, key, value }) => [kind, encrypted, toHex(key), toHex(value)])
      expect(rows).toContainEqual(['sprout', false, sprout.address, sprout.spending_key])
      expect(rows).toContainEqual(['sapling', false, sapling.ivk, sapling.extended_spending_key])
      expect(rows.map(([kind]) => kind).sort()).toEqual(['sapling', 'sprout', 'sproutView'])
    })

    it(`reads the notes of transactions of ${expected.file}`, () => {
      const { transactions } = readBytes(recordedBytes(expected.file))
      const txid = fromDisplayHex('74d41c9d55f70d0a0a0f28cd1ef9ef55abeed542a645981e440d5172293fe2df')
      expect(transactions).toContainEqual({
        txid,
        time: 1_700_000_001,
        comment: 'rent, 100% paid ü',
        to: 'the landlord',
      })
      expect(transactions).toHaveLength(5)
    })
  }

  for (const { name, sheet } of records) {
    it(`loses no sound record to the odd one of ${name}`, () => {
      const wallet = readBytes(recordedBytes(`records/${name}.dat`))
      expect(wallet.keys.length).toBeGreaterThanOrEqual(sheet.keys!)
      const hasBadKey = (sheet.bad_records ?? []).some((text) => text.startsWith('key') && !text.includes('more bytes'))
      if (hasBadKey || sheet.keys === 0) expect(wallet.warnings).not.toEqual([])
    })
  }

  const original = () => dumpLines(readBytes(recordedBytes('synthetic_plain/wallet.dat')))
  for (const { name } of containers.filter(({ sheet }) => sheet.keys !== 0)) {
    if (name === 'bdb18_encrypted' || name === 'hash') continue
    it(`reads the container ${name}`, () => {
      const wallet = readBytes(recordedBytes(`containers/${name}.dat`))
      expect(dumpLines(wallet)).toEqual(original())
      expect(wallet).toMatchObject({ rescued: 'no', cleanlyClosed: !name.includes('killed') })
    })
  }

  it('rescues the keys of a hash database by searching its bytes', () => {
    const wallet = readBytes(recordedBytes('containers/hash.dat'))
    expect(wallet.rescued).toBe('bytes')
    expect(wallet.warnings[0]).toContain('“hash”')
    expect(wallet.keys).toHaveLength(14)
  })

  it('rejects a file that Berkeley DB encrypted, by name', () => {
    expect(() => readBytes(recordedBytes('containers/bdb18_encrypted.dat'))).toThrow(
      expect.objectContaining({ code: 'unsupported', message: expect.stringContaining('encryption') }),
    )
  })

  for (const name of ['bdb18_env_no_checkpoint', 'bdb53_env_no_checkpoint']) {
    it(`rejects ${name} instead of reporting an empty wallet, because its records are in the log only`, () => {
      const bytes = recordedBytes(`containers/${name}.dat`)
      expect(() => readBytes(bytes, ['database/log.0000000001'])).toThrow(
        expect.objectContaining({ code: 'not-written', message: expect.stringContaining('database/log.0000000001') }),
      )
    })
  }

  it('reports a cleanly closed wallet without records as empty, with a warning', () => {
    const wallet = readBytes(recordedBytes('records/no_records.dat'))
    expect(wallet).toMatchObject({ keys: [], cleanlyClosed: true, warnings: ['The file has no keys.'] })
  })
})
