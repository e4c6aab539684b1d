import { afterEach, describe, expect, it } from 'vitest'
import { RpcError } from '#shared/errors.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { parseTransaction } from '../primitives/index.ts'
import { createMarketNode, type MarketNode, mulberry32, nightly, tableHashes, testKey } from '../testing/index.ts'
import { createBuildContext } from '../transactions/index.ts'
import { fromHex, toDisplayHex, toHex } from '../util/index.ts'
import { createChannelHandlers } from './channels/rpc.ts'
import { createDiceHandlers } from './dice/rpc.ts'
import type { ContractDeps } from './framework/rpc/contractGate.ts'
import { createHeirHandlers } from './heir/rpc.ts'
import { createOracleHandlers } from './oracles/rpc.ts'
import { createPaymentsHandlers } from './payments/rpc.ts'
import { createRewardsHandlers } from './rewards/rpc/rewards.ts'

/**
 * On random states, every transaction built by a contract call confirms in a block, or the reply has a reason.
 * Disconnecting the blocks restores the previous contents of every table.
 */
const COIN = 100_000_000n
/** Blocks until channels count as settled. */
const SETTLED = 101
/** Minimum number of entropy outputs for a plan to take bets. */
const ENTROPY = 100
/** A run in which every method succeeds at least once. What happens in nightly runs depends on their seed. */
const KNOWN = { seed: 8, steps: 400 }
const RUNS = nightly() ? [KNOWN, { seed: Date.now() % 1_000_000_000, steps: 3_000 }] : [KNOWN]

const people = [testKey(0), testKey(1), testKey(2)]
const context: CallContext = { signal: new AbortController().signal, transport: 'http' }

function createHandlers(market: MarketNode, key: (typeof people)[number]) {
  const { node, mempool, addressIndex, indexes } = market
  const build = market.context(key)
  const deps: ContractDeps = {
    ...{ params: node.params, chain: node.chain, mempool, addressIndex, spentIndex: true, contractIndexes: indexes },
    pubkey: () => key.pub,
    buildContext: (pubkey) => createBuildContext({ chain: node.chain, mempool, keys: build.keys }, pubkey),
    walletCoins: build.coins,
  }
  return {
    ...{ ...createRewardsHandlers(deps), ...createHeirHandlers(deps), ...createChannelHandlers(deps) },
    ...{ ...createPaymentsHandlers(deps), ...createDiceHandlers(deps), ...createOracleHandlers(deps) },
  }
}

type Method = keyof ReturnType<typeof createHandlers>

/** Makes a call. Returns the built transaction, or the reason for the failure. */
function getResult(call: () => unknown): { readonly hex: string } | { readonly reason: string } {
  let answer: unknown
  try {
    answer = call()
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return { reason: error.message }
  }
  if (typeof answer === 'string') return { hex: answer }
  const { hex, error } = answer as { readonly hex?: string; readonly error?: string }
  return hex === undefined ? { reason: error ?? '' } : { hex }
}

interface Random {
  below(limit: number): number
  pick<T>(from: readonly T[]): T
}

/** Ids of the sent transactions, in order, by the method that built them. */
type Sent = ReadonlyMap<Method, readonly string[]>

const NOTHING = '0'.repeat(64)
const text = (value: number): string => value.toFixed(4)

/** Creates random parameters for each building method, based on the current state. */
function askings({ below, pick }: Random, sent: Sent): Partial<Record<Method, () => object>> {
  /** Picks a recent id, or sometimes an invalid one. */
  function some(...methods: Method[]): string {
    const newest = methods.flatMap((method) => (sent.get(method) ?? []).slice(-3))
    return below(12) === 0 || newest.length === 0 ? NOTHING : pick(newest)
  }
  /** Picks one of the first two ids, so that they are used often. */
  const old = (method: Method) => (below(12) === 0 ? NOTHING : pick((sent.get(method) ?? [NOTHING]).slice(0, 2)))
  const coins = (max: number) => text((below(1000) / 1000) * max)
  const person = () => toHex(pick(people).pub)
  const plan = () => ({ name: 'R', fundingtxid: sent.get('rewardscreatefunding')?.[0] ?? NOTHING })
  const dice = () => ({ name: 'D', fundingtxid: sent.get('dicefund')?.[0] ?? NOTHING })
  const json = (...items: readonly (string | number)[]) => ({ request: JSON.stringify(items) })
  return {
    rewardscreatefunding: () => ({
      name: pick(['R', 'S', 'T']),
      amount: coins(3),
      APR: pick(['25', '5', '30']),
      mindays: '0',
      maxdays: '9',
      mindeposit: '0.1',
    }),
    rewardsaddfunding: () => ({ ...plan(), amount: coins(2) }),
    rewardslock: () => ({ ...plan(), amount: coins(3) }),
    rewardsunlock: () => ({ ...plan(), txid: pick([undefined, some('rewardslock', 'rewardscreatefunding')]) }),
    heirfund: () => ({
      funds: coins(2),
      heirname: 'W',
      heirpubkey: person(),
      inactivitytime: pick(['0', '300']),
      memo: '',
      tokenid: undefined,
    }),
    heiradd: () => ({ funds: coins(1), fundingtxid: some('heirfund') }),
    heirclaim: () => ({ funds: coins(1), fundingtxid: some('heirfund') }),
    channelsopen: () => ({ destpubkey: person(), numpayments: String(below(5)), payment: '5000', tokenid: undefined }),
    channelspayment: () => ({
      opentxid: some('channelsopen'),
      amount: pick(['5000', '10000', '7']),
      secret: undefined,
    }),
    channelsclose: () => ({ opentxid: some('channelsopen') }),
    channelsrefund: () => ({ opentxid: some('channelsopen'), closetxid: some('channelsclose') }),
    paymentstxidopret: () => json(1 + below(9), toHex(pick(people).p2pk)),
    paymentscreate: () => json(below(3), 0, some('paymentstxidopret'), some('paymentstxidopret')),
    paymentsfund: () => json(old('paymentscreate'), Number(coins(2)), below(2)),
    paymentsrelease: () => json(old('paymentscreate'), Number(coins(1)), below(2)),
    paymentsmerge: () => json(old('paymentscreate')),
    dicefund: () => ({
      name: pick(['D', 'E']),
      funds: pick(['100', '50']),
      minbet: '0.001',
      maxbet: '1',
      maxodds: '20',
      timeoutblocks: '3',
    }),
    diceaddfunds: () => ({ ...dice(), amount: coins(1) }),
    dicebet: () => ({ ...dice(), amount: coins(0.2), odds: String(1 + below(5)) }),
    dicefinish: () => ({ ...dice(), bettxid: some('dicebet') }),
    oraclescreate: () => ({ name: 'O', description: '', format: pick(['s', 'Ihh', 'X']) }),
    oraclesfund: () => ({ oracletxid: old('oraclescreate') }),
    oraclesregister: () => ({ oracletxid: old('oraclescreate'), datafee: pick(['10000', '20000', '1']) }),
    oraclessubscribe: () => ({ oracletxid: old('oraclescreate'), publisher: person(), amount: coins(0.01) }),
    oraclesdata: () => ({ oracletxid: old('oraclescreate'), hexstr: pick(['03414243', '00', '']) }),
  }
}

