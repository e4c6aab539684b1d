import { setPriority } from 'node:os'

/**
 * Lowers the priority of the calling thread below other threads and programs on this machine.
 * @param niceness 1 to 19; 5 leaves a third of the processor time that an equal thread would get, 10 a tenth
 */
export function lowerThreadPriority(niceness: number): void {
  // Only Linux has priorities per thread; elsewhere this would change the complete process.
  if (process.platform !== 'linux') return
  try {
    setPriority(0, niceness)
  } catch {
    // Not permitted: leave the priority to the scheduler.
  }
}
