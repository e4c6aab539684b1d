/** Starts the lines that the reporter repeats at the end of a run. */
export const LEFT_OUT = 'Left out: '

/**
 * Returns true if tests cannot run here, and reports it: use it with `skipIf`.
 * @param tests what is not tested then
 * @param reason why, or undefined if they can run
 * @throws Error in place of returning true with `CHAINWRIGHT_REQUIRE_ALL=1`, as releases have it: a skipped test proves nothing
 */
export function leaveOut(tests: string, reason: string | undefined, env: NodeJS.ProcessEnv = process.env): boolean {
  if (reason === undefined) return false
  if (env['CHAINWRIGHT_REQUIRE_ALL'] === '1') throw new Error(`${tests} cannot be left out: ${reason}`)
  console.log(`${LEFT_OUT}${tests}: ${reason}`)
  return true
}
