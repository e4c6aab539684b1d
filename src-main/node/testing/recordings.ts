import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Recordings of the reference lie beside the repository where the project is developed; they are not part of it. */
const VECTORS = resolve(import.meta.dirname, '../../../../shared/vectors')

export function hasRecordings(): boolean {
  const found = existsSync(VECTORS)
  if (!found) console.warn(`skipped: no recordings of the reference at ${VECTORS}`)
  return found
}

/** Lines of a recorded JSON-lines file, as whatever the caller says they are. */
export function recordedLines<T>(path: string): T[] {
  const lines = readFileSync(resolve(VECTORS, path), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T)
}

/** How a recorded chain was started. */
export const RECORDED_ARGS = {
  regtest: ['-ac_name=REGTEST', '-regtest', '-ac_supply=5555555', '-ac_reward=10000000000000', '-ac_cc=2'],
  tst1: ['-ac_name=TST1', '-ac_supply=1000000', '-ac_cc=2', '-ac_public=1'],
  perf1: ['-ac_name=PERF1', '-regtest', '-ac_supply=1000000', '-ac_cc=2'],
} as const
