import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Block, parseBlock } from '../../primitives/index.ts'
import { fromHex } from '../../util/index.ts'

/** Recorded data that tests may read where it is present; it is no part of the repository. */
const FOLDER = resolve(import.meta.dirname, '../../../../../shared/vectors')

export const hasRecordings = existsSync(FOLDER)
if (!hasRecordings) console.info(`recorded chains are not at ${FOLDER}: their tests are skipped`)

/** A recorded JSON file; an object. */
export function readRecordedJson<T>(path: string): T {
  return JSON.parse(readFileSync(resolve(FOLDER, path), 'utf8')) as T
}

/** The lines of a recorded file, each a JSON object. */
export function readRecordedLines<T>(path: string): T[] {
  return readFileSync(resolve(FOLDER, path), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
}

/** The blocks of a recorded chain, genesis first. */
export function readRecordedBlocks(chain: 'tst1' | 'regtest'): Block[] {
  return readRecordedLines<{ readonly hex: string }>(`${chain}/blocks.jsonl`).map(({ hex }) => parseBlock(fromHex(hex)))
}
