/** Milliseconds by which file systems round times. */
const TIME_ROUNDING_MS = 2_000

/**
 * Returns true if the process that made a file has ended. The id of this process counts as an earlier one's if the file is
 * older than this process: in a container each start has the same id.
 * @param pid at least 1
 * @param made unix milliseconds
 */
export function hasEnded(pid: number, made: number): boolean {
  if (pid === process.pid) return made < Date.now() - process.uptime() * 1000 - TIME_ROUNDING_MS
  try {
    // Signal 0 only asks whether the process exists.
    process.kill(pid, 0)
    return false
  } catch (error) {
    // EPERM: it exists, and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
