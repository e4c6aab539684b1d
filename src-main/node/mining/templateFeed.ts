import type { Clock } from '../core/index.ts'
import type { Mempool } from '../mempool/index.ts'
import type { TemplateBuilder } from './template.ts'
import { type BlockTemplate, type MiningChain, NEEDS_STAKE } from './types.ts'

export interface TemplateFeedDeps {
  readonly chain: MiningChain
  readonly mempool: Mempool
  readonly templates: Pick<TemplateBuilder, 'aging' | 'build' | 'retimed'>
  readonly clock: Clock
  /**
   * returns the scriptPubKey of the reward, or undefined if the node has no key; throws if none is available at the
   * moment
   */
  readonly script: () => Uint8Array | undefined
}

/** Template with a job number, to which a solution refers. */
export interface FedTemplate {
  /** increases with each template, from 1 */
  readonly job: number
  readonly template: BlockTemplate
  /** true for the first template on its tip: earlier searches are useless */
  readonly first: boolean
}

/** Minimum age of a template before new transactions replace it. */
const MEMPOOL_MS = 5_000
/** Age after which the header gets a newer time. */
const TEMPLATE_MS = 30_000
/** Age after which the header gets a newer time if the target depends on the time. */
const AGING_MS = 2_000
/** Maximum number of templates kept: a solution may belong to a template that was just replaced. */
const MAX_KEPT = 16

/** Builds the templates that a miner works on, one after another. */
export class TemplateFeed {
  readonly #deps: TemplateFeedDeps
  #jobs = 0
  /** newest last; all on the same block */
  #kept: FedTemplate[] = []
  #script: Uint8Array | undefined
  #builtAt = 0
  #timedAt = 0
  /** the mempool's number of changes when the newest template was built */
  #updates = -1

  constructor(deps: TemplateFeedDeps) {
    this.#deps = deps
  }

  /** Returns true if there is a template. */
  active(): boolean {
    return this.#kept.length > 0
  }

  /** Returns true if there is no template, or if the newest needs new contents or a newer time. */
  isDue(): boolean {
    const { templates, clock } = this.#deps
    return this.#isOutdated() || (templates.aging && clock.millis() - this.#timedAt >= AGING_MS)
  }

  /** Returns the next template, or the reason for its absence. */
  next(): FedTemplate | string {
    const template = this.#build()
    if (typeof template === 'string') return template
    this.#timedAt = this.#deps.clock.millis()
    if (this.#kept[0]?.template.prev !== template.prev) this.#kept = []
    const fed = { job: ++this.#jobs, template, first: this.#kept.length === 0 }
    this.#kept = [...this.#kept.slice(1 - MAX_KEPT), fed]
    return fed
  }

  /** Returns the template with this number, if its block would still extend the tip. */
  find(job: number): BlockTemplate | undefined {
    const template = this.#kept.find((fed) => fed.job === job)?.template
    return template?.prev === this.#deps.chain.tip() ? template : undefined
  }

  /** Drops all templates. @returns the number of the next template */
  drop(): number {
    this.#kept = []
    return this.#jobs + 1
  }

  /** Makes the next template request a new script for its reward. */
  changeScript(): void {
    this.#script = undefined
  }

  #isOutdated(): boolean {
    const { clock, mempool } = this.#deps
    const age = clock.millis() - this.#builtAt
    const changed = this.#updates !== mempool.updates()
    return this.#kept.length === 0 || age >= TEMPLATE_MS || (changed && age >= MEMPOOL_MS)
  }

  #build(): BlockTemplate | string {
    const { chain, mempool, templates, clock } = this.#deps
    const last = this.#kept.at(-1)?.template
    if (last !== undefined && this.#script !== undefined && templates.aging && !this.#isOutdated()) {
      if (last.prev === chain.tip()) return templates.retimed(last)
    }
    try {
      this.#script ??= this.#deps.script()
      if (!this.#script) return 'No key to mine to: set -pubkey or -mineraddress, or use the wallet.'
      const template = templates.build({ script: this.#script })
      if (template.staking?.needed) return NEEDS_STAKE
      this.#builtAt = clock.millis()
      this.#updates = mempool.updates()
      return template
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}
