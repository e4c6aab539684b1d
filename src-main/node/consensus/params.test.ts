import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../crypto/index.ts'
import { computeTxid, computeWork, merkleRoot, serializeBlock, serializeHeader } from '../primitives/index.ts'
import { processorMillis } from '../testing/processorMillis.ts'
import { toDisplayHex, toHex } from '../util/index.ts'
import { newConfText } from './confText.ts'
import { isEvalCodeEnabled } from './evalCodeRules.ts'
import { checkSolution } from './header.ts'
import { type ChainParams, chainParamsFromArgs, NOT_ACTIVE } from './params.ts'

const params = (text: string): ChainParams => chainParamsFromArgs(text.split(' '))
const smart = (text: string): ChainParams => params(`-ac_name=DEMO ${text}`.trim())

describe('genesis', () => {
  const main = smart('')
  const regtest = params('-regtest')

  it('matches the known block of the main network', () => {
    expect(toDisplayHex(main.genesisHash)).toBe('027e3758c3a65b12aa1046462b486d0a63bfa1beae327897f56c5cfb7daaae71')
    expect(toDisplayHex(main.genesis.header.merkleRoot)).toBe(
      '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
    )
    expect(serializeBlock(main.genesis)).toHaveLength(1692)
    expect(main.genesis.header).toMatchObject({ version: 1, time: 1231006505, bits: 0x200f0f0f })
    expect(toHex(sha256(main.genesis.header.solution))).toBe(
      'dc1a5ef85bba6ee11bc36de79c95280803b0f79938a25d0b933cf8eefd6c3a29',
    )
    expect(main.genesis.txs[0]?.vout[0]?.value).toBe(5_000_000_000n)
  })

  it('matches the known block of regtest', () => {
    expect(toDisplayHex(regtest.genesisHash)).toBe('029f11d80ef9765602235e1bc9727e3eb6ba20839319f761fee920d63401e327')
    expect(toDisplayHex(regtest.genesis.header.merkleRoot)).toBe(
      'c4eaa58879081de3c24a7b117ed2b28300e7ec4c4c1dff1d3f1268b7857a4ddb',
    )
    expect(regtest.genesis.header).toMatchObject({ version: 4, time: 1296688602, bits: 0x200f0f0f })
    expect(regtest.genesis.header.solution).toHaveLength(36)
    expect(regtest.genesis.txs[0]?.vout[0]?.value).toBe(0n)
  })

  it('contains a matching Merkle root and, on the main network, a valid solution', () => {
    for (const { genesis } of [main, regtest]) {
      expect(merkleRoot(genesis.txs.map(computeTxid)).root).toEqual(genesis.header.merkleRoot)
    }
    expect(serializeHeader(main.genesis.header)).toHaveLength(140 + 3 + 1344)
    expect(checkSolution(main, main.genesis.header)).toEqual({ ok: true })
  })

  it('represents 17 units of work', () => {
    expect(computeWork(main.powLimitBits)).toBe(17n)
  })
})

describe('ports', () => {
  it('derive from the magic, with the RPC port one above', () => {
    expect(smart('')).toMatchObject({ p2pPort: 12417, rpcPort: 12418 })
  })

  it('follow the -port option', () => {
    expect(smart('-port=5000')).toMatchObject({ p2pPort: 5000, rpcPort: 5001 })
    expect(smart('-port=0')).toMatchObject({ p2pPort: 12417, rpcPort: 12418 })
  })

  it('stay fixed on a plain regtest', () => {
    expect(params('-regtest')).toMatchObject({ p2pPort: 17779, rpcPort: 18232 })
    expect(params('-regtest -port=5000')).toMatchObject({ p2pPort: 5000, rpcPort: 18232 })
    expect(toHex(params('-regtest').magicBytes)).toBe('aa8ef3f5')
  })
})

