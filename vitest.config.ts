import { defineConfig } from 'vitest/config'

// Unit tests stand beside the code; the end-to-end suites start real processes and run one file at a time.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src-*/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
          // As `hardenProcess` has it for the programs.
          execArgv: ['--no-wasm-code-gc'],
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          globalSetup: 'e2e/support/temporaryRoot.ts',
        },
      },
    ],
  },
})
