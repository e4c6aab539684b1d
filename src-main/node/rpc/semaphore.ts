/** Work of which only so much is done at a time; the rest waits in line. */
export interface Semaphore {
  /** How many wait for a place. */
  waiting(): number
  /** Resolves when there is a place; the function that it resolves to leaves it, and may be called once. */
  enter(): Promise<() => void>
}

export function createSemaphore(places: number): Semaphore {
  const line: (() => void)[] = []
  let taken = 0

  function leave(): void {
    const next = line.shift()
    if (next === undefined) taken--
    else next()
  }

  return {
    waiting: () => line.length,
    async enter() {
      if (taken < places) taken++
      else await new Promise<void>((resolve) => line.push(resolve))
      return leave
    },
  }
}
