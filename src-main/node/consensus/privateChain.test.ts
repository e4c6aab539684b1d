import { describe, expect, it } from 'vitest'
import { hash160 } from '../crypto/index.ts'
import type { Transaction } from '../primitives/index.ts'
import { decodeAddress, p2pkhScript, p2pkScript, p2shScript } from '../script/index.ts'
import { concat, fromHex } from '../util/index.ts'
import { notarySeasonAt } from './notaries/seasons.ts'
import { parseChainOptions } from './options.ts'
import { checkPrivate, checkSpendsPrivate } from './privateChain.ts'
import { coinbase, output, SAPLING, toChainParams, transaction } from './testing/testSamples.ts'
import { contextualCheckTransaction } from './transactions.ts'

const pirate = toChainParams('-ac_name=PIRATE -ac_supply=0 -ac_reward=25600000000 -ac_halving=77777 -ac_private=1')
const SEASON_1 = 1_525_132_800
const SEASON_5 = 1_623_682_800
const SEASON_6 = SEASON_5 + 1
const someone = p2pkhScript(new Uint8Array(20).fill(5))
const crypto777 = p2pkhScript(decodeAddress('RXL3YXG2ceaB6C5hfJcN4fvmLH2C34knhA')!.hash)
const key = (season: number, id: number): Uint8Array => notarySeasonAt(season)!.keys[id]!

const verdict = (tx: Transaction, time: number): string => {
  for (const check of [checkSpendsPrivate, checkPrivate]) {
    const found = check(pirate, tx, time)
    if (!found.ok) return `${found.kind} ${found.score} ${found.reason}`
  }
  return 'ok'
}
const EXPOSED = 'invalid 100 bad-txns-acprivacy-chain'
const UNSHIELDED = 'invalid 100 bad-txns-acprivate-chain'

const spends = { vin: [], shieldedSpends: [new Uint8Array(384)] }
const split = (vpubOld: bigint, vpubNew: bigint): Uint8Array => {
  const raw = new Uint8Array(1698)
  const view = new DataView(raw.buffer)
  view.setBigInt64(0, vpubOld, true)
  view.setBigInt64(8, vpubNew, true)
  return raw
}

