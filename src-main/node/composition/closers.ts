/** Creates a stack of close functions, which `close` calls in reverse order. */
export function createClosers() {
  const closers: (() => void | Promise<void>)[] = []
  return {
    add: (close: () => void | Promise<void>) => void closers.push(close),
    /** Calls every close function, even if one throws, then throws the first error. */
    async close(): Promise<void> {
      const errors: unknown[] = []
      for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
        try {
          await close()
        } catch (error) {
          errors.push(error)
        }
      }
      if (errors.length > 0) throw errors[0]
    },
  }
}

export type Closers = ReturnType<typeof createClosers>
