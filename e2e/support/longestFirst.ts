import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = join(import.meta.dirname, '../..')

/** Seconds that each end-to-end file took when somebody wrote it down: see run.ts. By path from the project's folder. */
export const SECONDS_FILE = join(import.meta.dirname, 'seconds.json')

/**
 * End-to-end files that take long begin first, so that at the end no core waits for one that began last. New files, of which
 * nothing is known, are before all others. Vitest knows this only of files that it ran in the same checkout before.
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
