import { beforeAll, describe, expect, it } from 'vitest'
import type { Coin } from '../core/index.ts'
import { type Block, type BlockHeader, blockHash, computeTxid, isCoinbase, parseBlock } from '../primitives/index.ts'
import { readVector } from '../testing/vectors.ts'
import { DecodeError, fromHex, hashKey, outpointKey, toDisplayHex } from '../util/index.ts'
import { EMPTY_SAPLING_ROOT } from './block.ts'
import {
  branchIdAt,
  type ChainParams,
  chainParamsFromArgs,
  checkBlock,
  checkBlockTransactions,
  checkClock,
  checkConnectedBlock,
  checkHeader,
  checkInputs,
  checkSolution,
  coinbaseOutputs,
  contextualCheckBlock,
  contextualCheckHeader,
  initialUpgrades,
  legacySigOps,
  MAX_BLOCK_SIZE,
  maxBlockSize,
  missingInputs,
  p2shSigOps,
  subsidy,
  type UpgradeState,
  upgradesAfterConnect,
  VALID,
  type Verdict,
} from './index.ts'

interface RecordedBlock {
  readonly height: number
  readonly hash: string
  readonly hex: string
}

interface Variant {
  readonly note: string
  readonly mocktime: number
  readonly block_hex: string
  readonly proposal: string | null
  readonly submit: string | null
  readonly submit_error: { readonly code: number } | null
  readonly became_tip: boolean
  readonly tip_status: readonly string[]
}

function lines<T>(file: string): T[] {
  const text = readVector(file)
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
}

/** Minimal chain in memory for validating the next block: headers, unspent coins, upgrades. */
class Ledger {
  readonly params: ChainParams
  readonly headers: BlockHeader[]
  readonly coins = new Map<string, Coin>()
  upgrades: UpgradeState

  constructor(params: ChainParams) {
    this.params = params
    this.headers = [params.genesis.header]
    this.upgrades = initialUpgrades(params)
  }

  get height(): number {
    return this.headers.length
  }

  get tipHash(): Uint8Array {
    return blockHash(this.headers.at(-1)!)
  }

  contextOfHeader(now: number) {
    const heightOneHash = this.height > 2 ? blockHash(this.headers[1]!) : undefined
    return { height: this.height, at: (h: number) => this.headers[h]!, now, heightOneHash }
  }

  /** Spends and creates coins in a copy. Returns the verdict and the resulting coins. */
  connect(block: Block): { readonly verdict: Verdict; readonly coins: Map<string, Coin> } {
    const coins = new Map(this.coins)
    const context = { height: this.height, upgrades: this.upgrades }
    const verdict = this.judge(block, context, coins)
    return { verdict, coins }
  }

  private judge(
    block: Block,
    context: { readonly height: number; readonly upgrades: UpgradeState },
    coins: Map<string, Coin>,
  ): Verdict {
    const single = checkBlockTransactions(this.params, block)
    if (!single.ok) return single
    let fees = 0n
    let sigOps = 0
    for (const tx of block.txs) {
      const spent: Coin[] = []
      if (!isCoinbase(tx)) {
        for (const { prevout } of tx.vin) {
          const coin = coins.get(outpointKey(prevout))
          if (coin === undefined) return missingInputs()
          spent.push(coin)
          coins.delete(outpointKey(prevout))
        }
        const inputs = checkInputs(this.params, tx, spent, this.height)
        if (!inputs.ok) return inputs
        fees += inputs.fee
      }
      sigOps += legacySigOps(tx) + p2shSigOps(tx, spent)
      expect(sigOps).toBeLessThanOrEqual(this.params.maxBlockSigOps)
      for (const [index, output] of tx.vout.entries()) {
        coins.set(outpointKey({ hash: computeTxid(tx), index }), {
          ...output,
          height: this.height,
          coinbase: isCoinbase(tx),
        })
      }
    }
    return checkConnectedBlock(this.params, block, { ...context, fees, saplingRoot: EMPTY_SAPLING_ROOT })
  }

  append(block: Block, coins: Map<string, Coin>): void {
    this.coins.clear()
    for (const [key, coin] of coins) this.coins.set(key, coin)
    this.headers.push(block.header)
    this.upgrades = upgradesAfterConnect(this.params, this.upgrades, this.height - 1, (h) => this.headers[h]!.time)
  }

  /** Validates a received block in the order of checks of finding 19. */
  receive(block: Block, now: number): Verdict {
    const { params } = this
    const clock = checkClock(params, block.header, now)
    if (!clock.ok && clock.kind === 'dropped') return clock
    const steps = [
      () => checkHeader(params, block.header),
      () => checkSolution(params, block.header),
      () => checkBlock(block, { maxSize: MAX_BLOCK_SIZE }),
      () => contextualCheckHeader(params, block.header, this.contextOfHeader(now)),
      () => checkBlock(block, { maxSize: maxBlockSize(this.upgrades, this.height) }),
      () => contextualCheckBlock(params, block, { height: this.height, upgrades: this.upgrades }),
      () => clock,
    ]
    for (const step of steps) {
      const verdict = step()
      if (!verdict.ok) return verdict
    }
    return this.connect(block).verdict
  }

