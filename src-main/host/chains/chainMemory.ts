import type { ChainEntry, ChainList } from './chainList.ts'
import type { Tip } from './chainRun.ts'
import type { Registry } from './registry.ts'

/** What is remembered from one start to the next. A chain runs whether or not it can be written down. */
export interface ChainMemory {
  started(id: string): Promise<void>
  /** somebody stopped it: it is not to run at the next start */
  stopped(id: string): Promise<void>
  shown(id: string | null): Promise<void>
  /** where these chains are; waits for all that is still to be written */
  seen(tips: readonly (readonly [id: string, tip: Tip | undefined])[]): Promise<void>
}

export interface MemoryDeps {
  readonly registry: Registry
  /** what runs and what is shown is the command line's to say, and not remembered */
  readonly fixed: boolean
  /** unix seconds */
  now(): number
  tell(line: string): void
  written(): void
}

export const changeEntry =
  (id: string, change: (entry: ChainEntry) => ChainEntry) =>
  (list: ChainList): ChainList => ({
    ...list,
    chains: list.chains.map((entry) => (entry.id === id ? change(entry) : entry)),
  })

export function createChainMemory({ registry, fixed, now, tell, written }: MemoryDeps): ChainMemory {
  const note = async (change: (list: ChainList) => ChainList) => {
    await registry
      .update(change)
      .catch((error: unknown) => tell(error instanceof Error ? error.message : String(error)))
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
