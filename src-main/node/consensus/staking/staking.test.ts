import { describe, expect, it } from 'vitest'
import {
  type Block,
  blockHash,
  COIN,
  computeTxid,
  decodeCompact,
  hashNumber,
  parseBlock,
  type Transaction,
} from '../../primitives/index.ts'
import { findScriptAddress, p2pkScript } from '../../script/index.ts'
import { vectorLines } from '../../testing/vectors.ts'
import { fromHex } from '../../util/index.ts'
import { computeCommission } from '../coinbase.ts'
import { checkHeader, contextualCheckHeader } from '../header.ts'
import { chainParamsFromArgs } from '../params.ts'
import { subsidy } from '../subsidy.ts'
import { initialUpgrades } from '../upgrades.ts'
import { computeSegid, NOT_STAKED } from './segid.ts'
import { checkStake } from './stakedBlock.ts'
import { earliestStake, type StakeCoin, stakeMaturity, stakePlace, stakeWins } from './stakeKernel.ts'
import { namedStakeRoot, stakeRoot, stakeRootScript } from './stakeTransaction.ts'
import { workTarget } from './workTarget.ts'

interface Recorded {
  readonly height: number
  readonly hex: string
  readonly time: number
  readonly bits: string
  readonly staked: boolean
  readonly segid: number
  readonly note?: string
}

const recorded = (name: string) => vectorLines<Recorded>(`staked/${name}/blocks.jsonl`)
const EASIEST = decodeCompact(0x200f0f0f).target
const TIME = 1_800_000_000
const ADDRESS = 'RRfUCLxfT5NMpxsC9GHVbdfVy5WJnJFQLV'
const place = (height: number, target = EASIEST) => stakePlace({ height, parentTime: TIME, target }, () => NOT_STAKED)
const coin = (change: Partial<StakeCoin> = {}): StakeCoin => ({
  ...{ value: 100n * COIN, time: TIME - 10_000, address: ADDRESS },
  ...{ outpoint: { hash: new Uint8Array(32).fill(3), index: 0 }, ...change },
})

describe('recorded segids', () => {
  it('treat failed stakes below height 100 as stakes, unless their data is longer', () => {
    const blocks = recorded('STKR')
    const at = (height: number) => blocks[height - 1]!
    for (const height of [60, 66, 72]) {
      expect(at(height).staked).toBe(false)
      expect(at(height).segid).toBeGreaterThanOrEqual(0)
      expect(namedStakeRoot(parseBlock(fromHex(at(height).hex)).txs.at(-1)!)).toBeDefined()
    }
    expect(at(78).segid).toBe(-1)
    expect(namedStakeRoot(parseBlock(fromHex(at(78).hex)).txs.at(-1)!)).toBeUndefined()
  })

  it.each(['STKR', 'STKG', 'STK1'])('%s: match the address that the stake pays', (name) => {
    const stakes = recorded(name).filter(({ staked, height }) => staked && height > 10)
    expect(stakes.length).toBeGreaterThan(50)
    for (const { hex, segid } of stakes) {
      const script = parseBlock(fromHex(hex)).txs.at(-1)!.vout[0]!.scriptPubKey
      expect(computeSegid(findScriptAddress(script, { cc: true })!)).toBe(segid)
    }
  })
})

