import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex } from '../util/index.ts'
import { disassemble, OP, opAt, opcodeName, parseOps, pushData, pushMinimal, pushNumber } from './index.ts'

const text = (hex: string, sighashNames = false) => disassemble(fromHex(hex), { sighashNames })
const DER =
  '30440220285bc44f76cc25cfbaea4eb8c40ef94c698d7d25c30e6d2aa513a286839de96f' +
  '022023208125246323c26539741ddc40092411adda89e898d23efd0347a2d1c5aadd'

describe('disassemble', () => {
  it.each([
    ['', ''],
    ['00', '0'],
    ['4f51605061', '-1 1 16 OP_RESERVED OP_NOP'],
    ['b0b1b2', 'OP_NOP1 OP_NOP2 OP_NOP3'],
    ['cccd', 'OP_CHECKCRYPTOCONDITION OP_CHECKCRYPTOCONDITIONVERIFY'],
    ['baf9ff', 'OP_UNKNOWN OP_UNKNOWN OP_INVALIDOPCODE'],
    ['01720181018001ff', '114 -1 0 -127'],
    ['4c00', '0'],
    ['6a03aabbcc', 'OP_RETURN -5028778'],
    ['6a04ffffffff', 'OP_RETURN -2147483647'],
    ['6a04ffffff7f', 'OP_RETURN 2147483647'],
    ['6a050102030405', 'OP_RETURN 0102030405'],
    ['4c', '[error]'],
    ['7605aa', 'OP_DUP [error]'],
    ['4dff', '[error]'],
    ['4effffffff', '[error]'],
  ])('formats the script %s', (hex, expected) => {
    expect(text(hex)).toBe(expected)
  })

  it.each([
    ['01', 'ALL'],
    ['81', 'ALL|ANYONECANPAY'],
    ['02', 'NONE'],
    ['82', 'NONE|ANYONECANPAY'],
    ['03', 'SINGLE'],
    ['83', 'SINGLE|ANYONECANPAY'],
  ])('names hash type %s after a signature if requested', (type, name) => {
    expect(text(`47${DER}${type}`, true)).toBe(`${DER}[${name}]`)
    expect(text(`47${DER}${type}`)).toBe(`${DER}${type}`)
  })

  it('formats data that is not a signature, or has another hash type, as hex', () => {
    expect(text(`47${DER}00`, true)).toBe(`${DER}00`)
    expect(text(`4731${DER.slice(2)}01`, true)).toBe(`31${DER.slice(2)}01`)
    expect(text(`6a47${DER}01`, true)).toBe(`OP_RETURN ${DER}01`)
  })
})

describe('parseOps', () => {
  it('covers every byte, or stops at a truncated push', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (script) => {
        let end = 0
        for (const op of parseOps(script)) {
          expect(opAt(script, end)).toEqual(op)
          if (op) end = op.end
          else expect(end).toBeLessThan(script.length)
        }
        if (end === script.length) expect(disassemble(script)).not.toContain('[error]')
        else expect(disassemble(script)).toMatch(/\[error\]$/)
      }),
    )
  })
})

describe('pushData', () => {
  it.each([0, 1, 75, 76, 255, 256, 65535, 65536])('pushes %i bytes in the shortest form', (length) => {
    const script = pushData(new Uint8Array(length).fill(7))
    const op = opAt(script, 0)
    expect(op?.data.length).toBe(length)
    expect(op?.end).toBe(script.length)
    expect(script.length - length).toBe(length < 76 ? 1 : length < 256 ? 2 : length < 65536 ? 3 : 5)
  })
})

describe('pushNumber', () => {
  it.each([
    [0, '00'],
    [1, '51'],
    [16, '60'],
    [17, '0111'],
    [-1, '4f'],
    [-2, '0182'],
    [128, '028000'],
    [500_000_000, '040065cd1d'],
  ])('pushes the number %i', (value, hex) => {
    expect(pushNumber(value)).toEqual(fromHex(hex))
  })
})

describe('pushMinimal', () => {
  it('uses small numbers except -1, as the network does in signed scripts', () => {
    expect(pushMinimal(Uint8Array.of(16))).toEqual(Uint8Array.of(OP.OP_16))
    expect(pushMinimal(Uint8Array.of(0x81))).toEqual(Uint8Array.of(1, 0x81))
    expect(pushMinimal(new Uint8Array(0))).toEqual(Uint8Array.of(OP.OP_0))
  })
})

describe('opcodeName', () => {
  it('returns a text for every opcode', () => {
    for (let opcode = 0; opcode < 256; opcode++) expect(opcodeName(opcode)).toMatch(/^(OP_\w+|-?\d+)$/)
  })
})
