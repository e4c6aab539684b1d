import { describe, expect, it } from 'vitest'
import { fitsPublicKey } from './secretKeyDer.ts'
import { damagedBytes, readBytes, recordedBytes, recordedWallets } from './testing/recordedWallets.ts'
import { WalletDatError } from './walletDatError.ts'

const { damaged } = recordedWallets()
const base = recordedBytes('damage_base/wallet.dat')
/** Number of keys of the base. */
const ALL_KEYS = 300

describe('readWallet of a damaged file', () => {
  for (const damage of damaged) {
    it(`finds no fewer keys than Berkeley DB in ${damage.name}`, () => {
      const bytes = damagedBytes(base, damage)
      const least = Math.max(damage.library, damage.deep, damage.sheet.keys ?? 0)
      if (least === 0) {
        expect(() => readBytes(bytes)).toThrow(WalletDatError)
        return
      }
      const wallet = readBytes(bytes)
      expect(wallet.keys.length).toBeGreaterThanOrEqual(least)
      expect(wallet.keys.every(({ secret, pubkey }) => fitsPublicKey(secret!, pubkey))).toBe(true)
      // A file whose tree is sound is not searched; each other one is, and says so.
      if (!damage.sheet.ok) expect(wallet.rescued).not.toBe('no')
      if (wallet.keys.length < ALL_KEYS || wallet.rescued !== 'no') expect(wallet.warnings).not.toEqual([])
    })
  }

  it('keeps labels, scripts and watch-only scripts if only the first page is lost', () => {
    const bytes = base.slice()
    bytes.fill(0, 0, 4096)
    const wallet = readBytes(bytes)
    expect(wallet.rescued).toBe('pages')
    expect(wallet.keys).toHaveLength(ALL_KEYS)
    expect([wallet.labels.length, wallet.scripts.length, wallet.watchOnly.length]).toEqual([11, 1, 3])
  })

  it('finds keys without any page header', () => {
    const bytes = base.slice()
    for (let page = 0; page < bytes.length; page += 512) bytes[page + 25] = 0xee
    const wallet = readBytes(bytes)
    expect(wallet.rescued).toBe('bytes')
    expect(wallet.keys.length).toBeGreaterThan(ALL_KEYS * 0.9)
    expect(wallet.warnings.join(' ')).toContain('searching all bytes')
  })

  for (const damage of ['item_len_max', 'item_type_dup', 'leaf_entries_odd', 'leaf_level_2', 'item_key_deleted']) {
    it(`keeps the encrypted key whose record has the damage of ${damage}`, async () => {
      const bytes = recordedBytes('encrypted/wallet.dat')
      const { item, page, index } = findEncryptedKey(bytes)
      if (damage === 'item_len_max') bytes.set([0xff, 0xff], item.value)
      if (damage === 'item_type_dup') bytes[item.value + 2] = 2
      if (damage === 'item_key_deleted') bytes[item.key + 2]! |= 0x80
      if (damage === 'leaf_level_2') bytes[page + 24] = 2
      if (damage === 'leaf_entries_odd') bytes[page + 20] = index + 1
      const wallet = readBytes(bytes)
      expect(wallet.rescued).not.toBe('no')
      expect(await wallet.unlock('correct horse battery staple')).toBe(true)
      expect(wallet.keys).toHaveLength(19)
      expect(wallet.encryptedKeys).toBe(0)
    })
  }

  for (const count of [0, 2, 20]) {
    it(`finds the keys of a leaf whose count is too low (${count})`, () => {
      const bytes = recordedBytes('bigtx/wallet.dat')
      const { keys } = readBytes(bytes)
      const leaf = 5 * 4096
      new DataView(bytes.buffer).setUint16(leaf + 20, count, true)
      const wallet = readBytes(bytes)
      expect(wallet.keys).toHaveLength(keys.length)
      expect(wallet.warnings.join(' ')).toMatch(/do not hold as many records as they state/)
    })

    it(`finds the encrypted keys of a leaf whose count is too low (${count})`, async () => {
      const bytes = recordedBytes('encrypted/wallet.dat')
      const { page } = findEncryptedKey(bytes)
      new DataView(bytes.buffer).setUint16(page + 20, count, true)
      const wallet = readBytes(bytes)
      expect(wallet.rescued).not.toBe('no')
      expect(await wallet.unlock('correct horse battery staple')).toBe(true)
      expect(wallet.keys).toHaveLength(19)
    })
  }

  it('reads keys of a leaf that no page refers to any more', () => {
    const bytes = base.slice()
    const view = new DataView(bytes.buffer)
    // The root's page number is in the metadata of the database; one child fewer hides a leaf.
    const root = 3 * 4096
    view.setUint16(root + 20, view.getUint16(root + 20, true) - 1, true)
    const wallet = readBytes(bytes)
    expect(wallet.keys).toHaveLength(ALL_KEYS)
    expect(wallet.warnings.join(' ')).toMatch(/no other page refers/)
  })
})

/** Finds the last `ckey` record of a page: the offsets of the page and of the record's items, and the key's index. */
function findEncryptedKey(bytes: Uint8Array): { page: number; index: number; item: { key: number; value: number } } {
  const view = new DataView(bytes.buffer)
  for (let page = 0; page < bytes.length; page += 4096) {
    if (bytes[page + 25] !== 5) continue
    for (let index = view.getUint16(page + 20, true) - 2; index >= 0; index -= 2) {
      const offset = (item: number) => page + view.getUint16(page + 26 + 2 * item, true)
      const [key, value] = [offset(index), offset(index + 1)]
      if (Buffer.from(bytes.subarray(key + 4, key + 8)).toString('latin1') === 'ckey')
        return { page, index, item: { key, value } }
    }
  }
  throw new Error('the file has no encrypted key')
}
