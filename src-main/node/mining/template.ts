import { branchIdAt, type ChainParams, maxBlockSize, stakeRoot, subsidy } from '../consensus/index.ts'
import type { Clock, Logger, MempoolEntry } from '../core/index.ts'
import type { Mempool } from '../mempool/index.ts'
import { computeTxid, decodeCompact, merkleRoot } from '../primitives/index.ts'
import type { Block, BlockHeader } from '../primitives/types.ts'
import { buildCoinbase } from './buildCoinbase.ts'
import { chooseTransactions } from './choose.ts'
import { waitingNotarisation } from './notarisation.ts'
import { draftStake, stakeShare, withRoot } from './staking/stakeOutput.ts'
import type { StakeRequest } from './staking/types.ts'
import { type BlockTemplate, type MiningChain, MiningError, type TemplateFigures } from './types.ts'

export interface TemplateDeps {
  readonly params: ChainParams
  readonly chain: MiningChain
  readonly mempool: Mempool
  readonly clock: Clock
  readonly logger: Logger
}

export interface TemplateOptions {
  /** Maximum block size in bytes (`-blockmaxsize`), limited by consensus. */
  readonly maxSize?: number
}

export interface TemplateRequest {
  /** scriptPubKey of the reward */
  readonly script: Uint8Array
  /** header time; default: the current time, or the earliest allowed */
  readonly time?: number
  /** set if the block must end with a stake */
  readonly stake?: StakeRequest | undefined
}

const BLOCK_VERSION = 4
/** Bytes reserved for header, transaction count and coinbase. */
const RESERVED_SIZE = 1_000
const RESERVED_SIGOPS = 100

type Excluded = ReadonlySet<MempoolEntry>
/**
 * Up to this height miners use the minimum difficulty (staking.md §7). The rules allow that for longer, which regtest
 * uses.
 */
const LIGHT_WORK = 10
/**
 * Up to this height a block without a stake needs only the minimum difficulty, even on a chain where every block is
 * staked.
 */
const LAST_WORK = 100

/** Block assembler: builds templates of the next block, and keeps the size of the last one. */
export class TemplateBuilder {
  /** true if the target depends on the time, so that the template's time should be updated often */
  readonly aging: boolean
  readonly #options: TemplateOptions
  readonly #deps: TemplateDeps
  readonly #log: Logger
  #last: TemplateFigures | undefined

  constructor(options: TemplateOptions, deps: TemplateDeps) {
    this.#options = options
    this.#deps = deps
    this.#log = deps.logger.child('mining')
    this.aging = deps.params.adaptivePow !== null
  }

  /** @throws MiningError `template` if not even an empty block would be valid */
  build(request: TemplateRequest): BlockTemplate {
    const template = this.#buildValid(request)
    const size = template.txs.reduce((sum, { entry }) => sum + entry.size, RESERVED_SIZE)
    this.#last = { size, txCount: template.txs.length }
    return template
  }

