import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { computeTxid, parseTransaction, type Transaction } from '../../primitives/index.ts'
import { createFaucetNode, type FaucetNode, TEST_ARGS, testKey } from '../../testing/index.ts'
import { waitFor } from '../../testing/waitFor.ts'
import type { BuildContext, CoinSource } from '../../transactions/index.ts'
import { equal, toDisplayHex } from '../../util/index.ts'
import { parseFunding } from './build.ts'
import { startInlineSearch } from './search/inline.ts'
import { startThreadSearch } from './search/thread.ts'
import type { Search, StartSearch } from './search/types.ts'
import { FAUCET_POOL_SCRIPT, FAUCET_SIZE } from './validate.ts'

const funder = testKey(0)
const [ann, bob] = [testKey(1), testKey(2)]
/** More attempts than a thread makes between two checks of the stop word. */
const FEW_ATTEMPTS = 100
const UNLUCKY = 1
/** Random bytes with which the search ends after a few hundred attempts, in the test that uses them. */
const LUCKY = { several: 96, one: 119 }

let site: FaucetNode | undefined

function open(options: {
  startSearch?: StartSearch
  identity?: typeof ann
  indexed?: boolean
  args?: readonly string[]
  luck?: number
}) {
  const { luck = LUCKY.one } = options
  site = createFaucetNode({
    startSearch: startInlineSearch,
    random: { bytes: (length) => new Uint8Array(length).fill(luck) },
    ...options,
  })
  return site
}

afterEach(async () => {
  await site?.close()
  site = undefined
})

function pay(to: FaucetNode, ...outputs: readonly (readonly [bigint, Uint8Array])[]): Transaction {
  const tx = to.node.pay(
    funder,
    outputs.map(([value, scriptPubKey]) => ({ value, scriptPubKey })),
  )
  to.node.mineBlock({ txs: [tx] })
  return tx
}

const find = ({ faucet }: FaucetNode, key = ann) =>
  faucet.claims.find(key.pub, { signal: new AbortController().signal, limitSeconds: 600 })

describe('parseFunding', () => {
  it.each([
    ['3', 300_000_000n],
    ['0.5', 50_000_000n],
    ['0.29', 29_000_000n],
    ['0.00000001', 1n],
  ])('parses %s into satoshis', (text, satoshis) => expect(parseFunding(text)).toBe(satoshis))

  it.each(['', '0', '-1', 'abc', '1e30', '99999999999'])('rejects %j as the reference does', (text) => {
    expect(() => parseFunding(text)).toThrow('funding amount must be positive')
  })

  it('rejects a text that the reference would parse only in part', () => {
    expect(() => parseFunding('1abc')).toThrow('funding amount must be a decimal number')
    expect(() => parseFunding('0.000000015')).toThrow('funding amount must have at most 8 decimals')
  })
})

describe('Faucet.fund', () => {
  let context: BuildContext & { readonly coins: CoinSource }
  beforeEach(() => {
    const { node, build } = open({ identity: ann })
    context = { ...build(funder), coins: { coins: () => node.coins(funder) } }
  })

  it('pays only the pool and change', () => {
    const { node, faucet } = site!
    const tx = faucet.fund(200_000_000n, context)
    expect(tx.vout).toHaveLength(2)
    expect(tx.vout[0]).toEqual({ value: 200_000_000n, scriptPubKey: FAUCET_POOL_SCRIPT })
    expect(tx.vout[1]!.scriptPubKey).toEqual(funder.p2pk)
    expect(site!.mempool.accept(tx, { rejectAbsurdFee: true })).toMatchObject({ ok: true, entry: { fee: 10_000n } })
    expect(faucet.funding()).toBe(0n)
    node.mineBlock({ txs: [tx], fees: 10_000n })
    expect(faucet.funding()).toBe(200_000_000n)
  })

  it('throws if the wallet has insufficient coins', () => {
    expect(() => site!.faucet.fund(10n ** 17n, context)).toThrow('couldnt create faucet funding transaction')
  })
})

