import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { computeTxid, parseTransaction, type Transaction } from '../../primitives/index.ts'
import { createFaucetNode, type FaucetNode, testKey } from '../../testing/index.ts'
import { BuildError } from '../../transactions/index.ts'
import { equal } from '../../util/index.ts'
import type { SearchTask } from './search/attempts.ts'
import type { SearchEvents } from './search/types.ts'
import { FAUCET_POOL_SCRIPT, FAUCET_SIZE } from './validate.ts'

const funder = testKey(0)
const [ann, bob] = [testKey(1), testKey(2)]
const REFUSED = 'couldnt create faucet get transaction'
const EMPTY = `${REFUSED}. The faucet is empty: it has no confirmed coins to claim.`

/** A search whose result the test controls. */
interface FakeSearch {
  readonly task: SearchTask
  readonly events: SearchEvents
  made: number
  stopped: boolean
}

let site: FaucetNode
let searches: FakeSearch[]

const last = () => searches.at(-1)!
/** a claim as a search returns it; its id has no proof of work */
const outcome = (search = last()) => search.task.transaction
const deposit = (value: bigint): Transaction => {
  const tx = site.node.pay(funder, [{ value, scriptPubKey: FAUCET_POOL_SCRIPT }])
  site.node.mineBlock({ txs: [tx] })
  return tx
}
/** Removes a deposit from the chain by a reorganisation, which keeps the `kept` transactions. */
function lose(first: Transaction, kept: readonly Transaction[] = []): void {
  const { chain } = site.node
  chain.invalidateBlock(chain.transaction(computeTxid(first))!.block)
  site.node.mineBlock({ txs: kept })
}
const spends = (bytes: Uint8Array) => parseTransaction(bytes).vin.map(({ prevout }) => prevout.hash)

beforeEach(() => {
  searches = []
  site = createFaucetNode({
    identity: ann,
    startSearch(task, events) {
      const search: FakeSearch = { task, events, made: 0, stopped: false }
      searches.push(search)
      return {
        attempts: () => search.made,
        async stop() {
          search.stopped = true
        },
      }
    },
  })
})

afterEach(() => site.close())

