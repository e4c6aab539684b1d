import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressIndexMigrations, createAddressIndex } from '../addressIndex/index.ts'
import { chainParamsFromArgs } from '../consensus/index.ts'
import { ContractEvaluator } from '../contracts/index.ts'
import { createTestNode, RECORDED_ARGS, type TestNode, vectorLines } from '../testing/index.ts'
import { DecodeError, fromHex } from '../util/index.ts'

interface Variant {
  readonly note: string
  readonly mocktime: number
  readonly block_hex: string
  readonly proposal: string | null
  readonly proposal_error: { readonly code: number } | null
  readonly submit: string | null
  readonly submit_error: { readonly code: number } | null
  readonly became_tip: boolean
  readonly tip_status: readonly string[]
}

interface RecordedBlock {
  readonly height: number
  readonly hash: string
  readonly hex: string
  readonly verbose: { readonly time: number }
}

interface Expected {
  readonly proposal: string | null
  readonly submit: string | null
  readonly tip: boolean
  readonly status: string | undefined
}

/** Intended differences from komodod: protocol/README.md findings 1, 7, 8 and 19. */
const OURS: Readonly<Record<string, Partial<Expected>>> = {
  // This node checks proposals completely, except for proof of work.
  'coinbase script 101 bytes': { proposal: 'bad-cb-length' },
  'coinbase without outputs': { proposal: 'bad-txns-vout-empty' },
  'tx with no outputs': { proposal: 'bad-txns-vout-empty' },
  'scriptPubKey 10002 bytes': { proposal: 'bad-txns-opret-too-big' },
  'negative output': { proposal: 'bad-txns-vout-negative' },
  'faucetget tx of a key with history': { proposal: 'rejected' },
  // Rejected and marked as invalid, whereas komodod cannot continue afterwards.
  'coinbase three outputs, third 4999': { proposal: 'bad-cb-outputs', submit: 'bad-cb-outputs', status: 'invalid' },
  // Proof of work is part of the header check, so nothing is stored.
  'hash above target': { status: undefined },
}

describe('hand-made blocks recorded with komodod', () => {
  const args = RECORDED_ARGS.regtest
  let base: string

  function open(dataDir: string, time: number): TestNode {
    let index: ReturnType<typeof createAddressIndex> | undefined
    return createTestNode({
      args,
      dataDir,
      time,
      evaluator: new ContractEvaluator(chainParamsFromArgs(args)),
      migrations: [addressIndexMigrations],
      observers: (db) => {
        index = createAddressIndex({ db })
        return [index.observer]
      },
      addressIndex: () => index!,
    })
  }

  beforeAll(() => {
    base = mkdtempSync(join(tmpdir(), 'variants-'))
    const node = open(join(base, 'chain'), 1_700_000_000)
    const blocks = [
      ...vectorLines<RecordedBlock>('regtest/blocks.jsonl').slice(1),
      ...vectorLines<RecordedBlock>('regtest/blocks_variants_chain.jsonl'),
    ]
    for (const { hex, hash, verbose } of blocks) {
      node.clock.set(verbose.time)
      if (node.chain.submitBlock(fromHex(hex)) !== null) throw new Error(`recorded block ${hash} was refused`)
    }
    node.close()
  })
  afterAll(() => rmSync(base, { recursive: true, force: true }))

  const variants = vectorLines<Variant>('regtest/blocks_variants.jsonl')

  it.each(variants.map((variant) => [variant.note, variant] as const))('%s', (note, variant) => {
    const dir = mkdtempSync(join(tmpdir(), 'variant-'))
    cpSync(join(base, 'chain'), dir, { recursive: true })
    const node = open(dir, variant.mocktime)
    try {
      const { chain } = node
      const before = chain.tip()
      const bytes = fromHex(variant.block_hex)
      if (variant.submit_error !== null) {
        expect(() => chain.submitBlock(bytes)).toThrow(DecodeError)
        expect(() => chain.checkProposal(bytes)).toThrow(DecodeError)
        return
      }
      const { proposal, submit, became_tip: tip, tip_status: statuses } = variant
      const expected: Expected = { proposal, submit, tip, status: statuses[0], ...OURS[note] }
      expect(chain.checkProposal(bytes)).toBe(expected.proposal)
      expect(chain.tip()).toBe(before)
      expect(chain.submitBlock(bytes)).toBe(expected.submit)
      expect(chain.tip() !== before).toBe(expected.tip)
      const status = chain.tips().filter((entry) => entry !== before)
      expect(status.map((entry) => chain.tipStatus(entry))).toEqual(
        expected.status === undefined ? [] : [expected.status],
      )
    } finally {
      node.close()
      rmSync(dir, { recursive: true, force: true })
    }
  })

  it('covers all 76 recorded blocks', () => {
    expect(variants).toHaveLength(76)
    expect(Object.keys(OURS).filter((note) => !variants.some((variant) => variant.note === note))).toEqual([])
  })
})