  /**
   * Returns the same block with another time and the target of that time. The default is the current time, or the
   * earliest allowed.
   */
  retimed(template: BlockTemplate, time = Math.max(template.minTime, this.#deps.clock.now())): BlockTemplate {
    const header = { ...template.header, time, bits: this.#deps.chain.nextBits(template.prev, time) }
    return { ...template, header, ...this.#deriveWork(template.height, header.bits) }
  }

  /** Returns the size of the last template, or undefined before the first. */
  last(): TemplateFigures | undefined {
    return this.#last
  }

  /** Leaves out transactions until the chain accepts the block. */
  #buildValid(request: TemplateRequest): BlockTemplate {
    const excluded = new Set<MempoolEntry>()
    for (;;) {
      const template = this.#assemble(request, excluded)
      const verdict = this.#deps.chain.testBlockValidity(templateBlock(template))
      if (verdict.ok) return template
      if (template.txs.length === 0)
        throw new MiningError('template', `no valid block can be made: ${verdict.reason || verdict.kind}`)
      const offenders = this.#findOffenders(template, (without) =>
        this.#assemble(request, new Set([...excluded, ...without])),
      )
      this.#log.warn('transactions left out of a block', {
        reason: verdict.reason,
        txids: offenders.map(({ txidHex }) => txidHex),
      })
      for (const entry of offenders) excluded.add(entry)
    }
  }

  /** Assembles a block of the mempool's transactions except the excluded ones; the chain has not validated it. */
  #assemble({ script, time: wanted, stake }: TemplateRequest, excluded: Excluded): BlockTemplate {
    const { params, chain, mempool, clock } = this.#deps
    const prev = chain.committedTip()
    const upgrades = chain.upgrades()
    const height = prev.height + 1
    const minTime = chain.earliestTime(prev)
    const time = wanted ?? Math.max(minTime, clock.now())
    const sizeLimit = maxBlockSize(upgrades, height)
    const sigopLimit = params.maxBlockSigOps
    const size = Math.min(this.#options.maxSize ?? sizeLimit, sizeLimit) - RESERVED_SIZE
    const spender = stake && mempool.spender(stake.coin.outpoint)?.entry
    const without = spender ? new Set([...excluded, spender]) : excluded
    const { paid, others } = waitingNotarisation(params, mempool, { height, time }, without)
    const room = { size, sigops: sigopLimit - RESERVED_SIGOPS }
    const left = others.length > 0 ? new Set([...without, ...others]) : without
    const chosen = chooseTransactions(mempool, left, room, paid?.entry)
    const fees = chosen.reduce((sum, { fee }) => sum + fee, 0n)
    const txs = chosen.map(({ entry }) => entry.tx)
    const draft = stake && draftStake(stake, { height, upgrades, time })
    const coinbase = buildCoinbase({
      ...{ params, upgrades, height, script, lockTime: time },
      txs: draft ? [...txs, draft] : txs,
      notaries: chosen[0]?.entry === paid?.entry ? paid?.outputs : undefined,
      fees: fees + (stake && draft ? stakeShare(stake, draft) : 0n),
    })
    const staked =
      draft && withRoot(draft, stakeRoot([coinbase, ...txs, draft], { prevHash: prev.hash }, { height, upgrades }))
    const signed = stake && staked && stake.sign(staked, stake.coin, branchIdAt(upgrades, height))
    const header: BlockHeader = {
      version: BLOCK_VERSION,
      prevHash: prev.hash,
      merkleRoot: merkleRoot([coinbase, ...txs, ...(signed ? [signed] : [])].map(computeTxid)).root,
      finalSaplingRoot: chain.saplingRootWith(txs),
      time,
      bits: chain.nextBits(prev, time),
      nonce: new Uint8Array(32),
      solution: new Uint8Array(0),
    }
    return {
      height,
      prev,
      header,
      coinbase,
      txs: chosen,
      stake: signed,
      fees,
      subsidy: subsidy(params, height),
      ...this.#deriveWork(height, header.bits),
      minTime,
      sizeLimit,
      sigopLimit,
    }
  }

  #deriveWork(height: number, bits: number): Pick<BlockTemplate, 'target' | 'staking'> {
    const { params, chain } = this.#deps
    const { staked, powLimitTarget, network } = params
    if (staked === 0) return { target: decodeCompact(bits).target }
    const { target, percent } = chain.nextWorkTarget(bits)
    const staking = { workTarget: target, percent, needed: staked === 100 && height > LAST_WORK }
    const light = height <= (network === 'regtest' ? LAST_WORK : LIGHT_WORK)
    return { target: light ? powLimitTarget : target, staking }
  }

  /**
   * Finds the transactions that make a block invalid: those that the mempool now rejects, else one by binary search.
   */
  #findOffenders(
    template: BlockTemplate,
    assembleWithout: (entries: readonly MempoolEntry[]) => BlockTemplate,
  ): MempoolEntry[] {
    const { chain, mempool } = this.#deps
    const entries = template.txs.map(({ entry }) => entry)
    const rejected = entries.filter((entry) => !mempool.evaluate(entry))
    if (rejected.length > 0) return rejected
    // The last transaction of the shortest invalid prefix is an offender.
    let valid = 0
    let invalid = entries.length
    while (invalid - valid > 1) {
      const middle = (valid + invalid) >> 1
      const beginning = assembleWithout(entries.slice(middle))
      if (chain.testBlockValidity(templateBlock(beginning)).ok) valid = middle
      else invalid = middle
    }
    return entries.slice(invalid - 1, invalid)
  }
}

/** Returns the block as proposed, without proof of work. */
export function templateBlock({ header, coinbase, txs, stake }: BlockTemplate): Block {
  return { header, txs: [coinbase, ...txs.map(({ entry }) => entry.tx), ...(stake ? [stake] : [])] }
}
