/** Measures the processor time of this thread during the work, in ms. Other load of the machine is not included. */
export function processorMillis(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
