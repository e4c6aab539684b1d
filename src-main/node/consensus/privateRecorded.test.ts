import { describe, expect, it } from 'vitest'
import { hash160 } from '../crypto/index.ts'
import { parseTransaction, type Transaction, type TxOut } from '../primitives/index.ts'
import { decodeAddress, p2pkhScript, p2pkScript, p2shScript } from '../script/index.ts'
import { vectorLines } from '../testing/vectors.ts'
import { fromHex } from '../util/index.ts'
import { chainParamsFromArgs, checkTransaction, isOpenAddress, notarySeasonAt } from './index.ts'

const params = chainParamsFromArgs(['-ac_name=ZOMBIE', '-regtest', '-ac_private=1', '-ac_sapling=1'])
/** time of the recordings, and a time in an earlier season */
const NOW = 1_700_000_000
const EARLY = 1_600_000_000

const recorded = vectorLines<{ name: string; message?: string; hex?: string }>('shielded/reference.jsonl').filter(
  ({ name, hex }) => name.startsWith('ZOMBIE') && hex !== undefined,
)
const example = (words: string): Transaction =>
  parseTransaction(fromHex(recorded.find(({ name }) => name.endsWith(words))!.hex!))
const spending = example('spend with a transparent output')
const output = (scriptPubKey: Uint8Array, value = 1000n): TxOut => ({ scriptPubKey, value })
const verdict = (tx: Transaction, time = NOW) => {
  const found = checkTransaction(params, tx, time)
  return found.ok ? 'ok' : found.reason
}

describe('recorded answers about -ac_private', () => {
  it.each(recorded.map((line) => [line.name, line] as const))('%s', (_name, { hex, message }) => {
    const reason = message!.replace(/^16: /, '')
    // Proofs are checked later.
    const expected = reason.startsWith('bad-txns-acpriv') ? reason : 'ok'
    expect(verdict(parseTransaction(fromHex(hex!)))).toBe(expected)
  })

  it('accept every transaction on other chains', () => {
    const open = chainParamsFromArgs(['-ac_name=ZOMBIE', '-regtest', '-ac_sapling=1'])
    for (const { hex } of recorded) expect(checkTransaction(open, parseTransaction(fromHex(hex!)), NOW).ok).toBe(true)
  })

  it('allow payments to notaries of the season and to one fixed address', () => {
    const [first] = notarySeasonAt(NOW)!.keys
    const early = notarySeasonAt(EARLY)!.keys[5]!
    const family = decodeAddress('RXL3YXG2ceaB6C5hfJcN4fvmLH2C34knhA')!.hash
    for (const script of [p2pkScript(first!), p2pkhScript(hash160(first!)), p2pkhScript(family)])
      expect(verdict({ ...spending, vout: [output(script)] })).toBe('ok')
    expect(verdict({ ...spending, vout: [output(p2pkScript(early))] })).toBe('bad-txns-acprivate-chain')
    expect(verdict({ ...spending, vout: [output(p2pkScript(early))] }, EARLY)).toBe('ok')
    expect(isOpenAddress(undefined, NOW)).toBe(false)
  })

  it('ignore coinbases and outputs without value', () => {
    const plain = { ...example('transparent transfer'), vout: [output(p2pkhScript(new Uint8Array(20)))] }
    const vin = [{ prevout: { hash: new Uint8Array(32), index: 0xffffffff }, scriptSig: fromHex('5101'), sequence: 0 }]
    expect(verdict({ ...plain, vin })).toBe('ok')
    expect(verdict({ ...spending, vout: [output(p2pkhScript(new Uint8Array(20)), 0n)] })).toBe('ok')
  })
})

describe('swap out of the shielded pool', () => {
  const opcodes = (length: number, at: Readonly<Record<number, number>>) => {
    const script = new Uint8Array(length).fill(0xee)
    for (const [place, opcode] of Object.entries(at)) script[Number(place)] = opcode
    return script
  }
  const start = { 0: 0x6a, 3: 0x63, 9: 0xb1, 10: 0x75, 45: 0xac, 46: 0x67, 47: 0x82, 48: 1, 49: 0x20, 50: 0x88 }
  const swaps = [
    opcodes(110, { ...start, 51: 0xa9, 73: 0x88, 108: 0xac, 109: 0x68 }),
    opcodes(122, { ...start, 51: 0xa8, 85: 0x88, 120: 0xac, 121: 0x68 }),
    opcodes(122, { ...start, 51: 0xaa, 85: 0x88, 120: 0xac, 121: 0x68 }),
    opcodes(101, {
      ...{ 0: 0x6a, 1: 0x4c, 2: 0x62, 20: 0x75, 21: 0x63, 22: 4, 27: 0xb1, 28: 0x75, 63: 0xac, 64: 0x67 },
      ...{ 99: 0xac, 100: 0x68 },
    }),
  ]
  const leaving = (script: Uint8Array, paid = p2shScript(hash160(script.subarray(3)))) => ({
    ...spending,
    vout: [output(paid), output(script, 0n)],
  })

  it.each(swaps.keys().toArray())('accepts each known form (%i)', (index) => {
    expect(verdict(leaving(swaps[index]!))).toBe('ok')
    expect(verdict(leaving(swaps[index]!), EARLY)).toBe('bad-txns-acprivate-chain')
  })

  it.each(swaps.keys().toArray())('rejects any change of a fixed byte (%i)', (index) => {
    const swap = swaps[index]!
    for (let at = 0; at < swap.length; at++) {
      if (swap[at] === 0xee) continue
      const other = swap.slice()
      other[at] = 0xed
      expect(verdict(leaving(other))).toBe('bad-txns-acprivate-chain')
    }
  })

  it('accepts only a payment to the hash of the revealed script', () => {
    const [swap] = swaps
    expect(verdict(leaving(swap!, p2shScript(new Uint8Array(20))))).toBe('bad-txns-acprivate-chain')
    expect(verdict(leaving(swap!, p2pkhScript(hash160(swap!.subarray(3)))))).toBe('bad-txns-acprivate-chain')
    const tx = leaving(swap!)
    expect(verdict({ ...tx, vout: [...tx.vout, output(swap!, 0n)] })).toBe('bad-txns-acprivate-chain')
    const vin = example('transparent transfer').vin
    expect(verdict({ ...tx, vin })).toBe('bad-txns-acprivate-chain')
  })
})
