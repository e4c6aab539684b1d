/** Counts the turns of the event loop that other work gets until `work` ends. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let timer: NodeJS.Immediate
  const count = () => {
    turns++
    timer = setImmediate(count)
  }
  timer = setImmediate(count)
  try {
    await work()
  } finally {
    clearImmediate(timer)
  }
  return turns
}
