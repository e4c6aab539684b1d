import { describe, expect, it } from 'vitest'
import { computeTxid, parseBlock, parseTransaction, serializeTransaction } from '../primitives/index.ts'
import { p2pkScript } from '../script/index.ts'
import { readVector } from '../testing/vectors.ts'
import { fromHex, toDisplayHex, toHex } from '../util/index.ts'
import { createTestMining } from './testing/testMiner.ts'

// komodod's block template on its recorded chain. The recordings are not part of the repository.

interface Line {
  readonly seq: number
  readonly node: 'R1' | 'R2'
  readonly method: string
  readonly params: readonly unknown[]
  readonly response_raw: string
  readonly tip?: number
  readonly mocktime?: number
  readonly step: string
}

interface Template {
  readonly previousblockhash: string
  readonly transactions: readonly { readonly data: string; readonly hash: string; readonly depends: number[] }[]
  readonly coinbasetxn: {
    readonly data: string
    readonly hash: string
    readonly sigops: number
    readonly coinbasevalue: number
  }
  readonly target: string
  readonly mintime: number
  readonly curtime: number
  readonly sigoplimit: number
  readonly sizelimit: number
  readonly bits: string
  readonly height: number
  readonly version: number
}

const lines = <T>(file: string): T[] =>
  readVector(`regtest/${file}`)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

describe('block templates against recorded ones', () => {
  it('match komodod except for the order of transactions', () => {
    const { args, keys } = JSON.parse(readVector('regtest/params.json')) as {
      args: string
      keys: { PK1: string; PK2: string }
    }
    // The index for the faucet's rule is not needed: its one rejection does not concern these blocks.
    const test = createTestMining({ chain: { args: args.split(' '), maxReorg: 1_000 }, blocks: 0 })
    const { chain, clock } = test.node
    const blocks = lines<{ height: number; hex: string }>('blocks.jsonl').map(({ hex }) => fromHex(hex))
    let compared = 0
    for (const { method, params, response_raw, tip = 0, mocktime = 1_700_000_000, node, seq } of lines<Line>(
      'transcript.jsonl',
    )) {
      if (method !== 'getblocktemplate' || params.length > 0) continue
      const { result } = JSON.parse(response_raw) as { result: Template | null }
      if (result === null) continue
      while (chain.tip().height < tip) {
        const bytes = blocks[chain.tip().height + 1]!
        clock.set(Math.max(clock.now(), parseBlock(bytes).header.time))
        expect(chain.submitBlock(bytes)).toBeNull()
      }
      clock.set(mocktime)
      for (const { data } of result.transactions)
        expect(test.mempool.accept(parseTransaction(fromHex(data)), { rejectAbsurdFee: false })).toMatchObject({
          ok: true,
        })
      const script = p2pkScript(fromHex(node === 'R1' ? keys.PK1 : keys.PK2))
      const made = test.templates.build({ script })
      const { coinbase, header, height, target, minTime, sigopLimit, sizeLimit, subsidy } = made
      expect(
        {
          previousblockhash: toDisplayHex(header.prevHash),
          coinbase: toHex(serializeTransaction(coinbase)),
          hash: toDisplayHex(computeTxid(coinbase)),
          coinbasevalue: Number(subsidy),
          target: target.toString(16).padStart(64, '0'),
          mintime: minTime,
          curtime: header.time,
          sigoplimit: sigopLimit,
          sizelimit: sizeLimit,
          bits: header.bits.toString(16),
          height,
          version: header.version,
        },
        `line ${seq}`,
      ).toEqual({
        previousblockhash: result.previousblockhash,
        coinbase: result.coinbasetxn.data,
        hash: result.coinbasetxn.hash,
        coinbasevalue: result.coinbasetxn.coinbasevalue,
        target: result.target,
        mintime: result.mintime,
        curtime: result.curtime,
        sigoplimit: result.sigoplimit,
        sizelimit: result.sizelimit,
        bits: result.bits,
        height: result.height,
        version: result.version,
      })
      expect(made.txs.map(({ entry }) => entry.txidHex).sort()).toEqual(
        result.transactions.map(({ hash }) => hash).sort(),
      )
      compared++
    }
    console.log(`regtest: ${compared} templates compared`)
    expect(compared).toBeGreaterThan(10)
    test.close()
  })
})
