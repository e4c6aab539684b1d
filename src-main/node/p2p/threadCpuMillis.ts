import { cpuUsage } from 'node:process'

/** Returns the processor time of this thread in ms; of the whole process on Node.js before 23.9, which cannot tell threads apart. */
export function threadCpuMillis(): number {
  const { user, system } = 'threadCpuUsage' in process ? process.threadCpuUsage() : cpuUsage()
  return (user + system) / 1000
}
