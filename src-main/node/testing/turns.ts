/**
 * Measures the turns of the event loop that this thread uses for the work, starting with its synchronous part, in
 * milliseconds of the thread's processor time. A busy machine increases both results, so compare them with each other.
 */
export async function measureTurns(work: () => Promise<unknown>): Promise<{ longest: number; total: number }> {
  let longest = 0
  let total = 0
  let before = process.threadCpuUsage()
  const measure = () => {
    const { user, system } = process.threadCpuUsage(before)
    const turn = (user + system) / 1000
    longest = Math.max(longest, turn)
    total += turn
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
  return { longest, total }
}