describe('stakeWins and earliestStake', () => {
  it('require a whole coin with an address in an earlier block', () => {
    expect(stakeWins(place(50), coin(), TIME + 60)).toBe(true)
    for (const lacking of [{ value: COIN - 1n }, { time: undefined }, { address: undefined }]) {
      expect(stakeWins(place(50), coin(lacking), TIME + 60)).toBe(false)
      expect(stakeWins(place(5), coin(lacking), TIME + 60)).toBe(false)
    }
    // Below height 10 nothing else is required.
    expect(stakeWins(place(9), coin({ time: TIME + 50 }), TIME + 60)).toBe(true)
  })

  it('count a coin as 30 days old if only the delay of its segid makes it old enough', () => {
    const height = 200
    const delay = 2 * ((height + 0) % 64)
    expect(delay).toBe(16)
    // Tested by its consequence: such a small coin cannot win with an age of seconds.
    const address = addressWith(0)
    const ready = (time: number) => ({ time: time - stakeMaturity(height), value: COIN, address })
    const time = TIME + 60
    const hard = place(height, EASIEST / 1_000n)
    const results = (offset: number) =>
      Array.from({ length: 64 }, (_, index) =>
        stakeWins(
          hard,
          coin({ ...ready(time + offset), outpoint: { hash: new Uint8Array(32).fill(index), index } }),
          time,
        ),
      ).filter(Boolean).length
    expect(results(0)).toBe(0)
    expect(results(delay)).toBeGreaterThan(0)
    // If the coin is one second younger, the first attempt is one second later, and the coin has the wrapped age from
    // then on.
    expect(results(delay + 1)).toBeGreaterThan(0)
    expect(results(delay + 600)).toBe(0)
  })

  it('agree on the time that the staker finds', () => {
    let found = 0
    for (let index = 0; index < 200; index++) {
      const one = coin({
        time: TIME - stakeMaturity(150) + (index % 90),
        value: COIN,
        outpoint: { hash: new Uint8Array(32), index },
      })
      const time = earliestStake(place(150, EASIEST / 50n), one, TIME + 30)
      if (time === undefined) continue
      found++
      expect(stakeWins(place(150, EASIEST / 50n), one, time)).toBe(true)
      expect(time).toBeGreaterThanOrEqual(TIME + 30)
    }
    expect(found).toBeGreaterThan(10)
  })
})

describe('stake of a coin created in the same block', () => {
  const HEIGHT = 150
  const pay = p2pkScript(new Uint8Array(33).fill(2))
  const spending = (hash: Uint8Array, lockTime: number, vout: Transaction['vout']): Transaction => ({
    ...{
      overwintered: true,
      version: 4,
      versionGroupId: 0x892f2085,
      vout,
      lockTime,
      expiryHeight: 0,
      valueBalance: 0n,
    },
    vin: [{ prevout: { hash, index: 0 }, scriptSig: new Uint8Array([1]), sequence: 0xffffffff }],
    ...{ shieldedSpends: [], shieldedOutputs: [], joinSplits: [], joinSplitAuth: new Uint8Array(0) },
    bindingSig: new Uint8Array(0),
  })
  const check = (lockTime: number, ...more: string[]) => {
    const params = chainParamsFromArgs(['-ac_name=S', '-ac_supply=10', '-ac_staked=100', '-ac_sapling=1', ...more])
    const upgrades = initialUpgrades(params)
    const maker = spending(new Uint8Array(32).fill(1), lockTime, [{ value: 50n * COIN, scriptPubKey: pay }])
    const coinbase = spending(new Uint8Array(32), 0, [{ value: COIN, scriptPubKey: pay }])
    const header = { ...params.genesis.header, bits: 0x200f0f0f, time: TIME + 60 }
    const outpoint = { hash: computeTxid(maker), index: 0 }
    const stake = (root: Uint8Array) =>
      spending(outpoint.hash, 0, [maker.vout[0]!, { value: 0n, scriptPubKey: stakeRootScript(root) }])
    const root = stakeRoot([coinbase, maker, stake(new Uint8Array(32))], header, { height: HEIGHT, upgrades })
    const block = { header, txs: [coinbase, maker, stake(root)] }
    const coin = { ...maker.vout[0]!, height: HEIGHT, coinbase: false, outpoint, txNum: 1 }
    const branch = { segid: () => NOT_STAKED, hash: () => new Uint8Array(32), time: () => TIME }
    return checkStake(params, { block, height: HEIGHT, upgrades, branch, coin, fee: 0n }).ok
  }

  it('uses the lock time of its transaction with -ac_cc, and never wins without', () => {
    expect(check(1_700_000_000, '-ac_cc=3')).toBe(true)
    expect(check(TIME + 3_000, '-ac_cc=3')).toBe(false)
    expect(check(0, '-ac_cc=3')).toBe(false)
    expect(check(1_700_000_000)).toBe(false)
  })
})

