/** Outcome of a run of test files, with the files that ran a second time. */
export interface RunOutcome {
  /** files that failed, then passed */
  readonly flaky: readonly string[]
  readonly exitCode: 0 | 1
}

/** Returns true if the environment names a machine for continuous integration: `CI` is set, and neither empty nor `false`. */
export const isCi = (env: NodeJS.ProcessEnv): boolean => !['', 'false', undefined].includes(env['CI'])

/**
 * Computes how a run ends. Files that passed only when they ran again fail it on a CI machine, where the output of a run that
 * passed is not read. They do not fail a developer's run, which names them.
 */
export function computeRunOutcome(failed: readonly string[], failedTwice: readonly string[], ci: boolean): RunOutcome {
  const flaky = failed.filter((file) => !failedTwice.includes(file))
  return { flaky, exitCode: failedTwice.length > 0 || (ci && flaky.length > 0) ? 1 : 0 }
}
