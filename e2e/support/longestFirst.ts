import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = join(import.meta.dirname, '../..')

/** Recorded duration of each end-to-end file in seconds (see run.ts), by path relative to the project's folder. */
export const SECONDS_FILE = join(import.meta.dirname, 'seconds.json')

/**
 * Starts long end-to-end files first, so that no core waits at the end for a file that started last. New files without
 * a recorded duration start before all others. Vitest itself knows durations only from earlier runs in the same
 * checkout.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const seconds = JSON.parse(readFileSync(SECONDS_FILE, 'utf8')) as Readonly<Record<string, number>>
    const known = (file: TestSpecification) => seconds[relative(root, file.moduleId)] ?? Number.POSITIVE_INFINITY
    const isEndToEnd = (file: TestSpecification) => file.project.name === 'e2e'
    const longest = sorted.filter(isEndToEnd).toSorted((a, b) => (known(a) === known(b) ? 0 : known(b) - known(a)))
    return [...sorted.filter((file) => !isEndToEnd(file)), ...longest]
  }
}
