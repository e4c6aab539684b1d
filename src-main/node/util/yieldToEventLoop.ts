/** Resolves after pending I/O events and timers have been handled. */
export const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))
