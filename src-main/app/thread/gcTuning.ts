import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/**
 * Configures V8's garbage collector for a process with a node. Measured while a chain was synchronised:
 * - Parallel scavenging competes with the verification threads: its helpers spend half of their processor time finding
 *   that there is nothing to do.
 * - By default the heap grows to three times the live size before old objects are collected. An import peaks 20 to 40
 *   MB lower with 1.6 times than with 2.25 times.
 * - By default another thread frees the memory of garbage arrays at any time, which also competes. A collection that
 *   frees it itself takes 0.4 s less of the 11.5 s of processor time of an import.
 * - The young generation of a thread begins with semi-spaces of eight megabytes, or as many as its resource limits
 *   allow. With the usual one megabyte, a verification thread was collected 690 times during an import, for 1 ms each.
 *
 * All settings apply to all threads of the process, from the next collection on.
 */
export function tuneGarbageCollector(): void {
  setFlagsFromString('--no-parallel-scavenge')
  setFlagsFromString('--heap-growing-percent=60')
  setFlagsFromString('--no-concurrent-array-buffer-sweeping')
  setFlagsFromString('--min-semi-space-size=8')
}

const MEGABYTE = 1024 * 1024
/** Size of the young generation in bytes, both semi-spaces. */
const YOUNG_BYTES = 8 * MEGABYTE
/**
 * Its size from the first time that many blocks are imported. Rows that wait for their write survive its collections,
 * which take 0.9 s of an import instead of 1.4 s with a fourth of that size.
 */
const CATCH_UP_BYTES = 32 * MEGABYTE
/** Maximum number of filler objects, which fill the young generation many times over. */
const MAX_FILLERS = 1_000_000
const FILLERS_PER_CHECK = 200

const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? CATCH_UP_BYTES

/**
 * Grows this thread's young generation to a size and keeps it there. By default V8 doubles it up to 64 MB; loading the
 * modules alone grows it to 16. The V8 option for the size works only at process start; set later, it would undo the
 * limits of the worker threads.
 */
function growYoungGeneration(bytes: number): void {
  // V8 grows the young generation when as many bytes as its size have survived a collection.
  setFlagsFromString('--semi-space-growth-factor=4')
  const fillers: object[] = []
  while (youngBytes() < bytes && fillers.length < MAX_FILLERS)
    for (let i = 0; i < FILLERS_PER_CHECK; i++) fillers.push([i])
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** Limits this thread's young generation. Call before other modules are loaded. */
export function limitYoungGeneration(): void {
  growYoungGeneration(YOUNG_BYTES)
}

/** Enlarges this thread's young generation for a node that is catching up. It keeps that size. */
export function enlargeYoungGeneration(): void {
  growYoungGeneration(CATCH_UP_BYTES)
}
