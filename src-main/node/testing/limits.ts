import { nightly } from './nightly.ts'

const MINUTE_MS = 60_000

/** Maximum duration of a test or hook in milliseconds. It only ends a hang: no machine is slow enough to reach it. */
export const MAX_TEST_MS = (nightly() ? 360 : 20) * MINUTE_MS

/** Maximum duration of a wait for a condition in milliseconds, for the same purpose: it fails with the condition's own error. */
export const MAX_WAIT_MS = (nightly() ? 120 : 5) * MINUTE_MS