describe('rules of -ac_private', () => {
  it('apply to PIRATE and ZOMBIE only', () => {
    for (const [name, ok] of [
      ['PIRATE', true],
      ['ZOMBIE', true],
      ['OTHER', false],
    ] as const) {
      expect(parseChainOptions([`-ac_name=${name}`, '-ac_private=1']).ok).toBe(ok)
    }
  })

  it('allow transparent coins in coinbases only, and outputs without coins', () => {
    expect(verdict(coinbase(5, [output(100n, someone)]), SEASON_1)).toBe('ok')
    expect(verdict(transaction({ vout: [output(0n, someone)] }), SEASON_1)).toBe('ok')
    expect(verdict(transaction({ vout: [output(1n, someone)] }), SEASON_1)).toBe(EXPOSED)
    expect(verdict(transaction({ vout: [output(1n, Uint8Array.of(0x51))] }), SEASON_1)).toBe(EXPOSED)
  })

  it('allow payments to notaries of the season, by key or address, and to one fixed address', () => {
    const pay = (...scripts: Uint8Array[]) => transaction({ vout: scripts.map((script) => output(1n, script)) })
    const notary = key(SEASON_1, 63)
    expect(verdict(pay(p2pkScript(notary), p2pkhScript(hash160(notary)), crypto777), SEASON_1)).toBe('ok')
    expect(verdict(pay(p2pkScript(notary), someone), SEASON_1)).toBe(EXPOSED)
    // A notary of season 1 who is not one in season 2.
    const gone = notarySeasonAt(SEASON_1)!.keys.find(
      (one) => !notarySeasonAt(SEASON_1 + 1)!.keys.some((other) => Buffer.from(other).equals(one)),
    )!
    expect(verdict(pay(p2pkScript(gone)), SEASON_1)).toBe('ok')
    expect(verdict(pay(p2pkScript(gone)), SEASON_1 + 1)).toBe(EXPOSED)
    expect(verdict(pay(p2pkScript(notary)), Number.POSITIVE_INFINITY)).toBe(EXPOSED)
    expect(verdict(pay(crypto777), Number.POSITIVE_INFINITY)).toBe('ok')
  })

  it('allow coins from JoinSplits if all flow out and there are no other inputs', () => {
    const out = (fields: Partial<Transaction>) => transaction({ vin: [], vout: [output(1n, someone)], ...fields })
    expect(verdict(out({ joinSplits: [split(0n, 1n), split(0n, 2n)] }), SEASON_1)).toBe('ok')
    expect(verdict(out({ joinSplits: [] }), SEASON_1)).toBe(EXPOSED)
    expect(verdict(out({ joinSplits: [split(0n, 1n), split(0n, 0n)] }), SEASON_1)).toBe(EXPOSED)
    expect(verdict(out({ joinSplits: [split(0n, 1n), split(1n, 0n)] }), SEASON_1)).toBe(EXPOSED)
    expect(verdict({ ...transaction({ vout: [output(1n, someone)] }), joinSplits: [split(0n, 1n)] }, SEASON_1)).toBe(
      EXPOSED,
    )
  })

  it('keep Sapling coins shielded, except for swaps that reveal their script, from season 6 on', () => {
    expect(verdict(transaction({ ...spends, vout: [output(1n, someone)] }), SEASON_6)).toBe(UNSHIELDED)
    expect(verdict(transaction({ ...spends, vout: [] }), SEASON_6)).toBe('ok')
    for (const redeem of SWAPS) {
      const shown = output(0n, concat(Uint8Array.of(0x6a, 0x4c, redeem.length), redeem))
      const locked = output(1n, p2shScript(hash160(redeem)))
      expect(verdict(transaction({ ...spends, vout: [locked, shown] }), SEASON_6)).toBe('ok')
      expect(verdict(transaction({ ...spends, vout: [locked, shown] }), SEASON_5)).toBe(UNSHIELDED)
      expect(verdict(transaction({ ...spends, vout: [locked, shown, shown] }), SEASON_6)).toBe(UNSHIELDED)
      expect(verdict(transaction({ ...spends, vin: transaction().vin, vout: [locked, shown] }), SEASON_6)).toBe(
        UNSHIELDED,
      )
      const other = output(1n, p2shScript(new Uint8Array(20)))
      expect(verdict(transaction({ ...spends, vout: [other, shown] }), SEASON_6)).toBe(UNSHIELDED)
      const changed = redeem.slice()
      changed[changed.length - 1] = 0x51
      const bent = output(0n, concat(Uint8Array.of(0x6a, 0x4c, redeem.length), changed))
      const fitting = output(1n, p2shScript(hash160(changed)))
      expect(verdict(transaction({ ...spends, vout: [fitting, bent] }), SEASON_6)).toBe(UNSHIELDED)
    }
  })

  it('give no ban score for old transactions after an upgrade', () => {
    const old = transaction({ overwintered: false, version: 1, versionGroupId: 0 })
    const context = { height: 100, upgrades: SAPLING, score: 100 }
    expect(contextualCheckTransaction(pirate, old, context)).toMatchObject({ reason: 'tx-overwinter-active', score: 0 })
    expect(contextualCheckTransaction(toChainParams('-ac_name=A'), old, context)).toMatchObject({ score: 100 })
  })
})

const any = (bytes: number): string => '77'.repeat(bytes)
const pubkey = `21${any(33)}`
const lock = `63 04 ${any(4)} b1 75 ${pubkey} ac 67`
/** Redeem scripts of swaps: by RIPEMD-160, by SHA-256, by double SHA-256, and a revocable payment. */
const SWAPS = [
  `${lock} 82 01 20 88 a9 14 ${any(20)} 88 ${pubkey} ac 68`,
  `${lock} 82 01 20 88 a8 20 ${any(32)} 88 ${pubkey} ac 68`,
  `${lock} 82 01 20 88 aa 20 ${any(32)} 88 ${pubkey} ac 68`,
  `10 ${any(16)} 75 ${lock} ${pubkey} ac 68`,
].map((hex) => fromHex(hex.replaceAll(' ', '')))
