import { describe, expect, it } from 'vitest'
import { decodeBase58Check } from '../crypto/index.ts'
import { computeTxid, isNullOutPoint, parseTransaction, type Transaction } from '../primitives/index.ts'
import { readVector } from '../testing/vectors.ts'
import { concat, fromDisplayHex, fromHex, outpointKey, toDisplayHex, toHex } from '../util/index.ts'
import {
  classify,
  createSighashCache,
  decodeAddress,
  decodeWif,
  OP,
  pushData,
  pushNumber,
  SCRIPT_FLAGS,
  signatureHash,
  transactionChecker,
  verifyScript,
} from './index.ts'

function cases(file: string): unknown[][] {
  return JSON.parse(readVector(`script/${file}`)) as unknown[][]
}

/** Parses a script from the text form of the files. */
function scriptFrom(text: string): Uint8Array {
  const parts = text.split(/\s+/).filter((word) => word !== '')
  return concat(
    ...parts.map((word) => {
      if (/^-?\d+$/.test(word)) return pushInteger(BigInt(word))
      if (word.startsWith('0x')) return fromHex(word.slice(2))
      if (word.startsWith("'")) return pushData(new TextEncoder().encode(word.slice(1, -1)))
      return Uint8Array.of(opcodeNamed(word.replace(/^OP_/, '')))
    }),
  )
}

function pushInteger(value: bigint): Uint8Array {
  if (Number.isSafeInteger(Number(value))) return pushNumber(Number(value))
  // Larger than any number that the node itself pushes.
  const magnitude = fromHex((value < 0n ? -value : value).toString(16).padStart(16, '0')).reverse()
  if (value < 0n) magnitude[7] = (magnitude[7] as number) | 0x80
  return pushData(magnitude)
}

function opcodeNamed(name: string): number {
  const opcode = name === 'NOP2' ? OP.OP_CHECKLOCKTIMEVERIFY : OP[`OP_${name}` as keyof typeof OP]
  if (opcode === undefined) throw new Error(`no operation ${name}`)
  return opcode
}

function flagsFrom(text: string): number {
  let flags = 0
  for (const name of text.split(',').filter((word) => word !== '' && word !== 'NONE')) {
    const flag = SCRIPT_FLAGS[name as keyof typeof SCRIPT_FLAGS]
    if (flag === undefined) throw new Error(`no flag ${name}`)
    flags |= flag
  }
  return flags
}

const PLAIN: Transaction = {
  overwintered: false,
  version: 1,
  versionGroupId: 0,
  vin: [],
  vout: [],
  lockTime: 0,
  expiryHeight: 0,
  valueBalance: 0n,
  shieldedSpends: [],
  shieldedOutputs: [],
  joinSplits: [],
  joinSplitAuth: new Uint8Array(0),
  bindingSig: new Uint8Array(0),
}

/** Runs the pair as an input of the transaction that the files prescribe, which spends a first output of amount 0. */
function runPair(scriptSig: Uint8Array, scriptPubKey: Uint8Array, flags: number) {
  const nothing = { hash: new Uint8Array(32), index: 0xffffffff }
  const credit: Transaction = {
    ...PLAIN,
    vin: [{ prevout: nothing, scriptSig: fromHex('0000'), sequence: 0xffffffff }],
    vout: [{ value: 0n, scriptPubKey }],
  }
  const spend: Transaction = {
    ...PLAIN,
    vin: [{ prevout: { hash: computeTxid(credit), index: 0 }, scriptSig, sequence: 0xffffffff }],
    vout: [{ value: 0n, scriptPubKey: new Uint8Array(0) }],
  }
  const checker = transactionChecker({ tx: spend, inputIndex: 0, amount: 0n, branchId: 0, ccEnabled: false })
  return verifyScript({ scriptSig, scriptPubKey, flags, checker })
}

describe('verifyScript', () => {
  it.each([
    ['script_valid.json', true, 578],
    ['script_invalid.json', false, 442],
  ])('returns the expected result for every case of %s', (file, expected, count) => {
    const wrong: string[] = []
    const all = cases(file)
    for (const [scriptSig, scriptPubKey, flags] of all as [string, string, string][]) {
      const verdict = runPair(scriptFrom(scriptSig), scriptFrom(scriptPubKey), flagsFrom(flags))
      if (verdict.ok !== expected) wrong.push(`${scriptSig} | ${scriptPubKey} | ${flags}: ${JSON.stringify(verdict)}`)
    }
    expect(wrong).toEqual([])
    expect(all.length).toBe(count)
  })
})

