import { describe, expect, it } from 'vitest'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../conditions/index.ts'
import { chainParamsFromArgs, initialUpgrades } from '../consensus/index.ts'
import { FAUCET_KEY } from '../contracts/faucet/keys.ts'
import { FAUCET_POOL_SCRIPT } from '../contracts/faucet/validate.ts'
import { createChainModel } from '../contracts/testing/chainModel.ts'
import { draftKey } from '../contracts/testing/drafts.ts'
import { createMempoolModel } from '../contracts/testing/mempoolModel.ts'
import { hash160 } from '../crypto/index.ts'
import { p2pkScript, type SigningKeys } from '../script/index.ts'
import { equal, fromHex, toHex } from '../util/index.ts'
import { type BuildContext, BuildError, finaliseTransaction, type SpendableCoin } from './index.ts'

const ann = draftKey(0x11)
const keys: SigningKeys = {
  keyOf: (hash) => (equal(hash, hash160(ann.publicKey)) ? { privateKey: ann.privateKey, compressed: true } : undefined),
  scriptOf: () => undefined,
}
const params = chainParamsFromArgs(['-ac_name=T', '-regtest', '-ac_supply=10', '-ac_cc=2', '-ac_sapling=1'])
const context: BuildContext = {
  mempool: createMempoolModel(createChainModel()),
  height: 99,
  upgrades: initialUpgrades(params),
  keys,
  pubkey: ann.publicKey,
}
const pool = { tree: ccOne(EVAL_CODES.faucet, FAUCET_KEY.publicKey), privateKey: FAUCET_KEY.privateKey }
const own = p2pkScript(ann.publicKey)
const hash = fromHex(`${'aa'.repeat(31)}01`).reverse()

const plain = (value: bigint, index: number): SpendableCoin => ({ value, scriptPubKey: own, outpoint: { hash, index } })
const pooled = (value: bigint, index: number): SpendableCoin => ({
  value,
  scriptPubKey: FAUCET_POOL_SCRIPT,
  outpoint: { hash, index },
})
const indexes = (inputs: readonly SpendableCoin[]) =>
  finaliseTransaction({ inputs, outputs: [], unlocking: [pool] }, context).vin.map(({ prevout }) => prevout.index)

describe('finaliseTransaction', () => {
  it('spends a pool output with the publicly known key', () => {
    const outputs = [{ value: 10_000_000n, scriptPubKey: own }]
    const tx = finaliseTransaction({ inputs: [pooled(10_010_000n, 0)], outputs, unlocking: [pool] }, context)
    expect(tx).toMatchObject({ version: 4, lockTime: 0, expiryHeight: 299, overwintered: true })
    expect(tx.vin[0]?.sequence).toBe(0xffffffff)
    expect(toHex(tx.vin[0]!.scriptSig.subarray(0, 18))).toBe('4c79a276a072a26ba067a565802103682b25')
    expect(tx.vout).toEqual(outputs)
  })

  it('orders inputs: first ordinary one, condition inputs, remaining ordinary ones', () => {
    expect(indexes([plain(1n, 0), plain(2n, 1), plain(3n, 2), pooled(4n, 3), pooled(5n, 4)])).toEqual([0, 3, 4, 1, 2])
    expect(indexes([plain(1n, 0), pooled(4n, 3)])).toEqual([0, 3])
    expect(indexes([pooled(4n, 3), plain(1n, 0), plain(1n, 1)])).toEqual([3, 0, 1])
    expect(indexes([plain(1n, 0), plain(2n, 1)])).toEqual([0, 1])
  })

  it('adds change if it is worth its own fee, and puts data last', () => {
    const outputs = [{ value: 1000n, scriptPubKey: own }]
    const build = (value: bigint) =>
      finaliseTransaction({ inputs: [plain(value, 0)], outputs, data: fromHex('aabb'), unlocking: [] }, context).vout
    expect(build(21_000n).map(({ value }) => value)).toEqual([1000n, 11_000n - 1000n, 0n])
    expect(build(20_999n).map(({ value }) => value)).toEqual([1000n, 0n])
    expect(toHex(build(21_000n)[2]!.scriptPubKey)).toBe('6a02aabb')
  })

  it('throws for coins without key, unknown conditions, too many inputs and too much data', () => {
    const build = (inputs: readonly SpendableCoin[], data?: Uint8Array) => () =>
      finaliseTransaction({ inputs, outputs: [], unlocking: [], ...(data && { data }) }, context)
    const foreign = { ...plain(1n, 0), scriptPubKey: p2pkScript(draftKey(2).publicKey) }
    for (const attempt of [
      build([foreign]),
      build([pooled(1n, 0)]),
      build(Array.from({ length: 1025 }, (_, i) => plain(1n, i))),
      build([plain(1n, 0)], new Uint8Array(10_000)),
    ]) {
      expect(attempt).toThrow(BuildError)
    }
    expect(build([plain(1n, 0)], new Uint8Array(9997))).not.toThrow()
  })
})