  /** Appends a recorded block of the chain, which must be valid in every respect. */
  take(record: RecordedBlock): Block {
    const block = parseBlock(fromHex(record.hex))
    expect(toDisplayHex(blockHash(block.header))).toBe(record.hash)
    expect(hashKey(block.header.prevHash)).toBe(hashKey(this.tipHash))
    expect(record.height).toBe(this.height)
    expect(this.receive(block, block.header.time)).toEqual(VALID)
    this.append(block, this.connect(block).coins)
    return block
  }
}

describe('recorded main-mode chain', () => {
  const params = chainParamsFromArgs('-ac_name=TST1 -ac_supply=1000000 -ac_cc=2 -ac_public=1'.split(' '))

  it('passes every check block by block, including Equihash solutions', () => {
    const records = lines<RecordedBlock>('tst1/blocks.jsonl')
    expect(records[0]?.hash).toBe(toDisplayHex(params.genesisHash))
    const ledger = new Ledger(params)
    for (const record of records.slice(1)) ledger.take(record)
    expect(ledger.height).toBe(86)
    expect(ledger.upgrades.automatic).toEqual({ trigger: 31, height: 61 })
  })
})

describe('recorded regtest chain', () => {
  const params = chainParamsFromArgs(
    '-ac_name=REGTEST -regtest -ac_supply=5555555 -ac_reward=10000000000000 -ac_cc=2'.split(' '),
  )
  const ledger = new Ledger(params)
  let variants: Variant[] = []

  beforeAll(() => {
    for (const record of lines<RecordedBlock>('regtest/blocks.jsonl').slice(1)) {
      const height = ledger.height
      const block = ledger.take(record)
      // The recorded miner claimed everything in one output.
      const total = block.txs[0]!.vout.reduce((sum, output) => sum + output.value, 0n)
      expect(total).toBeGreaterThanOrEqual(subsidy(params, height))
      const script = block.txs[0]!.vout[0]!.scriptPubKey
      const fees = total - subsidy(params, height)
      expect(coinbaseOutputs(params, { height, fees, script, txs: block.txs.slice(1) })).toEqual([
        { value: total, scriptPubKey: script },
      ])
    }
    for (const record of lines<RecordedBlock>('regtest/blocks_variants_chain.jsonl')) ledger.take(record)
    variants = lines<Variant>('regtest/blocks_variants.jsonl')
  })

  it('reaches height 290, with Sapling active from 61 on', () => {
    expect(ledger.height).toBe(290)
    expect(branchIdAt(ledger.upgrades, 60)).toBe(0)
    expect(branchIdAt(ledger.upgrades, 61)).toBe(0x76b809bb)
  })

  it('gives the recorded verdict on each of the 76 hand-made blocks', () => {
    expect(variants).toHaveLength(76)
    const found = variants.map((variant) => [variant.note, validateVariant(variant)])
    expect(found).toEqual(variants.map((variant) => [variant.note, expected(variant)]))
  })

  /** Returns `<kind>: <reason>`, `valid`, or the reason why there was no verdict. */
  function validateVariant({ block_hex, mocktime }: Variant): string {
    const bytes = fromHex(block_hex)
    try {
      // submitblock ignores trailing bytes after a block.
      const block = parseLeniently(bytes)
      if (hashKey(block.header.prevHash) !== hashKey(ledger.tipHash)) return besideTheTip(block, mocktime)
      const verdict = ledger.receive(block, mocktime)
      return verdict.ok ? 'valid' : `${verdict.kind}: ${verdict.reason}`
    } catch (error) {
      if (error instanceof DecodeError) return 'undecodable'
      throw error
    }
  }

  function parseLeniently(bytes: Uint8Array): Block {
    try {
      return parseBlock(bytes)
    } catch {
      return parseBlock(bytes.subarray(0, bytes.length - 1))
    }
  }

  /** Checks a block on an older or unknown parent. Only its header can be checked here. */
  function besideTheTip(block: Block, now: number): string {
    const parent = ledger.headers.findIndex((header) => hashKey(blockHash(header)) === hashKey(block.header.prevHash))
    if (parent === -1) return 'unknown parent'
    const verdict = contextualCheckHeader(params, block.header, { ...ledger.contextOfHeader(now), height: parent + 1 })
    return verdict.ok ? 'side branch' : `${verdict.kind}: ${verdict.reason}`
  }

  /** Returns the recorded result in the same format. */
  function expected({ note, submit, submit_error, became_tip, tip_status, proposal }: Variant): string {
    if (submit_error?.code === -22) return 'undecodable'
    if (note === 'unknown prev') return 'unknown parent'
    if (note.startsWith('side branch') || note.startsWith('fork below')) return 'side branch'
    // Only running scripts or modules finds these.
    if (submit === 'rejected' && tip_status[0] === 'invalid') return 'valid'
    // Finding 8: komodod gets stuck on it without a reason.
    if (note === 'coinbase three outputs, third 4999') return 'invalid: bad-cb-outputs'
    // Finding 19: proof of work is checked with the header.
    if (submit === 'high-hash') return 'refused: high-hash'
    if (note === 'height 1 competitor') return 'refused: '
    if (note === 'time = now+61') return 'future: '
    if (submit === 'inconclusive') return `inconclusive: ${proposal}`
    if (became_tip) return 'valid'
    if (submit === null) return 'dropped: '
    return `${tip_status[0] === 'invalid' ? 'invalid' : 'refused'}: ${submit}`
  }
})
