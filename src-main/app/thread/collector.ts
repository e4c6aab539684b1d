import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/**
 * Settings of V8's garbage collector for a process with a node, measured while a chain was synchronised.
 * - Parallel scavenging competes with the verification threads: its helpers spend half of their
 *   processor time finding that there is nothing to do.
 * - By default the heap grows to three times the live size before old objects are collected: with 1.6 times an import peaks
 *   20 to 40 MB lower than with 2.25, for one per cent of its processor time; with 1.4 times another 5 to 10 MB lower.
 * - The memory of arrays that are garbage is given back by another thread at any time, which competes too: a collection that
 *   does so itself takes 0.4 s less of the 11.5 s of processor time of an import.
 * All apply to all threads of the process, from the next collection on.
 */
export function tuneGarbageCollector(): void {
  setFlagsFromString('--no-parallel-scavenge')
  setFlagsFromString('--heap-growing-percent=40')
  setFlagsFromString('--no-concurrent-array-buffer-sweeping')
}

const MEGABYTE = 1024 * 1024
/** Of young objects, both halves. */
const YOUNG_SPACE = 8 * MEGABYTE
/** Objects that fill it many times over. */
const MOST_FILLERS = 1_000_000
const FILLERS_A_LOOK = 200

const youngSpace = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? YOUNG_SPACE

/**
 * Makes the space of young objects of this thread grow to eight megabytes and no further; to be called before anything is
 * loaded. By default it is doubled up to 64 MB, by the modules alone to 16. Most of what an import allocates is garbage before
 * the next block, so more makes it no quicker and its peak higher; with a fourth of it an import takes a twentieth longer. The
 * option that sets the size is of use only where the process is started; set later, it would undo the limits of the workers.
 */
export function limitYoungGeneration(): void {
  // V8 lets it grow when as much as it holds has survived a collection.
  setFlagsFromString('--semi-space-growth-factor=4')
  const fillers: object[] = []
  while (youngSpace() < YOUNG_SPACE && fillers.length < MOST_FILLERS)
    for (let i = 0; i < FILLERS_A_LOOK; i++) fillers.push([i])
  setFlagsFromString('--semi-space-growth-factor=1')
}
