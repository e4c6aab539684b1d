/**
 * Milliseconds of processor time of the longest turn of the event loop that this thread takes during the work, its synchronous
 * beginning included: what else the machine does is not in them.
 */
export async function longestTurnMillis(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage()
  const measure = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
  }
  let timer: NodeJS.Immediate
  const next = () => {
    measure()
    timer = setImmediate(next)
  }
  timer = setImmediate(next)
  try {
    await work()
  } finally {
    measure()
    clearImmediate(timer)
  }
  return longest
}
