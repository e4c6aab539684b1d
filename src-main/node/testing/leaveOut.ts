/** Starts the lines that the reporter repeats at the end of a run. */
export const LEFT_OUT = 'Left out: '

/**
 * Returns true if tests cannot run here, and reports it: use it with `skipIf`.
 * @param tests what is not tested then
 * @param reason why, or undefined if they can run
 */
export function leaveOut(tests: string, reason: string | undefined): boolean {
  if (reason !== undefined) console.log(`${LEFT_OUT}${tests}: ${reason}`)
  return reason !== undefined
}
