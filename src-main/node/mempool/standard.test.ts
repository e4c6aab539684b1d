import { describe, expect, it } from 'vitest'
import { ccOne } from '../conditions/index.ts'
import type { Coin } from '../core/index.ts'
import { hash160, secp256k1 } from '../crypto/index.ts'
import type { Transaction, TxOut } from '../primitives/types.ts'
import {
  ccScript,
  multisigScript,
  OP,
  opReturnScript,
  p2pkhScript,
  p2pkScript,
  p2shScript,
  pushData,
  pushNumber,
} from '../script/index.ts'
import { concat } from '../util/index.ts'
import { inputsAreStandard, nonStandardReason, type StandardRules } from './standard.ts'

const keys = Array.from({ length: 10 }, (_, n) => secp256k1.publicKey(new Uint8Array(32).fill(n + 1)))
const P2PK = p2pkScript(keys[0]!)
const P2PKH = p2pkhScript(hash160(keys[0]!))
const CC = ccScript(ccOne(0xf2, keys[0]!))

const rules: StandardRules = {
  epoch: 'sapling',
  ccEnabled: true,
  dataCarrierBytes: 208,
  permitBareMultisig: true,
  minRelayFeeRate: 100n,
}

const bytes = (length: number): Uint8Array => new Uint8Array(length)
const pays = (scriptPubKey: Uint8Array, value = 10_000n): TxOut => ({ value, scriptPubKey })

function transaction(vout: readonly TxOut[], scriptSig = bytes(0), version = 4): Transaction {
  const vin = [{ prevout: { hash: bytes(32), index: 0 }, scriptSig, sequence: 0 }]
  return { overwintered: version > 2, version, vin, vout } as unknown as Transaction
}

const reason = (vout: readonly TxOut[], more: Partial<StandardRules> = {}): string | undefined =>
  nonStandardReason(transaction(vout), { ...rules, ...more })

describe('nonStandardReason', () => {
  it('accepts the script forms of wallets and modules', () => {
    for (const script of [P2PK, P2PKH, p2shScript(bytes(20)), CC, multisigScript(1, keys.slice(0, 2))])
      expect(reason([pays(script)])).toBeUndefined()
    expect(reason([pays(P2PK), pays(opReturnScript(bytes(80)), 0n)])).toBeUndefined()
  })

  it('rejects transaction versions that the epoch does not allow', () => {
    const version = (number: number, epoch: StandardRules['epoch']) =>
      nonStandardReason(transaction([pays(P2PK)], bytes(0), number), { ...rules, epoch })
    expect(version(1, 'sprout')).toBeUndefined()
    expect(version(2, 'sprout')).toBeUndefined()
    expect(version(3, 'sprout')).toBe('version')
    expect(version(4, 'overwinter')).toBe('overwinter-version')
    expect(version(3, 'sapling')).toBe('sapling-version')
  })

  it('rejects long input scripts and scripts with other operations than pushes', () => {
    expect(nonStandardReason(transaction([pays(P2PK)], bytes(1_650).fill(OP.OP_1)), rules)).toBeUndefined()
    expect(nonStandardReason(transaction([pays(P2PK)], bytes(1_651).fill(OP.OP_1)), rules)).toBe('scriptsig-size')
    expect(nonStandardReason(transaction([pays(P2PK)], Uint8Array.of(OP.OP_DUP)), rules)).toBe('scriptsig-not-pushonly')
  })

  it('rejects output scripts of unknown form, and conditions on chains without them', () => {
    expect(reason([pays(Uint8Array.of(OP.OP_1))])).toBe('scriptpubkey')
    expect(reason([pays(CC)], { ccEnabled: false })).toBe('scriptpubkey')
    expect(reason([pays(multisigScript(1, keys))])).toBe('scriptpubkey')
    expect(reason([pays(multisigScript(1, keys.slice(0, 9)))])).toBeUndefined()
  })

  it('limits a data output by the length of its whole script', () => {
    expect(reason([pays(opReturnScript(bytes(205)), 0n)])).toBeUndefined()
    expect(reason([pays(opReturnScript(bytes(206)), 0n)])).toBe('scriptpubkey')
    expect(reason([pays(opReturnScript(bytes(4_000)), 0n)], { dataCarrierBytes: 10_001 })).toBeUndefined()
    expect(reason([pays(opReturnScript(bytes(1)), 0n)], { dataCarrierBytes: 0 })).toBe('scriptpubkey')
  })

  it('accepts one data output and rejects two', () => {
    const data = pays(opReturnScript(bytes(3)), 0n)
    expect(reason([data, data])).toBe('multi-op-return')
  })

  it('rejects bare multisig if the policy forbids it', () => {
    expect(reason([pays(multisigScript(1, [keys[0]!]))], { permitBareMultisig: false })).toBe('bare-multisig')
  })

  it('rejects dust, except in condition outputs', () => {
    expect(reason([pays(P2PKH, 53n)])).toBe('dust')
    expect(reason([pays(P2PKH, 54n)])).toBeUndefined()
    expect(reason([pays(CC, 1n)])).toBeUndefined()
  })
})

describe('inputsAreStandard', () => {
  const spends = (scriptPubKey: Uint8Array, ...items: Uint8Array[]): boolean => {
    const coin: Coin = { value: 1n, scriptPubKey, height: 1, coinbase: false }
    return inputsAreStandard(transaction([], concat(...items)), [coin], true)
  }
  const item = pushData(bytes(70))

  it('requires exactly the stack items that the output form takes', () => {
    expect(spends(P2PK, item)).toBe(true)
    expect(spends(P2PK, item, item)).toBe(false)
    expect(spends(P2PKH, item, item)).toBe(true)
    expect(spends(CC, item)).toBe(true)
    expect(spends(CC)).toBe(false)
    expect(spends(multisigScript(2, keys.slice(0, 3)), pushNumber(0), item, item)).toBe(true)
    expect(spends(multisigScript(2, keys.slice(0, 3)), item, item)).toBe(false)
  })

  it('checks the redeem script of a script hash', () => {
    const behind = (redeem: Uint8Array, ...items: Uint8Array[]): boolean =>
      spends(p2shScript(hash160(redeem)), ...items, pushData(redeem))
    expect(behind(P2PKH, item, item)).toBe(true)
    expect(behind(P2PKH, item)).toBe(false)
    expect(behind(opReturnScript(bytes(2)))).toBe(false)
    expect(behind(bytes(15).fill(OP.OP_CHECKSIG))).toBe(true)
    expect(behind(bytes(16).fill(OP.OP_CHECKSIG))).toBe(false)
  })

  it('rejects inputs of unknown outputs and pushes that cannot run', () => {
    expect(spends(Uint8Array.of(OP.OP_1))).toBe(false)
    expect(spends(P2PK, Uint8Array.of(OP.OP_RESERVED))).toBe(false)
    expect(spends(P2PK, Uint8Array.of(5, 0))).toBe(false)
  })
})