describe('Faucet.funding', () => {
  it('sums confirmed deposits of more than 0.01 coins', () => {
    const { faucet } = pooled(1_000_000n, 1_000_001n, 5n)
    expect(faucet.funding()).toBe(1_000_001n)
  })

  it('returns undefined without the indexes', () => {
    expect(open({ indexed: false }).faucet.funding()).toBeUndefined()
    expect(site!.faucet.history).toBeUndefined()
  })
})

/** Opens a node whose faucet has these deposits. */
function pooled(...deposits: readonly bigint[]): FaucetNode {
  const opened = open({ identity: ann })
  pay(opened, ...deposits.map((value) => [value, FAUCET_POOL_SCRIPT] as const))
  return opened
}

describe('Faucet.eligibility', () => {
  const failing = ({ faucet }: FaucetNode) =>
    faucet
      .eligibility()
      .filter(({ passed }) => !passed)
      .map(({ name }) => name)

  it('returns all conditions as met for a new address and a sufficient pool', () => {
    const opened = pooled(20_000_000n)
    const checks = opened.faucet.eligibility()
    expect(checks.map(({ name }) => name)).toEqual([
      ...['pubkey', 'conditions', 'index', 'pool', 'history', 'mempool', 'claimed', 'running'],
    ])
    expect(failing(opened)).toEqual([])
    expect(checks.find(({ name }) => name === 'pool')).toMatchObject({ amount: 20_000_000n })
  })

  it('requires a public key, the indexes and the conditions', () => {
    expect(failing(open({}))).toEqual(['pubkey', 'pool', 'history', 'mempool', 'claimed'])
    site?.node.close()
    expect(failing(open({ identity: ann, indexed: false }))).toEqual(['index', 'pool', 'history', 'mempool', 'claimed'])
    site?.node.close()
    const args = ['-ac_name=NOCC', '-regtest', '-ac_supply=1000', '-ac_reward=100000000']
    expect(failing(open({ identity: ann, args }))).toEqual(['conditions', 'pool'])
  })

  it('requires 0.1001 coins in spendable deposits', () => {
    expect(failing(pooled(10_009_999n))).toEqual(['pool'])
  })

  it('ignores immature coinbase deposits', () => {
    const { node, faucet } = open({ identity: ann, args: [...TEST_ARGS, '-ac_cbmaturity=5'] })
    node.mineBlock({ script: FAUCET_POOL_SCRIPT })
    expect(faucet.funding()).toBeGreaterThanOrEqual(100_000_000n)
    expect(failing(site!)).toEqual(['pool'])
    node.mine(4)
    expect(failing(site!)).toEqual([])
  })

  it('returns the transactions of the address in blocks and in the mempool', () => {
    const opened = pooled(20_000_000n)
    const waiting = opened.node.pay(funder, [{ value: 9_000n, scriptPubKey: ann.p2pkh }])
    opened.mempool.accept(waiting, { rejectAbsurdFee: false })
    expect(failing(opened)).toEqual(['mempool'])
    const shown = (name: string) => opened.faucet.eligibility().find((check) => check.name === name)
    expect(shown('mempool')).toMatchObject({ txid: computeTxid(waiting) })
    opened.node.mineBlock({ txs: [waiting] })
    expect(failing(opened)).toEqual(['history'])
    expect(shown('history')).toMatchObject({ txid: computeTxid(waiting), height: opened.node.chain.tip().height })
    expect(shown('history')!.detail).toContain(ann.address)
  })
})

