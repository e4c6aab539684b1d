import { cpuUsage } from 'node:process'

/**
 * Returns the processor time of this thread in ms. Before Node.js 23.9, which has no count per thread, returns the time
 * of the whole process.
 */
export function threadCpuMillis(): number {
  const { user, system } = 'threadCpuUsage' in process ? process.threadCpuUsage() : cpuUsage()
  return (user + system) / 1000
}
