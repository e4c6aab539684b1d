import { describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import { encodeBase58Check } from '../../../crypto/index.ts'
import { concat } from '../../../util/index.ts'
import { createShieldedAddressHandlers } from './shieldedAddress.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }
const on = (network: 'main' | 'regtest') => {
  const { z_validateaddress } = createShieldedAddressHandlers({ params: { network }, wallet: undefined })
  return (zaddr: string) => z_validateaddress({ zaddr }, context)
}
const NO = { isvalid: false }

/** Addresses from komodod's own tests. */
const SPROUT = 'zcWsmqT4X2V4jgxbgiCzyrAfRT1vi1F4sn7M5Pkh66izzw8Uk7LBGAH3DtcSMJeUb2pi3W4SQF8LMKkU2cUuVP68yAGcomL'
const SAPLING = 'zs1z7rejlpsa98s2rrrfkwmaxu53e4ue0ulcrw0h4x5g8jl04tak0d3mm47vdtahatqrlkngh9slya'
const FOREIGN = [
  'ztaaga95QAPyp1kSQ1hD2kguCpzyMHjxWZqaYDEkzbvo7uYQYAw2S8X4Kx98AvhhofMtQL8PAXKHuZsmhRcanavKRKmdCzk',
  'ztestsapling1knww2nyjc62njkard0jmx7hlsj6twxmxwprn7anvrv4dc2zxanl3nemc0qx2hvplxmd2uau8gyw',
]

describe('z_validateaddress', () => {
  const ask = on('main')

  it('returns the parts of an address', () => {
    expect(ask(SPROUT)).toEqual({
      isvalid: true,
      address: SPROUT,
      type: 'sprout',
      payingkey: 'f5bb3c888ccc9831e3f6ba06e7528e26a312eec3acc1823be8918b6a3a5e20ad',
      transmissionkey: '7a58c7132446564e6b810cf895c20537b3528357dc00150a8e201f491efa9c1a',
    })
    expect(ask(SAPLING)).toEqual({
      isvalid: true,
      address: SAPLING,
      type: 'sapling',
      diversifier: '1787997c30e94f050c634d',
      diversifiedtransmissionkey: '34ed1f60f5db5763beee1ddbb37dd5f7e541d4d4fbdcc09fbfcc6b8e949bbe9d',
    })
    expect(ask(SAPLING.toUpperCase())).toMatchObject({ isvalid: true, address: SAPLING.toUpperCase() })
  })

  it('rejects addresses of another network', () => {
    for (const text of FOREIGN) expect(ask(text)).toEqual(NO)
    for (const text of [SPROUT, SAPLING]) expect(on('regtest')(text)).toEqual(NO)
    const regtest = encodeBase58Check(concat(Uint8Array.of(0x16, 0xb6), new Uint8Array(64)))
    expect([on('regtest')(regtest), ask(regtest)]).toMatchObject([{ isvalid: true, type: 'sprout' }, NO])
  })

  it('parses base 58 as a C string, and Bech32 exactly', () => {
    for (const text of [` ${SPROUT}\n`, `${SPROUT}\0x`])
      expect(ask(text)).toMatchObject({ isvalid: true, address: text })
    for (const text of [` ${SAPLING}`, `${SAPLING}\0`]) expect(ask(text)).toEqual(NO)
  })

  it('rejects texts that are not addresses', () => {
    const short = encodeBase58Check(concat(Uint8Array.of(0x16, 0x9a), new Uint8Array(63)))
    const texts = ['', ' ', 'zs1', SAPLING.slice(0, -1), SAPLING.replace('7', '8'), `Z${SAPLING.slice(1)}`, short]
    for (const text of [...texts, 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D', 'x'.repeat(2_000)])
      expect(ask(text)).toEqual(NO)
  })

  it('reports that an address does not belong to the wallet', () => {
    const { z_validateaddress } = createShieldedAddressHandlers({ params: { network: 'main' }, wallet: {} as never })
    expect(z_validateaddress({ zaddr: SAPLING }, context)).toMatchObject({ isvalid: true, ismine: false })
  })
})
