import { setPriority } from 'node:os'

/**
 * Lets everything else on this machine run before the calling thread.
 * @param niceness 1 to 19; 5 leaves a third of the processor time that an equal would get, 10 a tenth
 */
export function lowerThreadPriority(niceness: number): void {
  // Only Linux knows a priority of one thread; elsewhere it would be the whole process's.
  if (process.platform !== 'linux') return
  try {
    setPriority(0, niceness)
  } catch {
    // Not allowed here: then the scheduler alone shares out the processor.
  }
}
