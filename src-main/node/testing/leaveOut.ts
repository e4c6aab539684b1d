/** Starts the lines that the reporter repeats at the end of a run. */
export const LEFT_OUT = 'Left out: '

/**
 * Returns true if tests cannot run here, and reports it: use it with `skipIf`.
 * @param tests description of the skipped tests
 * @param reason reason to skip, or undefined if they can run
 * @throws Error instead of returning true if `CHAINWRIGHT_REQUIRE_ALL=1`, as for releases: a skipped test proves
 *   nothing
 */
export function leaveOut(tests: string, reason: string | undefined, env: NodeJS.ProcessEnv = process.env): boolean {
  if (reason === undefined) return false
  if (env['CHAINWRIGHT_REQUIRE_ALL'] === '1') throw new Error(`${tests} cannot be left out: ${reason}`)
  console.log(`${LEFT_OUT}${tests}: ${reason}`)
  return true
}
