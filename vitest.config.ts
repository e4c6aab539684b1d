import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './e2e/support/longestFirst.ts'
import { PerFileReporter } from './e2e/support/reporter.ts'
import { MAX_TEST_MS, MAX_WAIT_MS } from './src-main/node/testing/limits.ts'

/** The V8 flag that `hardenProcess` sets in the programs. */
const execArgv = ['--no-wasm-code-gc']
const cores = availableParallelism()
/** Creates a folder for all temporary files and removes it after the run. */
const globalSetup = 'e2e/support/temporaryRoot.ts'

/** Node.js loads TypeScript natively, without a call for each imported name: a fifth less processor time. */
const native = { viteModuleRunner: false }

/** Tests that replace modules with `vi.mock`. */
const REPLACING = ['src-main/node/wallet/file/walletPresence.test.ts', 'src-main/shell/prompt/noticeView.test.ts']

/** Tests of the end-to-end tools, which start no program. */
const UNIT_IN_E2E = ['e2e/{support,words}/*.test.ts']

/**
 * Unit tests are in the same folders as the code. Each process runs many files, because loading the modules again for
 * each file took a third of the time.
 */
const unit = { isolate: false, maxWorkers: cores, globalSetup }

export default defineConfig({
  test: {
    reporters: [new PerFileReporter()],
    sequence: { sequencer: LongestFirst },
    environment: 'node',
    execArgv,
    testTimeout: MAX_TEST_MS,
    hookTimeout: MAX_TEST_MS,
    expect: { poll: { timeout: MAX_WAIT_MS, interval: 10 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...unit,
          experimental: native,
          include: ['src-{main,shared}/**/*.test.ts', ...UNIT_IN_E2E, ...REPLACING.map((file) => `!${file}`)],
        },
      },
      {
        // Tests that only Vite can load: JSX, texts imported by a pattern, and modules that a test replaces.
        extends: true,
        test: { name: 'unit-vite', ...unit, include: ['src-renderer/**/*.test.ts', ...REPLACING] },
      },
      {
        // Tests of the window's components, in a simulated page without a browser.
        extends: true,
        test: {
          name: 'unit-page',
          ...unit,
          environment: 'happy-dom',
          setupFiles: ['src-renderer/testing/setUp.ts'],
          include: ['src-renderer/**/*.test.tsx'],
        },
      },
      {
        // Tests that start real processes and wait for them, so there may be one more worker than there are cores.
        extends: true,
        test: {
          name: 'e2e',
          experimental: native,
          include: ['e2e/**/*.test.ts', ...UNIT_IN_E2E.map((files) => `!${files}`)],
          globalSetup,
          maxWorkers: Math.min(4, cores + 1),
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