describe('faucet claims', () => {
  it('reject an ineligible key without starting a search or recording a claim', () => {
    expect(() => site.faucet.claims.start(ann.pub)).toThrow(new BuildError('request', EMPTY))
    deposit(10_009_999n)
    expect(() => site.faucet.claims.start(ann.pub)).toThrow(
      `${REFUSED}. The faucet has 0.10009999 coins; a claim takes 0.10010000 with its fee.`,
    )
    expect(searches).toEqual([])
    expect(site.faucet.claims.current()).toMatchObject({ state: 'none', id: 0, attempts: 0, started: null })
  })

  it('start a search, report progress four times per second, and end as found', () => {
    const pooled = deposit(20_000_000n)
    const reported: string[] = []
    site.faucet.claims.onChange(({ state, attempts, elapsed, rate }) =>
      reported.push(`${state} ${attempts} ${elapsed} ${rate}`),
    )
    expect(site.faucet.claims.start(ann.pub)).toMatchObject({ state: 'searching', id: 1, ended: null })
    for (let i = 0; i < 4; i++) {
      last().made += 1000
      site.pass(250)
    }
    expect(reported).toEqual([
      'searching 0 0 0',
      'searching 1000 0.25 4000',
      'searching 2000 0.5 4000',
      'searching 3000 0.75 4000',
      'searching 4000 1 4000',
    ])
    last().events.found(outcome())
    const claim = site.faucet.claims.current()
    expect(claim).toMatchObject({ state: 'found', id: 1, attempts: 4000, elapsed: 1, ended: site.node.clock.now() })
    expect(claim.txid).toEqual(computeTxid(parseTransaction(claim.transaction!)))
    expect(last().stopped).toBe(true)
    expect(reported).toHaveLength(6)
    site.pass(1000)
    expect(reported).toHaveLength(6)
    const tx = parseTransaction(claim.transaction!)
    expect(tx.vin.map(({ prevout }) => prevout.hash)).toEqual([computeTxid(pooled)])
    expect(tx.vout.map(({ value }) => value)).toEqual([9_990_000n, FAUCET_SIZE, 0n])
    expect(tx.vout[1]!.scriptPubKey).toEqual(ann.p2pk)
  })

  it('reject a second search while one runs', async () => {
    deposit(20_000_000n)
    site.faucet.claims.start(ann.pub)
    const text = `${REFUSED}. The search for a claim is running`
    expect(() => site.faucet.claims.start(bob.pub)).toThrow(text)
    const { signal } = new AbortController()
    await expect(site.faucet.claims.find(ann.pub, { signal, limitSeconds: 1 })).rejects.toThrow(text)
    expect(site.faucet.claims.current()).toMatchObject({ state: 'searching', id: 1 })
  })

  it('restart after being cancelled', () => {
    deposit(20_000_000n)
    site.faucet.claims.start(ann.pub)
    const [first] = searches
    expect(site.faucet.claims.cancel()).toMatchObject({ state: 'cancelled', id: 1 })
    expect(first!.stopped).toBe(true)
    // events after cancelling are ignored
    first!.events.found(outcome(first))
    first!.events.failed(new Error('late'))
    expect(site.faucet.claims.current()).toMatchObject({ state: 'cancelled', id: 1 })
    expect(site.faucet.claims.start(ann.pub)).toMatchObject({ state: 'searching', id: 2 })
    expect(site.faucet.claims.cancel()).toMatchObject({ state: 'cancelled', id: 2 })
    expect(site.faucet.claims.cancel()).toMatchObject({ state: 'cancelled', id: 2 })
  })

  it('continue across unrelated blocks', () => {
    deposit(20_000_000n)
    site.faucet.claims.start(ann.pub)
    site.node.mine(2)
    site.pass(250)
    expect(searches).toHaveLength(1)
    last().events.found(outcome())
    expect(site.faucet.claims.current().state).toBe('found')
  })

  it('restart with other deposits if their deposit is lost, and keep the attempt count', () => {
    const [first, second] = [deposit(20_000_000n), deposit(20_000_000n)]
    site.faucet.claims.start(ann.pub)
    last().made = 500
    const [used] = spends(outcome())
    const taken = equal(used!, computeTxid(first)) ? first : second
    const other = taken === first ? second : first
    lose(first, [other])
    site.pass(250)
    expect(searches).toHaveLength(2)
    expect(searches[0]!.stopped).toBe(true)
    expect(spends(outcome()).some((hash) => equal(hash, computeTxid(taken)))).toBe(false)
    expect(spends(outcome()).some((hash) => equal(hash, computeTxid(other)))).toBe(true)
    last().made = 70
    expect(site.faucet.claims.current()).toMatchObject({ state: 'searching', id: 1, attempts: 570 })
    last().events.found(outcome())
    expect(site.faucet.claims.current()).toMatchObject({ state: 'found', attempts: 570 })
  })

  it('restart if the found claim has just become invalid', () => {
    const [first, second] = [deposit(20_000_000n), deposit(20_000_000n)]
    site.faucet.claims.start(ann.pub)
    const [used] = spends(outcome())
    lose(first, [equal(used!, computeTxid(first)) ? second : first])
    last().events.found(outcome())
    expect(searches).toHaveLength(2)
    expect(site.faucet.claims.current()).toMatchObject({ state: 'searching', id: 1 })
  })

  it('fail if the pool is emptied, or the address receives coins during the search', () => {
    const only = deposit(10_010_000n)
    site.faucet.claims.start(ann.pub)
    lose(only)
    last().events.found(outcome())
    expect(site.faucet.claims.current()).toMatchObject({ state: 'failed', error: EMPTY })

    deposit(20_000_000n)
    site.faucet.claims.start(ann.pub)
    site.mempool.accept(site.node.pay(funder, [{ value: 5_000n, scriptPubKey: ann.p2pkh }]), { rejectAbsurdFee: false })
    site.pass(250)
    const error = `${REFUSED}. A transaction in the mempool involves ${ann.address}.`
    expect(site.faucet.claims.current()).toMatchObject({ state: 'failed', id: 2, error })
  })

  it('fail if the search thread fails', () => {
    deposit(20_000_000n)
    site.faucet.claims.start(ann.pub)
    last().events.failed(new Error('out of memory'))
    const error = `${REFUSED}. The search failed: out of memory`
    expect(site.faucet.claims.current()).toMatchObject({ state: 'failed', error })
  })

  describe('awaited by a caller', () => {
    const find = (signal: AbortSignal, limitSeconds = 600) => site.faucet.claims.find(ann.pub, { signal, limitSeconds })

    it('return the transaction when found', async () => {
      deposit(20_000_000n)
      const found = find(new AbortController().signal)
      last().events.found(outcome())
      expect(await found).toEqual(outcome())
    })

    it('end when the caller aborts', async () => {
      deposit(20_000_000n)
      const caller = new AbortController()
      const found = find(caller.signal)
      caller.abort(new Error('gone'))
      await expect(found).rejects.toThrow('gone')
      expect(last().stopped).toBe(true)
      expect(site.faucet.claims.current().state).toBe('cancelled')
      await expect(find(caller.signal)).rejects.toThrow('gone')
      expect(searches).toHaveLength(1)
    })

    it('fail at the time limit with the number of attempts', async () => {
      deposit(20_000_000n)
      const found = find(new AbortController().signal, 2)
      last().made = 9000
      const refused = expect(found).rejects.toThrow(
        `${REFUSED}. No claim found in 2 seconds and 9000 attempts: try again`,
      )
      site.pass(2000)
      await refused
      expect(last().stopped).toBe(true)
    })

    it('end when cancelled, and when the node closes', async () => {
      deposit(20_000_000n)
      const first = find(new AbortController().signal)
      site.faucet.claims.cancel()
      await expect(first).rejects.toThrow(`${REFUSED}. The search was cancelled`)
      const second = find(new AbortController().signal)
      const refused = expect(second).rejects.toThrow('cancelled')
      await site.faucet.claims.close()
      await refused
      expect(last().stopped).toBe(true)
    })
  })
})