describe('maxMoney', () => {
  it('matches the main network on regtest, and the base chain on a plain regtest', () => {
    expect(params('-regtest -ac_name=DEMO').maxMoney).toBe(7_320_417_438n)
    expect(params('-regtest').maxMoney).toBe(20_000_000_000_000_000n)
  })

  it('equals at least a million coins for fungible families', () => {
    expect(smart('-ac_cc=99').maxMoney).toBe(7_320_417_438n)
    expect(smart('-ac_cc=100').maxMoney).toBe(100_000_000_000_000n)
  })

  it('includes the commission in the limit', () => {
    const base = smart('-ac_reward=1').maxMoney
    expect(smart('-ac_reward=1 -ac_perc=1000 -ac_script=51').maxMoney).toBe(base + (base / 100_000_000n) * 1000n)
  })

  it('stops at the largest signed 64-bit number', () => {
    const limit = (1n << 63n) - 1n
    expect(smart('-ac_supply=89999999999 -ac_reward=40000000000').maxMoney).toBe(limit)
    // The sum with the commission wraps around to less than the sum without it.
    expect(smart('-ac_supply=9999999999 -ac_reward=1 -ac_perc=1844674390 -ac_script=51').maxMoney).toBe(limit)
    expect(smart('-ac_supply=3000000000 -ac_perc=4000000000 -ac_script=51').maxMoney).toBe(limit)
  })

  it('sums the halvings of ten million blocks', () => {
    const halving = smart('-ac_supply=0 -ac_reward=1000 -ac_halving=1000000')
    const rewards = 1000n + 500n + 250n + 125n + 62n + 31n + 15n + 7n + 3n + 1n
    expect(halving.maxMoney - 5_104_665_246n).toBe(rewards * 1_000_000n)
  })

  it('counts a remainder again, at the reward after the last period', () => {
    const halving = smart('-ac_supply=0 -ac_reward=1000 -ac_halving=3000000')
    expect(halving.maxMoney - 5_104_665_246n).toBe(3_000_000n * (1000n + 500n + 250n + 125n) + 1_000_000n * 62n)
  })

  it('counts each of several eras', () => {
    const two = smart('-ac_supply=0 -ac_eras=2 -ac_reward=100,50 -ac_end=1000,0')
    // Without halving every era counts as if it lasted all ten million blocks.
    expect(two.maxMoney - 5_104_665_246n).toBe(150n * 9_999_999n)
  })

  it('sums the periods of a decay in closed form', () => {
    const decays = fc.record({
      reward: fc.oneof(fc.bigInt({ min: 1n, max: 1000n }), fc.bigInt({ min: 1n, max: (1n << 62n) - 1n })),
      halving: fc.integer({ min: 20_000, max: 12_000_000 }),
      decay: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 99_999_999n })),
    })
    fc.assert(
      fc.property(decays, ({ reward, halving, decay }) => {
        let money = 5_104_665_246n
        let current = reward
        for (let height = 0; height < 10_000_000; height += halving) {
          money += BigInt(halving) * current
          current = decay === 0n ? current >> 1n : BigInt.asUintN(64, current * decay) / 100_000_000n
        }
        money = BigInt.asUintN(64, money + BigInt(10_000_000 % halving) * current)
        const chain = smart(`-ac_supply=0 -ac_reward=${reward} -ac_halving=${halving} -ac_decay=${decay}`)
        expect(chain.maxMoney).toBe(money >> 63n === 0n ? money : (1n << 63n) - 1n)
      }),
    )
    expect(processorMillis(() => smart('-ac_reward=100000000000 -ac_halving=1 -ac_decay=99999999'))).toBeLessThan(1000)
  })

  it('sums a linear decay as triangles and a rectangle', () => {
    const line = smart('-ac_supply=0 -ac_reward=1000 -ac_decay=100000000 -ac_halving=10 -ac_end=100')
    // Ten steps of 100 with triangles of 10·100/2: ten plus ten times ten triangles, and no rectangle.
    expect(line.maxMoney - 5_104_665_246n).toBe(500n * 10n + 500n * 100n)
    const rising = smart(
      '-ac_supply=0 -ac_eras=2 -ac_reward=100,1000 -ac_halving=10,0 -ac_decay=100000000,0 -ac_end=100,0',
    )
    // Ten steps of 90 with triangles of 10·90/2, one step fewer, one column of steps, and 100 sat per block below.
    const pieces = 450n * 9n + 450n * 81n + 90n * 10n + 100n * 100n
    expect(rising.maxMoney - 5_104_665_246n).toBe(pieces + 1000n * 9_999_999n)
  })
})

describe('coinbase maturity', () => {
  it.each([
    ['-ac_name=A', 1],
    ['-ac_name=A -ac_cbmaturity=5', 5],
    ['-ac_name=A -ac_eras=2', 100],
    ['-ac_name=A -ac_eras=2 -ac_cbmaturity=7', 7],
    ['-ac_name=TESTING -ac_eras=2', 1],
    ['-ac_name=MYTEST -ac_eras=2', 100],
    ['-regtest', 1],
    ['-regtest -ac_name=A', 1],
    ['-regtest -ac_name=A -ac_eras=2', 1],
  ])('for %s equals %i blocks', (text, expected) => {
    expect(params(text).coinbaseMaturity).toBe(expected)
  })
})

