/** Measures how long work blocks this thread, in ms of its own CPU time, so that other programs do not count. */
export interface ThreadWatch {
  /** Returns the longest blocking time since the last call and starts a new measurement. */
  longest(): number
  stop(): void
}

const cpuTime = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export function watchThread(): ThreadWatch {
  let running = true
  let last = cpuTime()
  let most = 0
  const measure = () => {
    const now = cpuTime()
    most = Math.max(most, now - last)
    last = now
  }
  const turn = () => {
    measure()
    if (running) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    longest() {
      measure()
      const found = most
      most = 0
      return found
    },
    stop() {
      running = false
    },
  }
}
