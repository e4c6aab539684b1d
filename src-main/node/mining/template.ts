import { type ChainParams, EMPTY_SAPLING_ROOT, maxBlockSize, subsidy } from '../consensus/index.ts'
import type { Clock, Logger, MempoolEntry } from '../interfaces.ts'
import type { Mempool } from '../mempool/index.ts'
import { decodeCompact, merkleRoot, txidOf } from '../primitives/index.ts'
import type { Block, BlockHeader } from '../primitives/types.ts'
import { hashKey } from '../util/index.ts'
import { buildCoinbase } from './coinbase.ts'
import { selectTransactions, type Waiting } from './select.ts'
import { type BlockTemplate, type MiningChain, MiningError, type TemplateFigures, type TemplateTx } from './types.ts'

export interface TemplateDeps {
  readonly params: ChainParams
  readonly chain: MiningChain
  readonly mempool: Mempool
  readonly clock: Clock
  readonly logger: Logger
}

export interface TemplateOptions {
  /** Most bytes of a block (`-blockmaxsize`); never above what consensus allows. */
  readonly maxSize?: number
}

export interface TemplateRequest {
  /** scriptPubKey of the reward */
  readonly script: Uint8Array
  /** header time; default: now, or the earliest allowed */
  readonly time?: number
}

export interface TemplateBuilder {
  /** @throws MiningError `template` if not even an empty block would be valid */
  build(request: TemplateRequest): BlockTemplate
  /** of the last template; undefined before the first */
  last(): TemplateFigures | undefined
}

const BLOCK_VERSION = 4
/** Kept free for header, count and coinbase. */
const RESERVED_SIZE = 1_000
const RESERVED_SIGOPS = 100
export function createTemplateBuilder(options: TemplateOptions, deps: TemplateDeps): TemplateBuilder {
  const { params, chain, mempool, clock } = deps
  const logger = deps.logger.child('mining')
  let figures: TemplateFigures | undefined

  function waiting(exclude: ReadonlySet<MempoolEntry>): Waiting[] {
    const positions = new Map<MempoolEntry, number>()
    const found: Waiting[] = []
    for (const entry of mempool.ordered()) {
      const parents = mempool.parents(entry).map((parent) => positions.get(parent))
      // What depends on an excluded transaction is excluded with it.
      if (exclude.has(entry) || parents.includes(undefined)) continue
      positions.set(entry, found.length)
      const fee = entry.fee + mempool.deltasOf(entry.txid).fee
      found.push({ entry, fee, sigops: mempool.sigops(entry), parents: parents as number[] })
    }
    return found
  }

  function choose(exclude: ReadonlySet<MempoolEntry>, sizeLimit: number): TemplateTx[] {
    const candidates = waiting(exclude)
    const size = Math.min(options.maxSize ?? sizeLimit, sizeLimit) - RESERVED_SIZE
    const room = { size, sigops: params.maxBlockSigOps - RESERVED_SIGOPS }
    const position = new Map<string, number>()
    return selectTransactions(candidates, room).map((index, at) => {
      const { entry, sigops } = candidates[index]!
      position.set(hashKey(entry.txid), at + 1)
      const depends = new Set<number>()
      for (const { prevout } of entry.tx.vin) {
        const parent = position.get(hashKey(prevout.hash))
        if (parent !== undefined) depends.add(parent)
      }
      return { entry, fee: entry.fee, sigops, depends: [...depends].sort((a, b) => a - b) }
    })
  }

  function assemble(request: TemplateRequest, exclude: ReadonlySet<MempoolEntry>): BlockTemplate {
    const prev = chain.tip()
    const upgrades = chain.upgrades()
    const height = prev.height + 1
    const minTime = chain.medianTimePast(prev) + 1
    const time = request.time ?? Math.max(minTime, clock.now())
    const bits = chain.nextBits(prev)
    const sizeLimit = maxBlockSize(upgrades, height)
    const txs = choose(exclude, sizeLimit)
    const fees = txs.reduce((sum, { fee }) => sum + fee, 0n)
    const rest = txs.map(({ entry }) => entry.tx)
    const { script } = request
    const coinbase = buildCoinbase({ params, upgrades, height, txs: rest, fees, script, lockTime: time })
    const header: BlockHeader = {
      version: BLOCK_VERSION,
      prevHash: prev.hash,
      merkleRoot: merkleRoot([coinbase, ...rest].map(txidOf)).root,
      finalSaplingRoot: EMPTY_SAPLING_ROOT,
      time,
      bits,
      nonce: new Uint8Array(32),
      solution: new Uint8Array(0),
    }
    return {
      height,
      prev,
      header,
      coinbase,
      txs,
      fees,
      subsidy: subsidy(params, height),
      target: decodeCompact(bits).target,
      minTime,
      sizeLimit,
      sigopLimit: params.maxBlockSigOps,
    }
  }

  /** Transactions that a block on the tip may not hold: first those that say so themselves, then by search. */
  function findOffenders(request: TemplateRequest, excluded: ReadonlySet<MempoolEntry>): MempoolEntry[] {
    const entries = assemble(request, excluded).txs.map(({ entry }) => entry)
    const refused = entries.filter((entry) => !mempool.evaluate(entry))
    if (refused.length > 0) return refused
    // The shortest invalid beginning of the block ends with an offender.
    let valid = 0
    let invalid = entries.length
    while (invalid - valid > 1) {
      const middle = (valid + invalid) >> 1
      const without = new Set([...excluded, ...entries.slice(middle)])
      if (isValid(assemble(request, without))) valid = middle
      else invalid = middle
    }
    return entries.slice(invalid - 1, invalid)
  }

  const isValid = (template: BlockTemplate): boolean => chain.testBlockValidity(templateBlock(template)).ok

  function build(request: TemplateRequest): BlockTemplate {
    const excluded = new Set<MempoolEntry>()
    for (;;) {
      const template = assemble(request, excluded)
      const verdict = chain.testBlockValidity(templateBlock(template))
      if (verdict.ok) return template
      if (template.txs.length === 0)
        throw new MiningError('template', `no valid block can be made: ${verdict.reason || verdict.kind}`)
      const offenders = findOffenders(request, excluded)
      logger.warn('left out of a block', { reason: verdict.reason, txids: offenders.map(({ txidHex }) => txidHex) })
      for (const entry of offenders) excluded.add(entry)
    }
  }

  return {
    build(request) {
      const template = build(request)
      const size = template.txs.reduce((sum, { entry }) => sum + entry.size, RESERVED_SIZE)
      figures = { size, txCount: template.txs.length }
      return template
    },
    last: () => figures,
  }
}

/** The block as it is proposed: without proof of work. */
export function templateBlock({ header, coinbase, txs }: BlockTemplate): Block {
  return { header, txs: [coinbase, ...txs.map(({ entry }) => entry.tx)] }
}
