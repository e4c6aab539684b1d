import { HDKey } from '@scure/bip32'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeBase58Check, hash160, secp256k1, sha256 } from '../../crypto/index.ts'
import { encodeAddress, encodeWif } from '../../script/index.ts'
import { testKey } from '../../testing/index.ts'
import { readVector } from '../../testing/vectors.ts'
import { toHex } from '../../util/index.ts'
import { deriveAgamaKey, type OldKeyCandidate, readOldSecret } from './oldSecret.ts'
import { seedOfPhrase } from './phrase.ts'

interface Recorded {
  readonly convertpassphrase: readonly {
    readonly phrase?: string
    readonly reply: { readonly address: string; readonly privkey: string; readonly wif: string } | null
  }[]
  readonly importprivkey: readonly { readonly wif: string; readonly prefix?: unknown; readonly reply: string | null }[]
}

const recorded = JSON.parse(readVector('walletdat/phrases.json')) as Recorded
const phrases = recorded.convertpassphrase.flatMap(({ phrase, reply }) =>
  phrase === undefined || reply === null ? [] : [{ phrase, reply }],
)

const PHRASE = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
const HEX = '128df13c1e54ffaaafcc9d07ec7427d61f764214e6ae0321de23c94d261d0860'
const WIF = encodeWif({ privateKey: testKey(7).priv, compressed: true })

const toAddress = ({ key }: OldKeyCandidate) =>
  encodeAddress({ type: 1, hash: hash160(secp256k1.publicKey(key.privateKey, key.compressed)) })
const names = async (text: string) =>
  (await readOldSecret(text)).candidates.map(({ reading, text: of }) => `${reading} ${of}`)
const findSecret = async (text: string, reading: string, of = 'given') => {
  const { candidates } = await readOldSecret(text)
  const found = candidates.find((each) => each.reading === reading && each.text === of)
  return found && toHex(found.key.privateKey)
}
const otherWif = (prefix: number, compressed = true) =>
  encodeBase58Check(Uint8Array.of(prefix, ...testKey(7).priv, ...(compressed ? [1] : [])))

describe('deriveAgamaKey', () => {
  it('gives the keys that komodod gives for the recorded phrases', () => {
    const hashed = phrases.filter(({ phrase, reply }) => phrase !== reply.wif)
    expect(hashed.length).toBeGreaterThan(15)
    for (const { phrase, reply } of hashed) {
      const key = deriveAgamaKey(phrase)
      expect([phrase, toHex(key.privateKey), encodeWif(key)]).toEqual([phrase, reply.privkey, reply.wif])
    }
  })
})

