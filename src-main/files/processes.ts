/** Maximum rounding of file times by file systems, in ms. */
const TIME_ROUNDING_MS = 2_000

/**
 * Returns true if the process that created a file has ended. If the id is this process's own, the file's age decides:
 * in a container every start has the same id, so an older file belongs to an earlier process.
 * @param pid at least 1
 * @param made creation time, Unix ms
 */
export function hasEnded(pid: number, made: number): boolean {
  if (pid === process.pid) return made < Date.now() - process.uptime() * 1000 - TIME_ROUNDING_MS
  try {
    // Signal 0 only checks that the process exists.
    process.kill(pid, 0)
    return false
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
