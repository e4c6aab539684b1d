/**
 * Runs the end-to-end tests whose paths contain an argument. Without arguments it runs all except the extended ones
 * (`*.extended.test.ts`), with `--extended` all. Failed files run a second time, one at a time. A file that fails twice
 * fails the run, and so do more than `MAX_REPEATED` failed files. A file that passes the second time is listed as
 * flaky, and fails the run if `CI` is set. With CHAINWRIGHT_SECONDS=1 an extended run records the duration of each
 * file, for the order of later runs.
 */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { startVitest, type Vitest } from 'vitest/node'
import { installChromium } from './chromium/install.ts'
import { SECONDS_FILE } from './support/longestFirst.ts'
import { computeRunOutcome, isCi } from './support/runOutcome.ts'

/**
 * Maximum number of failed files that run again: more failures have a common cause, which a second run does not remove.
 */
const MAX_REPEATED = 4
const EXTENDED = '--extended'
const extended = process.argv.includes(EXTENDED)

function writeSeconds(vitest: Vitest): void {
  const took = vitest.state.getTestModules().map((module): [string, number] => {
    const { collectDuration, duration } = module.diagnostic()
    return [relative(process.cwd(), module.moduleId), Math.ceil((collectDuration + duration) / 1000)]
  })
  const sorted = took.toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(SECONDS_FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

async function run(filters: string[], options: { readonly maxWorkers?: number } = {}): Promise<string[]> {
  const cliExclude = extended || filters.length > 0 ? [] : ['**/*.extended.test.ts']
  const vitest = await startVitest('test', filters, { project: ['e2e'], watch: false, cliExclude, ...options })
  const failed = vitest.state.getFailedFilepaths()
  const broken = vitest.state.getUnhandledErrors().length > 0 || vitest.state.getFiles().length === 0
  if (process.env['CHAINWRIGHT_SECONDS'] === '1' && extended) writeSeconds(vitest)
  await vitest.close()
  // Vitest has already printed the errors.
  if (broken) process.exit(1)
  return failed
}

installChromium()
const failed = await run(process.argv.slice(2).filter((argument) => argument !== EXTENDED))
const repeats = failed.length > 0 && failed.length <= MAX_REPEATED
if (repeats) console.log(`\nRepeating these files, one at a time:\n  ${failed.join('\n  ')}`)
const failedTwice = repeats ? await run(failed, { maxWorkers: 1 }) : failed
const { flaky, exitCode } = computeRunOutcome(failed, failedTwice, isCi(process.env))
if (flaky.length > 0)
  console.log(
    `\nFlaky: failed, then passed when run alone; fix the test or the bug that it found:\n  ${flaky.join('\n  ')}`,
  )
process.exit(exitCode)
