import type { ChainEntry, ChainList } from './chainList.ts'
import type { Tip } from './chainRun.ts'
import type { Registry } from './registry.ts'

export interface MemoryDeps {
  readonly registry: Registry
  /** true if the command line decides what runs and what is shown; neither is saved then */
  readonly fixed: boolean
  /** unix seconds */
  now(): number
  print(line: string): void
  written(): void
}

export const changeEntry =
  (id: string, change: (entry: ChainEntry) => ChainEntry) =>
  (list: ChainList): ChainList => ({
    ...list,
    chains: list.chains.map((entry) => (entry.id === id ? change(entry) : entry)),
  })

/** Saves the state of chains in the list between starts. A failed write never stops a chain. */
export class ChainRunRecord {
  readonly #deps: MemoryDeps

  constructor(deps: MemoryDeps) {
    this.#deps = deps
  }

  started(id: string): Promise<void> {
    const { fixed, now } = this.#deps
    return this.#note((list) => {
      const used = changeEntry(id, (entry) => ({ ...entry, lastUsed: now() }))(list)
      return fixed ? used : { ...used, running: [...runningExcept(id, list), id] }
    })
  }

  /** Records that the user stopped the chain, so that it does not run at the next start. */
  async stopped(id: string): Promise<void> {
    if (!this.#deps.fixed) await this.#note((list) => ({ ...list, running: runningExcept(id, list) }))
  }

  async shown(id: string | null): Promise<void> {
    if (!this.#deps.fixed) await this.#note((list) => ({ ...list, current: id }))
  }

  /** Saves the given tips, after all earlier writes. */
  seen(tips: readonly (readonly [id: string, tip: Tip | undefined])[]): Promise<void> {
    return this.#note((list) =>
      tips.reduce((rest, [id, tip]) => {
        if (tip === undefined) return rest
        return changeEntry(id, (entry) => ({ ...entry, height: tip.height, tipTime: tip.time }))(rest)
      }, list),
    )
  }

  async #note(change: (list: ChainList) => ChainList): Promise<void> {
    const { registry, print, written } = this.#deps
    await registry
      .update(change)
      .catch((error: unknown) => print(error instanceof Error ? error.message : String(error)))
    written()
  }
}

const runningExcept = (id: string, { running }: ChainList) => running.filter((other) => other !== id)