describe('contract RPC methods on random states', () => {
  let market: MarketNode | undefined
  afterEach(() => market?.node.close())

  it.each(RUNS)('build transactions that confirm, or return a reason; seed $seed', (run) => {
    const site = createMarketNode()
    market = site
    const { chain, storage } = site.node
    const number = mulberry32(run.seed)
    const below = (limit: number) => Math.floor(number() * limit)
    const random: Random = { below, pick: (from) => from[below(from.length)]! }
    const sent = new Map<Method, string[]>()
    const reasons = new Map<Method, Set<string>>()
    const handlers = people.map((key) => createHandlers(site, key))
    const asks = askings(random, sent)

    function ask(method: Method, given: object, by = random.pick(handlers)): void {
      const answer = getResult(() => (by[method] as (given: object, context: CallContext) => unknown)(given, context))
      if ('reason' in answer) {
        expect(answer.reason, method).not.toBe('')
        reasons.set(method, (reasons.get(method) ?? new Set()).add(answer.reason))
        return
      }
      const txid = site.send(parseTransaction(fromHex(answer.hex)))
      sent.set(method, [...(sent.get(method) ?? []), toDisplayHex(txid)])
    }
    const mine = () => {
      site.mine()
      expect(site.mempool.size()).toBe(0)
    }

    for (const person of people) site.fund(person, 80, 2n * COIN)
    site.fund(people[0]!, 150, COIN / 2n)
    const [dealer] = handlers
    ask('rewardscreatefunding', { name: 'R', amount: '9', APR: '25', mindays: '0', maxdays: '9', mindeposit: '0.1' })
    ask(
      'dicefund',
      { name: 'D', funds: '100', minbet: '0.001', maxbet: '1', maxodds: '20', timeoutblocks: '3' },
      dealer,
    )
    ask('oraclescreate', { name: 'O', description: '', format: 's' }, dealer)
    mine()
    for (let n = 0; n < ENTROPY; n++) {
      ask('diceaddfunds', { name: 'D', fundingtxid: sent.get('dicefund')![0], amount: '0.3' }, dealer)
      if (n % 25 === 24) mine()
    }

    const states: { readonly height: number; readonly hashes: object }[] = []
    const keepState = () => states.push({ height: chain.tip().height, hashes: tableHashes(storage.db) })
    keepState()
    const methods = Object.keys(asks) as Method[]
    for (let n = 0; n < run.steps; n++) {
      const method = random.pick(methods)
      // Most calls are made by the same user, because only the user that started something can continue it.
      ask(method, asks[method]!(), handlers[below(100) < 75 ? 0 : 1 + below(2)])
      const then = below(100)
      if (then < 30) mine()
      else if (then < 34) site.node.mineBlock({ time: chain.tip().time + 400 })
      else if (then < 37) site.node.mine(SETTLED)
      if (n % Math.ceil(run.steps / 4) === 0) {
        mine()
        keepState()
      }
    }
    mine()
    keepState()
    if (run === KNOWN) {
      expect(methods.filter((method) => !sent.has(method))).toEqual([])
      expect(reasons.size).toBeGreaterThan(methods.length / 2)
    }

    const tip = chain.tip()
    for (const { height, hashes } of states.toReversed().slice(1)) {
      chain.invalidateBlock(chain.byHeight(height + 1)!)
      expect(chain.tip().height).toBe(height)
      expect(tableHashes(storage.db), `back at ${height}`).toEqual(hashes)
    }
    chain.reconsiderBlock(tip)
    expect(chain.tip()).toBe(tip)
    expect(tableHashes(storage.db)).toEqual(states.at(-1)!.hashes)
  })
})
