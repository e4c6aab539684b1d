import { describe, expect, it } from 'vitest'
import { ccOne } from '../conditions/index.ts'
import type { Block, Transaction } from '../primitives/index.ts'
import { ccScript, opReturnScript } from '../script/index.ts'
import { createTestNode, testKey } from '../testing/index.ts'
import { addBlock, emptyRows, type PaidOutput } from './blockRows.ts'

const [ann, bob] = [testKey(1), testKey(2)]
const condition = ccScript(ccOne(0xe3, ann.pub))
const output = (value: bigint, scriptPubKey: Uint8Array) => ({ value, scriptPubKey })

/**
 * Returns the rows of a block at height 7 whose first transaction has number 100. `spent` has the outputs of its
 * inputs.
 */
function buildRows(txs: readonly Transaction[], spent: Record<number, PaidOutput>) {
  const node = createTestNode()
  try {
    const { header } = node.chain.tip()
    const block = { header, txs } as unknown as Block
    const rows = emptyRows()
    const totals = { work: 5n, txs: 3 }
    let ordinal = 100
    const placed = txs.map((tx, at) => {
      const one = { tx, txid: new Uint8Array(32).fill(at), ordinal, raw: Uint8Array.of(at) }
      ordinal += tx.vout.length
      return one
    })
    const facts = { hash: new Uint8Array(32), height: 7, size: 99, supply: [1n, 2n, 3n, 4n] }
    addBlock(rows, totals, { block, facts, txs: placed }, (prevout) => spent[prevout.index]!)
    return { rows, totals }
  } finally {
    node.close()
  }
}

const transaction = (inputs: readonly number[], vout: Transaction['vout']) =>
  ({
    version: 4,
    vin: inputs.map((index) => ({ prevout: { hash: new Uint8Array(32).fill(9), index } })),
    vout,
  }) as unknown as Transaction

describe('addBlock', () => {
  it('adds inputs and outputs by number, without unspendable outputs', () => {
    const tx = transaction(
      [0],
      [output(30n, bob.p2pkh), output(0n, opReturnScript(Uint8Array.of(1))), output(5n, ann.p2pkh)],
    )
    const { rows, totals } = buildRows([tx], { 0: { id: 40, value: 36n, script: ann.p2pkh } })
    expect(rows.txs.map((row) => row.slice(0, 1).concat(row.slice(2)))).toEqual([[100, 7, 0, 4, 3, Uint8Array.of(0)]])
    expect(rows.tx_outputs.map(([id, height, value]) => [id, height, value])).toEqual([
      [100, 7, 30n],
      [102, 7, 5n],
    ])
    expect(rows.tx_inputs).toEqual([[40, 7, 100, 0]])
    expect(totals).toEqual({ work: totals.work, txs: 4 })
    expect(totals.work).toBeGreaterThan(5n)
  })

  it('adds up the changes of an address, counting each transaction once', () => {
    const first = transaction([0, 1], [output(30n, ann.p2pkh), output(0n, ann.p2pk)])
    const spent = {
      0: { id: 40, value: 36n, script: ann.p2pkh },
      1: { id: 41, value: 0n, script: ann.p2pk },
    }
    const [change, ...others] = [...buildRows([first], spent).rows.addresses.values()]
    expect(others).toEqual([])
    const sums = {
      balance: -6n,
      received: 30n,
      deltas: 4,
      txs: 1,
      utxos: 0,
      zeros: 0,
      firstOutput: 100,
      spent: [40, 41],
    }
    expect(change).toMatchObject({ type: 1, ...sums })
    expect(change?.rows).toEqual([
      [100, 1, -36n, 7],
      [100, 3, -0n, 7],
      [100, 0, 30n, 7],
      [100, 2, 0n, 7],
    ])
    expect([...change!.made]).toEqual([
      [100, 30n],
      [101, 0n],
    ])
  })

  it('omits an unspent output that is spent in the same blocks', () => {
    const first = transaction([0], [output(36n, bob.p2pkh)])
    const second = transaction([1], [output(36n, ann.p2pkh)])
    const spent = {
      0: { id: 40, value: 36n, script: ann.p2pkh },
      1: { id: 100, value: 36n, script: bob.p2pkh },
    }
    const changes = [...buildRows([first, second], spent).rows.addresses.values()]
    const bobs = changes.find(({ spent: own }) => own.length === 0 && changes.length === 2)
    expect(bobs).toMatchObject({ balance: 0n, received: 36n, deltas: 2, txs: 2, utxos: 0 })
    expect(bobs?.made.size).toBe(0)
  })

  it('lists spent conditions for the indexes of modules', () => {
    const tx = transaction([0, 1], [output(1n, condition)])
    const spent = {
      0: { id: 40, value: 1n, script: condition },
      1: { id: 41, value: 1n, script: ann.p2pkh },
    }
    const { rows } = buildRows([tx], spent)
    expect(rows.conditions).toEqual([{ output: 40, txid: new Uint8Array(32).fill(9), index: 0, by: 100 }])
  })
})
