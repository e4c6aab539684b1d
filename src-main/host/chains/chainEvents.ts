/** What happens at about the same time is told once. */
export interface ChainEvents {
  /** The list is not what it was; told within so many milliseconds. */
  changed(within: number): void
  /** nothing more is told */
  end(): void
}

/** What is urgent does not wait for what is not. */
export function createChainEvents(tell: () => void): ChainEvents {
  let timer: NodeJS.Timeout | undefined
  let due = 0
  let over = false
  return {
    changed(within) {
      if (over) return
      const at = performance.now() + within
      if (timer !== undefined && due <= at) return
      clearTimeout(timer)
      due = at
      timer = setTimeout(() => {
        timer = undefined
        tell()
      }, within).unref()
    },
    end() {
      over = true
      clearTimeout(timer)
    },
  }
}
