import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './e2e/support/longestFirst.ts'
import { PerFileReporter } from './e2e/support/reporter.ts'

/** As `hardenProcess` has it for the programs. */
const execArgv = ['--no-wasm-code-gc']
const cores = availableParallelism()
/** A folder for everything temporary, which goes away after the run. */
const globalSetup = 'e2e/support/temporaryRoot.ts'

export default defineConfig({
  test: {
    reporters: [new PerFileReporter()],
    sequence: { sequencer: LongestFirst },
    environment: 'node',
    execArgv,
    projects: [
      {
        // They stand beside the code. One process runs many files: loading the modules again for each took a third of the time.
        extends: true,
        test: {
          name: 'unit',
          include: ['src-*/**/*.test.ts'],
          isolate: false,
          maxWorkers: cores,
          globalSetup,
          testTimeout: 30_000,
        },
      },
      {
        // They start real processes and wait for them, so there may be one file more than there are cores.
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup,
          maxWorkers: Math.min(4, cores + 1),
          isolate: false,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
