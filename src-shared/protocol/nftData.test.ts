import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesToHex, hexToBytes } from './hex.ts'
import { linkedNftData, linkTarget, nftLink, readNftProperties } from './nftData.ts'

const encodeHex = (text: string) => bytesToHex(new TextEncoder().encode(text))
const URL_HEX = encodeHex('https://example.org/a.png')
/**
 * Version, then a url of 25 bytes, a royalty of 30 thousandths, an id of 414565, and arbitrary bytes of the creator.
 */
const PROPERTIES = `01${`0219${URL_HEX}`}031e01fe65530600${`0403aabbcc`}`

describe('the data of an NFT', () => {
  it('parse with any contract code in the format of the family’s tools', () => {
    for (const code of ['f7', 'f1', 'f3']) {
      expect(readNftProperties(code + PROPERTIES)).toEqual({
        ...{ url: 'https://example.org/a.png', royalty: 30, id: 414_565, arbitrary: hexToBytes('aabbcc') },
      })
      expect(nftLink(code + PROPERTIES)).toBe('https://example.org/a.png')
    }
  })

  it('give undefined if a byte does not fit the format', () => {
    const wrong = [
      ...['', 'f7', 'f701', 'f702', `f702${PROPERTIES.slice(2)}`, `f7${encodeHex('https://example.org/')}`],
      ...[`f7${PROPERTIES}00`, `f7${PROPERTIES}05`, `f7${PROPERTIES}0403`, `f7${PROPERTIES}0300`],
      // A length that is not minimal, too large, or encoded in eight bytes.
      ...['f70102fd0100ff', 'f70101fe01000003', 'f70101ff0000000000000000', 'f70102fe01000000ff'],
    ]
    for (const data of wrong) expect(readNftProperties(data), data).toBeUndefined()
    expect(nftLink('f70101fd0102')).toBeUndefined()
    expect(nftLink('f70102000100')).toBeUndefined()
    expect(nftLink(undefined)).toBeUndefined()
  })

  it('survive a round trip through linkedNftData and readNftProperties', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.uint8Array({ maxLength: 600 }), fc.constantFrom('f1', 'f3'), (url, bytes, code) => {
        const data = linkedNftData(code, url, bytesToHex(bytes))
        expect(data.slice(0, 4)).toBe(`${code}01`)
        expect(readNftProperties(data)).toEqual({ url, ...(bytes.length > 0 && { arbitrary: bytes }) })
      }),
    )
    expect(linkedNftData('f3', 'https://example.org/a.png', '')).toBe(`f3010219${URL_HEX}`)
  })

  it('never cause an exception when they are read', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        readNftProperties(`f301${bytesToHex(bytes)}`)
      }),
    )
  })
})

describe('linkTarget', () => {
  it('accepts https on its default port, without user names or passwords', () => {
    expect(linkTarget('https://Example.org:443/a b?c#d')).toEqual({
      ...{ kind: 'web', address: 'https://example.org/a%20b?c#d', host: 'example.org' },
    })
    expect(linkTarget('HTTPS://xn--bcher-kva.example')).toMatchObject({ kind: 'web', host: 'xn--bcher-kva.example' })
    expect(linkTarget('https://a.example?b=ü')).toMatchObject({ address: 'https://a.example/?b=%C3%BC' })
    expect(linkTarget('https://93.184.216.34/a')).toMatchObject({ kind: 'web', host: '93.184.216.34' })
  })

  it('returns `other` or `ipfs` for all other links', () => {
    const other = [
      ...['', 'x', 'http://example.org/', 'https:example.org', 'https://', 'https://a:b@example.org/', 'https://a@b/'],
      ...[
        'https://example.org:8443/',
        'javascript:alert(1)',
        'data:image/png;base64,',
        'file:///etc/passwd',
        ' https://a.b/',
      ],
      ...[`https://example.org/${'a'.repeat(5000)}`, 'app://chainwright/', 'https://exa mple.org/'],
      ...[
        'https://bücher.example/',
        'https://good.example\\@evil.example/',
        'https://good.example\\evil/',
        'https://[::1]/',
      ],
      ...[
        'https://2130706433/',
        'https://0x7f.1/',
        'https://127.1/',
        'https://1.2.3.4.5/',
        'https://256.1.1.1/',
        'https://01.2.3.4/',
      ],
      ...['https://a..b/', 'https://a.b./', 'https://.a/', 'https://a.example/\ud800', 'https://a_b.example/'],
    ]
    expect(other.filter((link) => linkTarget(link).kind !== 'other')).toEqual([])
    expect(linkTarget('ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG')).toEqual({ kind: 'ipfs' })
  })
})