type TransactionCase = [[string, number, string][], string, string]

function scriptsAccept([prevouts, hex, flagNames]: TransactionCase): boolean {
  const tx = parseTransaction(fromHex(hex))
  const scripts = new Map(
    prevouts.map(([hash, index, text]) => [
      outpointKey({ hash: fromDisplayHex(hash), index: index >>> 0 }),
      scriptFrom(text),
    ]),
  )
  const cache = createSighashCache(tx)
  return tx.vin.every(({ prevout, scriptSig }, inputIndex) => {
    const scriptPubKey = scripts.get(outpointKey(prevout))
    if (!scriptPubKey) throw new Error('the case names no such output')
    const checker = transactionChecker({ tx, inputIndex, amount: 0n, branchId: 0, cache, ccEnabled: false })
    return verifyScript({ scriptSig, scriptPubKey, flags: flagsFrom(flagNames), checker }).ok
  })
}

const MAX_MONEY = 2_100_000_000_000_000n

/** Returns true if a rule about complete transactions rejects it, regardless of its scripts. */
function isBadTransaction([, hex]: TransactionCase): boolean {
  const { vin, vout } = parseTransaction(fromHex(hex))
  const total = vout.reduce((sum, { value }) => sum + value, 0n)
  const outpoints = new Set(vin.map(({ prevout }) => outpointKey(prevout)))
  return (
    vin.length === 0 ||
    vout.length === 0 ||
    vout.some(({ value }) => value < 0n || value > MAX_MONEY) ||
    total > MAX_MONEY ||
    outpoints.size < vin.length ||
    vin.some(({ prevout }) => isNullOutPoint(prevout))
  )
}

describe('verifyScript for all inputs of a transaction', () => {
  it('accepts every case of tx_valid.json', () => {
    const all = cases('tx_valid.json') as TransactionCase[]
    expect(all.filter((entry) => !scriptsAccept(entry))).toEqual([])
    expect(all.length).toBe(32)
  })

  it('rejects the cases of tx_invalid.json that scripts can reject', () => {
    const all = cases('tx_invalid.json') as TransactionCase[]
    const applicable = all.filter((entry) => !isBadTransaction(entry))
    expect(applicable.filter(scriptsAccept)).toEqual([])
    expect(applicable.length).toBe(45)
    expect(all.length).toBe(54)
  })
})

describe('signatureHash', () => {
  it('computes every hash of sighash.json: plain, Overwinter and Sapling, including shielded parts', () => {
    const all = cases('sighash.json') as [string, string, number, number, number, string][]
    const forms = { plain: 0, overwinter: 0, sapling: 0 }
    for (const [hex, script, inputIndex, hashType, branchId, expected] of all) {
      const tx = parseTransaction(fromHex(hex))
      const scriptCode = fromHex(script)
      const hash = signatureHash({ tx, inputIndex, scriptCode, hashType, amount: 0n, branchId })
      expect(toDisplayHex(hash)).toBe(expected)
      forms[!tx.overwintered ? 'plain' : tx.version === 3 ? 'overwinter' : 'sapling']++
    }
    expect(all.length).toBe(500)
    expect(forms).toEqual({ plain: 231, overwinter: 139, sapling: 130 })
  })
})

describe('addresses and keys of other chains', () => {
  it('get rejected, and their scripts match their hashes', () => {
    const all = cases('base58_keys_valid.json') as [string, string, { isPrivkey: boolean }][]
    let addresses = 0
    for (const [text, content, { isPrivkey }] of all) {
      expect(decodeAddress(text)).toBeUndefined()
      expect(decodeWif(text)).toBeUndefined()
      if (isPrivkey) continue
      addresses++
      const { type, solutions } = classify(fromHex(content), { cc: true })
      expect(['pubkeyhash', 'scripthash']).toContain(type)
      expect(toHex(decodeBase58Check(text)?.subarray(-20) as Uint8Array)).toBe(toHex(solutions[0] as Uint8Array))
    }
    expect([all.length, addresses]).toEqual([50, 26])
  })

  it('get rejected if they are damaged', () => {
    const all = JSON.parse(readVector('script/base58_keys_invalid.json')) as [string][]
    for (const [text] of all) {
      expect(decodeAddress(text)).toBeUndefined()
      expect(decodeWif(text)).toBeUndefined()
    }
    expect(all.length).toBe(50)
  })
})
