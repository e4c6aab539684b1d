import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'

/**
 * Folder of recordings of the reference and public test vectors, as gzip files; `e2e/vectors/README.md` gives their
 * sources.
 */
const VECTORS = resolve(import.meta.dirname, '../../../e2e/vectors')

/**
 * Reads a vector file as text, by its path without `.gz`.
 * @throws Error if it is missing: no test is skipped for that
 */
export function readVector(path: string): string {
  return gunzipSync(readFileSync(resolve(VECTORS, `${path}.gz`))).toString('utf8')
}

/** Reads a vector file that is not compressed, or a compressed one as it is. @throws Error if it is missing */
export function readVectorFile(path: string): Buffer {
  return readFileSync(resolve(VECTORS, path))
}

/** Lists the files of one folder, without `.gz`, in alphabetical order. */
export function vectorFiles(folder: string): string[] {
  return readdirSync(resolve(VECTORS, folder))
    .map((name) => name.replace(/\.gz$/, ''))
    .sort()
}

/** Reads the entries of a JSON-lines file; the caller states their type. */
export function vectorLines<T>(path: string): T[] {
  return readVector(path)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
}

/** Options with which the chains were recorded. */
export const RECORDED_ARGS = {
  regtest: ['-ac_name=REGTEST', '-regtest', '-ac_supply=5555555', '-ac_reward=10000000000000', '-ac_cc=2'],
  tst1: ['-ac_name=TST1', '-ac_supply=1000000', '-ac_cc=2', '-ac_public=1'],
  mods2: ['-ac_name=MODT', '-regtest', '-ac_supply=100000', '-ac_reward=1000000000', '-ac_cc=2'],
  perf1: ['-ac_name=PERF1', '-regtest', '-ac_supply=1000000', '-ac_cc=2'],
} as const
