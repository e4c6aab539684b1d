/**
 * Wraps an index so that it answers with verified blocks only. Index rows follow the connected blocks, whose scripts
 * may still be being verified, so each call first waits for that verification. This may move the tip that callers see
 * forward, never to another branch.
 * @param always members that read nothing of the chain, and must not wait
 */
export function verifiedReads<T extends object>(index: T, verify: () => void, always: readonly (keyof T)[] = []): T {
  const wrapped = Object.entries(index).map(([name, member]: [string, unknown]) => {
    if (typeof member !== 'function' || always.includes(name as keyof T)) return [name, member]
    const read = (...args: unknown[]): unknown => {
      verify()
      return member(...args)
    }
    return [name, read]
  })
  return Object.fromEntries(wrapped) as T
}