describe('a faucet claim', () => {
  it('succeeds once per address, from the search thread into a block', async () => {
    const opened = open({ identity: ann, startSearch: startThreadSearch, luck: LUCKY.several })
    const { node, mempool, faucet } = opened
    // A claim needs eleven deposits; each attempt signs one input again.
    pay(opened, ...Array.from({ length: 12 }, () => [1_000_001n, FAUCET_POOL_SCRIPT] as const))
    const names = () => faucet.eligibility().filter(({ passed }) => !passed)
    await find(opened)
    const { transaction, txid, attempts } = faucet.claims.current()
    expect(attempts).toBeGreaterThan(0)
    const tx = parseTransaction(transaction!)
    expect(tx.vin).toHaveLength(11)
    expect(toDisplayHex(txid!)).toMatch(/^00.*00$/)

    expect(mempool.accept(tx, { rejectAbsurdFee: true })).toMatchObject({ ok: true, entry: { fee: 10_000n } })
    expect(names().map(({ name }) => name)).toEqual(['pool', 'mempool', 'claimed'])
    expect(names().at(-1)).toMatchObject({ txid })
    expect((await faucet.history!.page({ limit: 9, offset: 0 })).events[0]).toMatchObject({
      kind: 'claim',
      height: -1,
      mine: true,
    })

    node.mineBlock({ txs: [tx], fees: 10_000n })
    pay(opened, [50_000_000n, FAUCET_POOL_SCRIPT])
    expect(names().map(({ name }) => name)).toEqual(['history', 'claimed'])
    expect(names().at(-1)).toMatchObject({ txid, height: node.chain.tip().height - 1 })
    expect(() => faucet.claims.start(ann.pub)).toThrow(
      `couldnt create faucet get transaction. ${ann.address} claimed in block ${node.chain.tip().height - 1}.`,
    )
  })

  it('stops its search thread within a few attempts', async () => {
    const begun: Search[] = []
    let reportedAttempts = Number.NaN
    const startSearch: StartSearch = (task, events) => {
      // A search with this seed finds no claim within the test.
      const search = startThreadSearch({ ...task, seed: new Uint8Array(32).fill(UNLUCKY), counter: UNLUCKY }, events)
      begun.push(search)
      const stop = () => {
        const ended = search.stop()
        // Attempts after this point count as made after the stop.
        reportedAttempts = search.attempts()
        return ended
      }
      return { ...search, stop }
    }
    const opened = open({ identity: ann, startSearch })
    pay(opened, [20_000_000n, FAUCET_POOL_SCRIPT])
    const { claims } = opened.faucet
    claims.start(bob.pub)
    const [search] = begun
    await waitFor(() => expect(search!.attempts()).toBeGreaterThan(0))
    const { attempts } = claims.cancel()
    await claims.close()
    expect(search!.attempts() - reportedAttempts).toBeLessThan(FEW_ATTEMPTS)
    expect(claims.current()).toMatchObject({ state: 'cancelled', attempts })
  })
})

describe('FaucetHistory', () => {
  it('lists deposits and claims, newest first, and follows reorganisations', async () => {
    const opened = pooled(50_000_000n)
    const { node, faucet, mempool } = opened
    const page = (limit = 10, offset = 0) => faucet.history!.page({ limit, offset })
    const first = node.chain.tip()
    const second = pay(opened, [7_000n, FAUCET_POOL_SCRIPT], [3_000n, FAUCET_POOL_SCRIPT])
    expect((await page()).events).toMatchObject([
      {
        kind: 'deposit',
        txid: computeTxid(second),
        height: first.height + 1,
        amount: 10_000n,
        address: funder.address,
        mine: false,
      },
      { kind: 'deposit', height: first.height, amount: 50_000_000n, time: first.time },
    ])
    const claim = parseTransaction(await find(opened))
    mempool.accept(claim, { rejectAbsurdFee: false })
    const expected = { kind: 'claim', txid: computeTxid(claim), amount: FAUCET_SIZE, address: ann.address, mine: true }
    expect((await page()).events[0]).toMatchObject({ ...expected, height: -1 })
    node.mineBlock({ txs: [claim], fees: 10_000n })
    expect(await page()).toMatchObject({ total: 3, events: [{ ...expected, height: node.chain.tip().height }, {}, {}] })
    opened.identity = bob
    expect((await page(1)).events).toMatchObject([{ mine: false }])
    expect((await page(1, 1)).events).toMatchObject([{ txid: computeTxid(second) }])
    expect(await page(5, 3)).toEqual({ total: 3, events: [] })

    node.chain.invalidateBlock(node.chain.byHeight(first.height + 1)!)
    node.mine(3)
    const after = await page()
    expect(after.events.filter(({ height }) => height >= 0)).toHaveLength(1)
    expect(after.events.filter(({ height }) => height < 0).some(({ txid }) => equal(txid, computeTxid(claim)))).toBe(
      true,
    )
  })
})
