import type { ChainEntry, ChainList } from './chainList.ts'
import type { Tip } from './chainRun.ts'
import type { Registry } from './registry.ts'

/** What the list keeps from one start to the next. A failed write never stops a chain. */
export interface ChainRunRecord {
  started(id: string): Promise<void>
  /** a person stopped it: it does not run at the next start */
  stopped(id: string): Promise<void>
  shown(id: string | null): Promise<void>
  /** saves the tips of these chains, after all earlier writes */
  seen(tips: readonly (readonly [id: string, tip: Tip | undefined])[]): Promise<void>
}

export interface MemoryDeps {
  readonly registry: Registry
  /** the command line decides what runs and what is shown: nothing of it is saved */
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

export function createChainMemory({ registry, fixed, now, print, written }: MemoryDeps): ChainRunRecord {
  const note = async (change: (list: ChainList) => ChainList) => {
    await registry
      .update(change)
      .catch((error: unknown) => print(error instanceof Error ? error.message : String(error)))
    written()
  }
  const without = (id: string) => (list: ChainList) => list.running.filter((other) => other !== id)

  return {
    started: (id) =>
      note((list) => {
        const used = changeEntry(id, (entry) => ({ ...entry, lastUsed: now() }))(list)
        return fixed ? used : { ...used, running: [...without(id)(list), id] }
      }),
    stopped: (id) => (fixed ? Promise.resolve() : note((list) => ({ ...list, running: without(id)(list) }))),
    shown: (id) => (fixed ? Promise.resolve() : note((list) => ({ ...list, current: id }))),
    seen: (tips) =>
      note((list) =>
        tips.reduce((rest, [id, tip]) => {
          if (tip === undefined) return rest
          return changeEntry(id, (entry) => ({ ...entry, height: tip.height, tipTime: tip.time }))(rest)
        }, list),
      ),
  }
}
