import { describe, expect, it } from 'vitest'
import type { AddressDelta, AddressUnspent, BlockEntry } from '../../core/index.ts'
import type { MempoolAddressDelta } from '../../mempool/index.ts'
import { FaucetHistory } from './faucetHistory.ts'
import { FaucetPool } from './faucetPool.ts'
import { FAUCET_POOL_SCRIPT } from './validate.ts'

const COIN = 100_000_000n
const hashFor = (number: number) => {
  const hash = new Uint8Array(32)
  new DataView(hash.buffer).setUint32(0, number)
  return hash
}

/** Creates block entries with the fields that these tests use. */
function branch(name: string, length: number): BlockEntry[] {
  const blocks: BlockEntry[] = []
  for (let height = 0; height < length; height++) {
    const prev = blocks.at(-1) ?? null
    blocks.push({ height, time: 1000 + height, hashHex: `${name}${height}`, prev } as unknown as BlockEntry)
  }
  return blocks
}

describe('FaucetPool with many deposits', () => {
  it('reads the address index once per block, regardless of mempool changes', () => {
    let tip = branch('a', 2).at(-1)!
    let reads = 0
    let spends: Pick<MempoolAddressDelta, 'prevout'>[] = []
    const coins = Array.from({ length: 5 }, (_, number) => ({
      ...{ txid: hashFor(number), index: 0, satoshis: COIN, scriptPubKey: FAUCET_POOL_SCRIPT },
      ...{ height: 1, txNum: number },
    })) satisfies AddressUnspent[]
    const pool = new FaucetPool({
      chain: { tip: () => tip, coin: () => undefined },
      mempool: { spender: () => undefined, addressDeltas: () => spends as MempoolAddressDelta[] },
      addressIndex: {
        unspent() {
          reads++
          return coins
        },
      },
      coinbaseMaturity: 1,
    })
    expect(pool.deposits()).toHaveLength(5)
    spends = [{ prevout: { hash: hashFor(3), index: 0 } }, {}]
    expect(pool.deposits().map(({ outpoint }) => outpoint.hash)).toEqual([0, 1, 2, 4].map(hashFor))
    expect(reads).toBe(1)
    tip = branch('b', 2).at(-1)!
    coins.pop()
    expect(pool.deposits()).toHaveLength(3)
    expect(reads).toBe(2)
  })
})

describe('FaucetHistory of a long chain', () => {
  const BLOCKS = 500
  const EACH = 10

  /** Creates a history in which each block of the active branch has EACH deposits. */
  function createHistory(state: { blocks: BlockEntry[] }, onRow = () => {}) {
    function* deltas(_address: unknown, range?: { readonly start: number; readonly end: number }) {
      const { blocks } = state
      for (const { height } of blocks.slice(range?.start, (range?.end ?? 0) + 1)) {
        for (let position = 0; position < EACH; position++) {
          onRow()
          const txNum = height * EACH + position
          const place = { txid: hashFor(txNum), txNum, height, blockIndex: position, index: 0 }
          yield { ...place, satoshis: COIN, spending: false } satisfies AddressDelta
        }
      }
    }
    return new FaucetHistory({
      chain: {
        tip: () => state.blocks.at(-1)!,
        isActive: (entry: BlockEntry) => state.blocks[entry.height] === entry,
        txidOf: (txNum: number) => ({ txid: hashFor(txNum), height: Math.floor(txNum / EACH) }),
        transaction: () => undefined,
        byHeight: (height: number) => state.blocks[height],
      } as unknown as ConstructorParameters<typeof FaucetHistory>[0]['chain'],
      mempool: { addressDeltas: () => [], get: () => undefined },
      addressIndex: { deltas },
      pubkey: () => undefined,
      isOwn: () => false,
    })
  }
  const first = { limit: 1, offset: 0 }

  it('yields to the event loop while reading, and reads each row once', async () => {
    let rows = 0
    const history = createHistory({ blocks: branch('a', BLOCKS) }, () => rows++)
    const pages = Promise.all([history.page(first), history.page({ limit: 2, offset: 4_999 })])
    let turns = 0
    const count = () => {
      turns++
      if (rows < BLOCKS * EACH) setImmediate(count)
    }
    count()
    const [newest, oldest] = await pages
    expect(turns).toBeGreaterThan(1)
    expect(newest).toMatchObject({ total: 5_000, events: [{ height: BLOCKS - 1, amount: COIN }] })
    expect(oldest).toMatchObject({ total: 5_000, events: [{ height: 0 }] })
    expect(await history.page(first)).toMatchObject({ total: 5_000 })
    expect(rows).toBe(BLOCKS * EACH)
  })

  it('returns the active chain’s events after reorganisations during the read', async () => {
    const trunk = branch('a', BLOCKS)
    const state = { blocks: trunk }
    const history = createHistory(state)
    const page = history.page(first)
    await new Promise(setImmediate)
    // Switch to another branch from height 50 on, then add one block.
    const other = branch('b', 180).map((block, height) => (height < 50 ? trunk[height]! : block))
    state.blocks = other
    await new Promise(setImmediate)
    state.blocks = [...other, ...branch('c', 181).slice(180)]
    expect(await page).toMatchObject({ total: 181 * EACH, events: [{ height: 180 }] })
  })

  it('discards rows of a branch that was replaced by one of equal length', async () => {
    const trunk = branch('a', BLOCKS)
    const state = { blocks: trunk }
    let rowsOfB = 0
    const history = createHistory(state, () => {
      if (state.blocks !== trunk) rowsOfB++
    })
    const page = history.page(first)
    state.blocks = branch('b', BLOCKS)
    expect(await page).toMatchObject({ total: BLOCKS * EACH })
    // All rows of the new branch are read, after the switch.
    expect(rowsOfB).toBe(BLOCKS * EACH)
  })

  it('stops when the caller aborts, and resumes with the next call', async () => {
    const history = createHistory({ blocks: branch('a', BLOCKS) })
    const caller = new AbortController()
    const page = history.page(first, caller.signal)
    caller.abort(new Error('gone'))
    await expect(page).rejects.toThrow('gone')
    expect(await history.page(first)).toMatchObject({ total: 5_000 })
  })

  it('reads again after a failed read', async () => {
    let broken = true
    const history = createHistory({ blocks: branch('a', BLOCKS) }, () => {
      if (broken) throw new Error('disk')
    })
    await expect(history.page(first)).rejects.toThrow('disk')
    broken = false
    expect(await history.page(first)).toMatchObject({ total: 5_000 })
  })
})
