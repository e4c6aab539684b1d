/** Lets everything else have its turn. */
export const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))
