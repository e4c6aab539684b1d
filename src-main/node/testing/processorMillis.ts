/** Milliseconds of its processor's time that this thread works: what else the machine does is not in them. */
export function processorMillis(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