describe('headers of a staked chain', () => {
  const params = chainParamsFromArgs(['-ac_name=STK1', '-ac_supply=100000', '-ac_staked=50'])
  const plain = chainParamsFromArgs(['-ac_name=STK1', '-ac_supply=100000'])

  it('get checked against 0x200f0f0f instead of their target', () => {
    const above = recorded('STK1').filter(({ height }) => [29, 91, 93, 102].includes(height))
    expect(above).toHaveLength(4)
    for (const { hex, staked } of above) {
      const { header } = parseBlock(fromHex(hex))
      expect(staked).toBe(true)
      expect(hashNumber(blockHash(header)) > decodeCompact(header.bits).target).toBe(true)
      expect(checkHeader(params, header)).toEqual({ ok: true })
      expect(checkHeader(plain, header)).toMatchObject({ ok: false, reason: 'high-hash' })
    }
  })

  it('before the current rules fail without a ban score', () => {
    const { header } = parseBlock(fromHex(recorded('STK1')[0]!.hex))
    const old = { ...header, time: 1_576_840_000 }
    const at = () => ({ time: 1, bits: header.bits })
    const verdict = contextualCheckHeader(params, old, { height: 1, at, now: TIME })
    expect(verdict).toMatchObject({ ok: false, score: 0, reason: expect.stringMatching(/^-ac_staked: /) })
    expect(contextualCheckHeader(params, { ...old, time: old.time + 1 }, { height: 1, at, now: TIME }).ok).toBe(true)
  })
})

describe('amounts on a staked chain', () => {
  it('include the full magic in the premine of block 1', () => {
    const params = chainParamsFromArgs([
      '-ac_name=STKR',
      '-regtest',
      '-ac_supply=100000',
      '-ac_reward=100000000',
      '-ac_staked=50',
      '-ac_cc=3',
    ])
    const paid = parseBlock(fromHex(recorded('STKR')[0]!.hex)).txs[0]!.vout[0]!.value
    expect(subsidy(params, 1)).toBe(paid)
    expect(paid).toBe(100_000n * COIN + BigInt(params.magic))
    expect(params.magic).toBeGreaterThan(0xffffff)
  })

  it('exclude the last output of the last transaction from the commission above height 225,000', () => {
    const key = new Uint8Array(33).fill(2)
    const params = chainParamsFromArgs([
      '-ac_name=S',
      '-ac_supply=10',
      '-ac_staked=5',
      '-ac_perc=10000000',
      `-ac_pubkey=${'02'.repeat(33)}`,
    ])
    const output = (value: bigint) => ({ value, scriptPubKey: p2pkScript(key) })
    const txs = [{ vout: [output(COIN)] }, { vout: [output(2n * COIN), output(4n * COIN)] }] as unknown as Block['txs']
    expect(computeCommission(params, { txs }, 225_000)).toBe((7n * COIN) / 10n)
    expect(computeCommission(params, { txs }, 225_001)).toBe((3n * COIN) / 10n)
    expect(computeCommission(params, { txs: txs.slice(0, 1) }, 225_001)).toBe(COIN / 10n)
  })
})

describe('workTarget', () => {
  const blocks = (staked: (height: number) => boolean) => ({
    segid: (height: number) => (staked(height) ? 7 : -1),
    hash: () => new Uint8Array(32).fill(0x02),
  })

  it('returns fixed targets for the first heights', () => {
    expect(
      workTarget(
        50,
        EASIEST,
        10,
        blocks(() => true),
      ),
    ).toEqual({ target: decodeCompact(0x200071a0).target, percent: 0 })
    expect(
      workTarget(
        100,
        EASIEST,
        100,
        blocks(() => true),
      ),
    ).toEqual({ target: EASIEST, percent: 0 })
  })

  it('gets harder with too few stakes and easier with too many, up to a limit', () => {
    const few = workTarget(
      50,
      EASIEST,
      300,
      blocks((height) => height % 4 === 0),
    )
    const many = workTarget(
      50,
      EASIEST,
      300,
      blocks((height) => height % 4 !== 0),
    )
    expect([few.percent, many.percent]).toEqual([25, 75])
    expect(few.target < hashNumber(new Uint8Array(32).fill(2))).toBe(true)
    expect(many.target).toBe(decodeCompact(0x200071a0).target)
    expect(
      workTarget(
        50,
        EASIEST,
        300,
        blocks(() => false),
      ).target,
    ).toBeGreaterThan(0n)
  })
})

/** Returns an address with this segid. */
function addressWith(segid: number): string {
  for (let i = 0; ; i++) if (computeSegid(`R${i}`) === segid) return `R${i}`
}
