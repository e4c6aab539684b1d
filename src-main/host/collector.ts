import { setFlagsFromString } from 'node:v8'

/**
 * Settings of V8's garbage collector for a process with a node, measured while a chain was synchronised.
 * - Parallel scavenging competes with the verification threads: its helpers spend half of their
 *   processor time finding that there is nothing to do.
 * - By default the heap grows to three times the live size before old objects are collected: 2.25 times is enough.
 * Both apply to all threads of the process, from the next collection on.
 */
export function tuneCollector(): void {
  setFlagsFromString('--no-parallel-scavenge')
  setFlagsFromString('--heap-growing-percent=125')
}
