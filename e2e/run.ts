/**
 * Runs the end-to-end tests, all or those whose paths contain an argument. Files that failed are run a second time when
 * nothing else runs: these tests start real programs, and a busy machine can be too slow for one of them. Whatever passes
 * only then is named as flaky at the end, and is to be mended; what fails twice fails the run, and so do many files at once.
 */
import { startVitest } from 'vitest/node'

/** More failing files than this are no accident. */
const MOST_REPEATED = 4

async function run(filters: string[], options: { readonly maxWorkers?: number } = {}): Promise<string[]> {
  const vitest = await startVitest('test', filters, { project: ['e2e'], watch: false, ...options })
  const failed = vitest.state.getFailedFilepaths()
  const broken = vitest.state.getUnhandledErrors().length > 0 || vitest.state.getFiles().length === 0
  await vitest.close()
  // What went wrong is printed already.
  if (broken) process.exit(1)
  return failed
}

const failed = await run(process.argv.slice(2))
const repeats = failed.length > 0 && failed.length <= MOST_REPEATED
if (repeats) console.log(`\nAgain, by themselves:\n  ${failed.join('\n  ')}`)
const failedTwice = repeats ? await run(failed, { maxWorkers: 1 }) : failed
const flaky = failed.filter((file) => !failedTwice.includes(file))
if (flaky.length > 0)
  console.log(`\nFlaky: failed, then passed by itself; mend the test or what it found:\n  ${flaky.join('\n  ')}`)
process.exit(failedTwice.length > 0 ? 1 : 0)
