import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ccOne, encodeCondition } from '../conditions/index.ts'
import { indexedAddress, pushData } from '../script/index.ts'
import { IndexStates, reconcileIndex } from '../storage/index.ts'
import { silentLogger, testKey } from '../testing/index.ts'
import { concat, hashKey } from '../util/index.ts'
import { addressIndexMigrations } from './schema.ts'
import { addressTables, createIndexedNode, type IndexedNode, randomPayments, timeTable } from './testing/testChain.ts'

let node: IndexedNode
beforeEach(() => {
  node = createIndexedNode()
})
afterEach(() => node.close())

function mineWithPayments(blocks: number): void {
  for (let n = 0; n < blocks; n++) node.mineBlock({ txs: randomPayments(node, [n, n * 7, n * 13]) })
}

describe('timestamp index', () => {
  const times = (low: number, high: number) =>
    node.times.blocksBetween(low, high).map(({ hash, logicalTime }) => [hashKey(hash), logicalTime])

  it('assigns a block a logical time after its parent’s, even if its own time is earlier', () => {
    node.mine(12)
    const tip = () => node.chain.tip()
    const late = tip().time
    const hashes = [tip().hash]
    for (const time of [late - 60, late - 30, late + 1]) {
      node.mineBlock({ time })
      hashes.push(tip().hash)
    }
    expect(times(late, late + 100)).toEqual(hashes.map((hash, at) => [hashKey(hash), late + at]))
    expect(times(late + 1, late + 2)).toEqual([[hashKey(hashes[1]!), late + 1]])
    expect(times(late + 50, late)).toEqual([])
  })

  it('keeps blocks that were disconnected', () => {
    node.mine(5)
    const gone = node.chain.tip()
    node.chain.invalidateBlock(gone)
    node.mine(1)
    const found = times(0, 2 ** 31)
    expect(found).toHaveLength(6)
    expect(found.map(([hash]) => hash)).toContain(hashKey(gone.hash))
  })
})

describe('chart', () => {
  it('returns evenly spaced points for a history with more changes than points', async () => {
    mineWithPayments(40)
    const address = indexedAddress(testKey(0).p2pk)!
    const { points, tip } = await node.index.chart(address, 10)
    expect(tip).toEqual({ height: 40, hash: node.chain.tip().hash })
    expect(points).toHaveLength(10)
    expect(points.at(-1)).toEqual({ height: 40, satoshis: node.index.balance(address).balance })
    for (const { height, satoshis } of points) {
      const until = [...node.index.deltas(address, { start: 0, end: height })]
      expect(satoshis).toBe(until.reduce((sum, delta) => sum + delta.satoshis, 0n))
    }
  })
})

describe('long reads', () => {
  it('read the state of one block while other blocks connect', async () => {
    mineWithPayments(20)
    const mined: number[] = []
    const audit = await node.index.audit(undefined, {
      onProgress() {
        node.mine(1)
        mined.push(node.chain.tip().height)
      },
    })
    expect(mined.length).toBeGreaterThan(1)
    expect(audit).toMatchObject({ ok: true, tip: { height: 20 } })
    expect(await node.index.audit(undefined)).toMatchObject({ ok: true, tip: { height: mined.at(-1) } })
  })
})

describe('reconcileIndex', () => {
  const deps = () => ({ db: node.storage.db, logger: silentLogger })

  it('drops an index, rebuilds it over several interrupted starts, and gets the same tables', async () => {
    mineWithPayments(30)
    const { db } = node.storage
    const before = [addressTables(db), timeTable(db)]
    for (const index of [node.index.rebuild, node.times.rebuild]) {
      await reconcileIndex(index, true, deps())
      await reconcileIndex(index, false, deps())
    }
    expect(timeTable(db)).toEqual([])
    expect(db.prepare('SELECT count(*) FROM index_states').pluck().get()).toBe(0)
    let interrupted = 0
    for (const index of [node.index.rebuild, node.times.rebuild])
      for (let done = false; !done; interrupted++) {
        const stop = new AbortController()
        const onProgress = () => stop.abort()
        await reconcileIndex(index, true, { ...deps(), signal: stop.signal, onProgress })
        done = new IndexStates(db).read(index.name)?.step === undefined
      }
    expect(interrupted).toBeGreaterThan(2)
    expect([addressTables(db), timeTable(db)]).toEqual(before)
  })

  it('rolls back a chunk that failed', async () => {
    mineWithPayments(10)
    const { rebuild } = node.index
    const before = addressTables(node.storage.db)
    await reconcileIndex(rebuild, false, deps())
    const broken = {
      ...rebuild,
      steps: rebuild.steps.map(({ progress, run }) => ({
        progress,
        run(next: number): never {
          run(next)
          throw new Error('the disk is full')
        },
      })),
    }
    await expect(reconcileIndex(broken, true, deps())).rejects.toThrow('the disk is full')
    await reconcileIndex(rebuild, true, deps())
    expect(addressTables(node.storage.db)).toEqual(before)
  })

  it('schedules a rebuild after an upgrade if the chain has conditions that an older version did not recognise', async () => {
    const { db } = node.storage
    await reconcileIndex(node.index.rebuild, true, deps())
    const upgrade = () => {
      addressIndexMigrations.steps.at(-1)!(db)
      return node.index.health().rebuildAtNextStart
    }
    node.mine(2)
    const condition = encodeCondition(ccOne(0xf2, testKey(1).pub))
    const paying = (pushed: Uint8Array, more = new Uint8Array()) =>
      node.pay(testKey(0), [{ value: 1n, scriptPubKey: concat(pushData(pushed), Uint8Array.of(0xcc), more) }])
    node.mineBlock({ txs: [paying(condition)] })
    node.mineBlock({ txs: [paying(condition, Uint8Array.of(1, 5, 0x75))] })
    expect(upgrade()).toBe(false)
    const odd = paying(concat(condition, Uint8Array.of(0)))
    node.mineBlock({ txs: [odd] })
    expect(node.index.balance(indexedAddress(odd.vout[0]!.scriptPubKey)!).balance).toBe(1n)
    expect(upgrade()).toBe(true)
  })

  it('rebuilds an index after a requested rebuild', async () => {
    mineWithPayments(10)
    const { db } = node.storage
    const before = addressTables(db)
    await reconcileIndex(node.index.rebuild, true, deps())
    db.exec('UPDATE addresses SET balance = 7')
    node.index.rebuildAtNextStart()
    expect(node.index.health().rebuildAtNextStart).toBe(true)
    await reconcileIndex(node.index.rebuild, true, deps())
    expect(node.index.health().rebuildAtNextStart).toBe(false)
    expect(addressTables(db)).toEqual(before)
  })
})
