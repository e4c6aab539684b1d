import type { Clock } from '../core/index.ts'
import type { Mempool } from '../mempool/index.ts'
import type { TemplateBuilder } from './template.ts'
import { type BlockTemplate, type MiningChain, NEEDS_STAKE } from './types.ts'

export interface TemplateFeedDeps {
  readonly chain: MiningChain
  readonly mempool: Mempool
  readonly templates: TemplateBuilder
  readonly clock: Clock
  /** scriptPubKey of the reward; undefined: nobody can be paid; throws if there is none at the moment */
  readonly script: () => Uint8Array | undefined
}

/** A numbered template: a solution refers to the number. */
export interface FedTemplate {
  /** grows with each template, from 1 */
  readonly job: number
  readonly template: BlockTemplate
  /** the first one on its tip: earlier searches are useless */
  readonly first: boolean
}

/** The templates that a miner works on, one after another. */
export interface TemplateFeed {
  /** whether there is one */
  active(): boolean
  /** there is none, or it is outdated */
  isDue(): boolean
  /** @returns the next template, or why there is none */
  next(): FedTemplate | string
  /** the template of that number, if a block made from it would still extend the tip */
  find(job: number): BlockTemplate | undefined
  /** Drops all of them. @returns the number of the next */
  drop(): number
  /** The reward of the next template goes elsewhere. */
  changeScript(): void
}

/** New transactions get into the template after this time. */
const MEMPOOL_MILLIS = 5_000
/** After this time the header needs a newer time. */
const TEMPLATE_MILLIS = 30_000
/** After this time the header gets one where the target depends on it. */
const AGING_MILLIS = 2_000
/** Templates kept: a solution may be for one that was just replaced. */
const KEPT = 16

export function createTemplateFeed({ chain, mempool, templates, clock, script }: TemplateFeedDeps): TemplateFeed {
  let jobs = 0
  /** newest last; all on the same block */
  let kept: FedTemplate[] = []
  let paid: Uint8Array | undefined
  let madeAt = 0
  let timedAt = 0
  let madeWith = -1

  function isOutdated(): boolean {
    const age = clock.millis() - madeAt
    const changed = madeWith !== mempool.updates()
    return kept.length === 0 || age >= TEMPLATE_MILLIS || (changed && age >= MEMPOOL_MILLIS)
  }

  function make(): BlockTemplate | string {
    const last = kept.at(-1)?.template
    if (last !== undefined && paid !== undefined && templates.aging && !isOutdated() && last.prev === chain.tip()) {
      return templates.retimed(last)
    }
    try {
      paid ??= script()
      if (!paid) return 'There is no key to mine to: set -pubkey or -mineraddress, or use the wallet.'
      const template = templates.build({ script: paid })
      if (template.staking?.needed) return NEEDS_STAKE
      madeAt = clock.millis()
      madeWith = mempool.updates()
      return template
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  return {
    active: () => kept.length > 0,
    isDue: () => isOutdated() || (templates.aging && clock.millis() - timedAt >= AGING_MILLIS),
    next() {
      const template = make()
      if (typeof template === 'string') return template
      timedAt = clock.millis()
      if (kept[0]?.template.prev !== template.prev) kept = []
      const fed = { job: ++jobs, template, first: kept.length === 0 }
      kept = [...kept.slice(1 - KEPT), fed]
      return fed
    },
    find(job) {
      const template = kept.find((fed) => fed.job === job)?.template
      return template?.prev === chain.tip() ? template : undefined
    },
    drop() {
      kept = []
      return jobs + 1
    },
    changeScript() {
      paid = undefined
    },
  }
}
