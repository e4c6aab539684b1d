/** Outcome of a run of test files, with the files that ran a second time. */
export interface RunOutcome {
  /** files that failed first and then passed */
  readonly flaky: readonly string[]
  readonly exitCode: 0 | 1
}

/** Returns true on a machine for continuous integration: `CI` is set, and neither empty nor `false`. */
export const isCi = (env: NodeJS.ProcessEnv): boolean => !['', 'false', undefined].includes(env['CI'])

/**
 * Computes the outcome of a run. Files that passed only the second time fail a run on a CI machine, because the output
 * of a passing run is not read there. A developer's run only lists them.
 */
export function computeRunOutcome(failed: readonly string[], failedTwice: readonly string[], ci: boolean): RunOutcome {
  const flaky = failed.filter((file) => !failedTwice.includes(file))
  return { flaky, exitCode: failedTwice.length > 0 || (ci && flaky.length > 0) ? 1 : 0 }
}