describe('readOldSecret', () => {
  it('gives the address of komodod among its readings of every recorded phrase that is no shielded key', async () => {
    const open = phrases.filter(({ phrase }) => !phrase.startsWith('secret-extended-key'))
    for (const { phrase, reply } of open) {
      const { candidates } = await readOldSecret(phrase)
      expect([phrase, ...candidates.map(toAddress)]).toContain(reply.address)
    }
    expect(open.length).toBe(phrases.length - 1)
  })

  it('reads the recorded private keys with the address that komodod imports, whatever their prefix', async () => {
    const imported = recorded.importprivkey.filter(({ reply }) => reply !== null)
    for (const { wif, reply } of imported) {
      const [first] = (await readOldSecret(wif)).candidates
      expect(first && toAddress(first)).toBe(reply)
    }
    expect(imported).toHaveLength(8)
  })

  it('offers a recovery phrase as passphrase and as BIP39 phrase at m/44h/141h/0h/0/0', async () => {
    expect(await names(PHRASE)).toEqual(['agama given', 'bip39 given'])
    const node = HDKey.fromMasterSeed(await seedOfPhrase(PHRASE)).derive("m/44'/141'/0'/0/0")
    expect(await findSecret(PHRASE, 'bip39')).toBe(toHex(node.privateKey ?? new Uint8Array()))
  })

  it('offers the words with single blanks in lower case if a recovery phrase was typed differently', async () => {
    const typed = `${PHRASE.replace('abandon', 'Abandon')}\n`
    expect(await names(typed)).toEqual(['agama given', 'agama trimmed', 'agama words', 'bip39 given'])
    expect(await findSecret(typed, 'agama', 'words')).toBe(await findSecret(PHRASE, 'agama'))
  })

  it.each([
    [`0x${HEX}`, ['rawkey given', 'agama given']],
    [HEX, ['agama given', 'rawkey given']],
    [WIF, ['wif given']],
    [` ${WIF}\n`, ['wif given']],
    [otherWif(128), ['otherwif given', 'agama given']],
    [otherWif(239, false), ['otherwif given', 'agama given']],
    ['correct horse battery staple', ['agama given', 'sha256 given']],
    ['0xabc', ['agama given', 'sha256 given']],
    [`${'0'.repeat(64)}`, ['agama given']],
  ])('lists the readings of %j in the order of the sheet', async (text, expected) => {
    expect(await names(text)).toEqual(expected)
  })

  it('reads a hexadecimal key and a plain hash without the clamp', async () => {
    expect(await findSecret(`0x${HEX.toUpperCase()}`, 'rawkey')).toBe(HEX)
    expect(await findSecret('old web wallet', 'sha256')).toBe(toHex(sha256(new TextEncoder().encode('old web wallet'))))
  })

  it('keeps the compression flag of a private key of another coin', async () => {
    const [compressed, plain] = await Promise.all([readOldSecret(otherWif(176)), readOldSecret(otherWif(176, false))])
    expect([compressed.prefix, compressed.hints]).toEqual([176, ['othercoin']])
    const flags = [compressed, plain].map(({ candidates }) => candidates[0]?.key.compressed)
    expect(flags).toEqual([true, false])
  })

  it('offers the trimmed text and both Unicode forms only if they differ', async () => {
    const { candidates } = await readOldSecret(' e\u0301 ')
    const texts = candidates.filter(({ reading }) => reading === 'agama').map(({ text }) => text)
    expect(texts).toEqual(['given', 'trimmed', 'nfc'])
    expect(await findSecret(' e\u0301 ', 'agama', 'nfc')).toBe(toHex(deriveAgamaKey('\u00e9').privateKey))
    expect(await findSecret(' e\u0301 ', 'agama', 'trimmed')).toBe(toHex(deriveAgamaKey('e\u0301').privateKey))
    expect(await names('\u00e9')).toEqual(['agama given', 'agama nfd', 'sha256 given', 'sha256 nfd'])
  })

  it.each([
    ['sapling', 'secret-extended-key-main1qqqq'],
    ['sapling', ' SECRET-EXTENDED-KEY-REGTEST1QQ'],
    ['sprout', encodeBase58Check(Uint8Array.of(0xab, 0x36, ...new Uint8Array(32).fill(5)))],
    ['sprout', encodeBase58Check(Uint8Array.of(0xac, 0x08, ...new Uint8Array(32).fill(5)))],
    ['sproutview', encodeBase58Check(Uint8Array.of(0xa8, 0xab, 0xd3, ...new Uint8Array(64).fill(5)))],
    ['sproutview', encodeBase58Check(Uint8Array.of(0xa8, 0xac, 0x0c, ...new Uint8Array(64).fill(5)))],
  ])('names a shielded key (%s) and never reads it as a passphrase: %s', async (kind, text) => {
    for (const each of [text, text.slice(0, -1) + (text.endsWith('q') ? 'p' : '1')]) {
      expect(await readOldSecret(each)).toMatchObject({ shielded: kind, candidates: [] })
    }
  })

  it.each([
    ['weak', 'a'],
    ['weak', 'correct horse battery staple'],
    ['damagedkey', `${WIF.slice(0, -1)}${WIF.endsWith('a') ? 'b' : 'a'}`],
    ['address', 'RXLyYro5BxueVLWUGusUEL4KLtXuKCbFVR'],
  ])('hints %s at %j', async (hint, text) => {
    expect((await readOldSecret(text)).hints).toEqual([hint])
  })

  it('hints nothing at a long passphrase, a phrase and a private key', async () => {
    const long = 'seven quiet herons over one frozen pond in march, 1987 & a kettle'
    for (const text of [long, PHRASE, WIF, HEX]) expect((await readOldSecret(text)).hints).toEqual([])
  })

  it('rejects an empty text and one that is too long', async () => {
    for (const text of ['', ' \n', 'x'.repeat(4_097)]) {
      await expect(readOldSecret(text)).rejects.toMatchObject({ kind: 'invalid-input' })
    }
  })

  it('overwrites its secrets with zeros on request', async () => {
    const found = await readOldSecret(PHRASE)
    found.wipe()
    expect(found.candidates.map(({ key }) => toHex(key.privateKey))).toEqual(['00'.repeat(32), '00'.repeat(32)])
  })

  it('gives valid keys, each reading once, for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (text) => {
        if (text.trim() === '') return
        const { candidates } = await readOldSecret(text)
        expect(candidates.every(({ key }) => secp256k1.isPrivateKey(key.privateKey))).toBe(true)
        const keys = candidates.map(({ reading, text: of }) => `${reading} ${of}`)
        expect(new Set(keys).size).toBe(keys.length)
      }),
      { numRuns: 20 },
    )
  })
})
