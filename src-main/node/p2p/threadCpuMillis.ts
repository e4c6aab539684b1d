import { cpuUsage } from 'node:process'

/** Returns the processor time of this thread in ms; of the whole process on Node.js before 23.9, which counts no single thread. */
export function threadCpuMillis(): number {
  const { user, system } = 'threadCpuUsage' in process ? process.threadCpuUsage() : cpuUsage()
  return (user + system) / 1000
}
