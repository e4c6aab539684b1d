/** Collects changes that happen at about the same time into one notification. */
export interface ChainEvents {
  /** Something changed; notifies within so many milliseconds. */
  changed(within: number): void
  /** no further notifications */
  end(): void
}

/** An urgent change brings a notification forward that was due later. */
export function createChainEvents(notify: () => void): ChainEvents {
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
        notify()
      }, within).unref()
    },
    end() {
      over = true
      clearTimeout(timer)
    },
  }
}
