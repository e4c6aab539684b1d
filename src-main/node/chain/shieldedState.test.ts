import { afterEach, describe, expect, it } from 'vitest'
import { parseTransaction, serializeTransaction, type Transaction } from '../primitives/index.ts'
import { createTestNode, type TestNode, testKey, testRandom } from '../testing/index.ts'
import { vectorLines } from '../testing/vectors.ts'
import { concat, fromHex, toHex } from '../util/index.ts'
import { InlineVerifier, type Verifier } from '../verify/index.ts'

/** Anchors, nullifiers and note commitments of a transaction, without proofs. */
interface RecordedTx {
  readonly spends: readonly { readonly anchor: string; readonly nf: string }[]
  readonly outputs: readonly string[]
  readonly joinsplits: readonly {
    readonly anchor: string
    readonly nf: readonly string[]
    readonly cm: readonly string[]
  }[]
}
interface Step {
  readonly do: 'connect' | 'disconnect'
  readonly txs?: readonly RecordedTx[]
  readonly expect?: string
  readonly saplingRoot?: string
  readonly sproutRoot?: string
}

const scenarios = vectorLines<{ readonly name: string; readonly steps: readonly Step[] }>('shielded/state.jsonl')
/** JoinSplits require a time before February 2019, but later than the period of tolerated signatures. */
const START = 1_548_000_000
const BLOCKS_BEFORE = 12

/** Verifier that accepts every proof and signature. */
function credulous(): Verifier {
  const inline = new InlineVerifier({ ccEnabled: true }, { random: testRandom })
  const begin = inline.group.bind(inline)
  return Object.assign(inline, { group: () => Object.assign(begin(), { add: () => {}, addShielded: () => {} }) })
}

let node: TestNode
afterEach(() => node.close())

function open(): void {
  node = createTestNode({ verifier: credulous, time: START })
  for (let i = 0; i < BLOCKS_BEFORE; i++) node.mineBlock({ time: START + 60 * i })
}

const zeros = (length: number): Uint8Array => new Uint8Array(length)

/** Builds the recorded transaction. If it spends nothing shielded, it spends a separate coin. */
function build({ spends, outputs, joinsplits }: RecordedTx, which: number): Transaction {
  const [coin] = node.coins(testKey(0)).slice(which)
  const plain = node.build({ inputs: [coin!], outputs: [{ value: coin!.value, scriptPubKey: testKey(0).p2pk }] })
  const shielded = spends.length + joinsplits.length > 0
  const parts = spends.length + outputs.length > 0
  const tx: Transaction = {
    ...plain,
    ...(shielded && { vin: [], vout: [{ value: 0n, scriptPubKey: testKey(0).p2pk }] }),
    shieldedSpends: spends.map(({ anchor, nf }) => concat(zeros(32), fromHex(anchor), fromHex(nf), zeros(288))),
    shieldedOutputs: outputs.map((cmu) => concat(zeros(32), fromHex(cmu), zeros(884))),
    joinSplits: joinsplits.map(({ anchor, nf, cm }) =>
      concat(zeros(16), fromHex(anchor), ...nf.map(fromHex), ...cm.map(fromHex), zeros(1522)),
    ),
    joinSplitAuth: zeros(joinsplits.length > 0 ? 96 : 0),
    bindingSig: zeros(parts ? 64 : 0),
  }
  return parseTransaction(serializeTransaction(tx))
}

/** Returns the rows of all tables that a block changes. */
function dump(): Record<string, unknown> {
  const rows = (table: string) => node.storage.db.prepare(`SELECT * FROM ${table}`).safeIntegers().raw().all()
  const tables = ['txs', 'tx_keys', 'outputs', 'shielded_blocks', 'shielded_nullifiers']
  return { ...Object.fromEntries(tables.map((table) => [table, rows(table)])), next: node.storage.ledger.nextTxNum() }
}

function connect({ txs = [] }: Step): string {
  const time = START + 60 * (node.chain.tip().height + 1)
  node.clock.set(time)
  return node.submit(node.buildBlock({ time, txs: txs.map(build) })) ?? 'ok'
}

function disconnect(): void {
  node.chain.invalidateBlock(node.chain.tip())
}

describe('anchors, nullifiers and trees of a chain', () => {
  it.each(scenarios.map(({ name, steps }) => [name, steps] as const))('%s', (_, steps) => {
    open()
    const states = [dump()]
    for (const step of steps) {
      if (step.do === 'disconnect') {
        disconnect()
        states.pop()
        expect(dump()).toEqual(states.at(-1))
      } else {
        const answer = connect(step)
        expect(answer).toBe(step.expect)
        if (answer === 'ok') states.push(dump())
        else expect(dump()).toEqual(states.at(-1))
      }
      const { sprout, sapling } = node.chain.shieldedPools(node.chain.tip())!
      if (step.saplingRoot) expect(toHex(sapling.root)).toBe(step.saplingRoot)
      if (step.sproutRoot) expect(toHex(sprout.root)).toBe(step.sproutRoot)
    }
    while (node.chain.tip().height > BLOCKS_BEFORE) disconnect()
    expect(dump()).toEqual(states[0])
  })
})
