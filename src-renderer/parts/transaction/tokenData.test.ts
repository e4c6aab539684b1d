import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex, readTokenData, toHex } from './tokenData.ts'

const P1 = '034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa'
const P2 = '02466d7fcae563e5cb09a0d1870bb580344804617879a14949cf22285f1bae3f27'

describe('readTokenData', () => {
  it('reads a creation', () => {
    const script = `6a39f26321${P1}074d59544f4b454e0c61207465737420746f6b656e`
    expect(readTokenData(script)).toEqual({
      kind: 'create',
      creator: P1,
      name: 'MYTOKEN',
      description: 'a test token',
      data: undefined,
    })
  })

  it('reads the data of a non-fungible token', () => {
    const script = `6a30f26321${P1}044e465431001104f7010203`
    expect(readTokenData(script)).toMatchObject({ name: 'NFT1', description: '', data: 'f7010203' })
  })

  it('reads a transfer', () => {
    const tokenid = `c4d6a1f0${'0'.repeat(54)}7e`
    expect(readTokenData(`6a45f274${tokenid}0121${P2}`)).toEqual({ kind: 'transfer', tokenid, receivers: [P2] })
  })

  it('says no to anything else and never throws', () => {
    expect(readTokenData('6a04deadbeef')).toBeUndefined()
    expect(readTokenData(`76a914${'0'.repeat(40)}88ac`)).toBeUndefined()
    expect(readTokenData('')).toBeUndefined()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (tail) => {
        readTokenData(`6a4cf2${toHex(tail)}`)
        readTokenData(`6a${toHex(Uint8Array.of(tail.length, 0xf2, 0x63))}${toHex(tail)}`)
        expect(toHex(fromHex(toHex(tail)))).toBe(toHex(tail))
      }),
    )
  })
})