describe('crypto conditions', () => {
  it('default to off, together with the indexes they require', () => {
    expect(smart('')).toMatchObject({ ccEnabled: false, indexesByDefault: false })
    expect(smart('-ac_cc=1')).toMatchObject({ cc: 1, ccEnabled: true, indexesByDefault: true })
    expect(smart('-ac_ccactivate=10')).toMatchObject({ cc: 2, ccActivateHeight: 10, indexesByDefault: true })
    expect(smart('-ac_ccactivateht=228,10')).toMatchObject({ cc: 2, ccEnabled: true })
  })

  it('enable all modules or only those listed', () => {
    const all = smart('-ac_cc=2').evalCodes
    const some = smart('-ac_cc=2 -ac_ccenable=228,242').evalCodes
    for (let code = 0; code < 256; code++) {
      expect(isEvalCodeEnabled(all, code, 0)).toBe(true)
      expect(isEvalCodeEnabled(some, code, 1000)).toBe(code === 228 || code === 242)
    }
  })

  it('count list entries by changes of value', () => {
    const { evalCodes } = smart('-ac_cc=2 -ac_ccenable=228,228,242')
    expect([228, 242].map((code) => isEvalCodeEnabled(evalCodes, code, 9))).toEqual([true, false])
  })

  it('enable a disabled module from its activation height on', () => {
    const rules = smart('-ac_cc=2 -ac_ccenable=228 -ac_ccactivateht=227,1000').evalCodes
    expect([0, 999, 1000, 5000].map((height) => isEvalCodeEnabled(rules, 227, height))).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('depend on the symbol on some public chains', () => {
    const rules = params('-ac_name=SEC -ac_cc=333').evalCodes
    expect([0xe3, 0xf2, 0xec, 0xe4].map((code) => isEvalCodeEnabled(rules, code, 9))).toEqual([true, true, true, false])
  })
})

describe('network rules', () => {
  it('derive spacing and clock tolerance from -ac_blocktime', () => {
    expect(smart('')).toMatchObject({ blockTime: 60, maxFutureSeconds: 420, maxAdjustUp: 16, maxAdjustDown: 32 })
    expect(smart('-ac_blocktime=20')).toMatchObject({ blockTime: 20, maxFutureSeconds: 140 })
    expect(smart('-regtest')).toMatchObject({ blockTime: 150, maxFutureSeconds: 420, maxAdjustUp: 0, maxAdjustDown: 0 })
    expect(smart('-regtest -ac_blocktime=20')).toMatchObject({ blockTime: 20, maxFutureSeconds: 140 })
  })

  it('check the solution on the main network and the hash on every Smart Chain', () => {
    expect(smart('')).toMatchObject({ checksSolution: true, enforcesHash: true, equihash: { n: 200, k: 9 } })
    expect(smart('-regtest')).toMatchObject({ checksSolution: false, enforcesHash: true, equihash: { n: 48, k: 5 } })
    expect(params('-regtest')).toMatchObject({ checksSolution: false, enforcesHash: false })
  })

  it('set the heights of the upgrades', () => {
    expect(smart('').upgrades).toMatchObject({ overwinter: NOT_ACTIVE, sapling: NOT_ACTIVE, automatic: true })
    expect(smart('-ac_sapling=5').upgrades).toMatchObject({ overwinter: 5, sapling: 5, automatic: false })
    expect(smart('-ac_sapling=5 -ac_overwinter=3').upgrades).toMatchObject({ overwinter: 3, sapling: 5 })
    expect(smart('-ac_overwinter=3').upgrades).toMatchObject({ overwinter: 3, sapling: NOT_ACTIVE, automatic: true })
    const given = params('-regtest -ac_name=A -nuparams=5ba81b19:1 -nuparams=76b809bb:2').upgrades
    expect(given).toMatchObject({ overwinter: 1, sapling: 2, automatic: true })
    expect(given.protocolVersions).toEqual({ sprout: 170002, overwinter: 170003, sapling: 170006 })
  })

  it('allow one extra satoshi on a few chains', () => {
    expect(params('-ac_name=DEX').extraSatoshi).toBe(1n)
    expect(smart('').extraSatoshi).toBe(0n)
  })
})

describe('newConfText', () => {
  it('returns the lines of a new conf file', () => {
    expect(newConfText({ user: 123, password: 'ab', p2pPort: 12417 })).toBe(
      'rpcuser=user123\nrpcpassword=passab\nrpcport=12418\nserver=1\ntxindex=1\nrpcworkqueue=256\n' +
        'rpcallowip=127.0.0.1\nrpcbind=127.0.0.1\n',
    )
  })

  it('names the option if it is not supported', () => {
    expect(() => params('-ac_name=A -ac_beam=1')).toThrow('-ac_beam')
  })
})
