/** Recorded chains as bootstrap files. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chainParamsFromArgs } from '../../src-main/node/consensus/index.ts'
import { vectorLines } from '../../src-main/node/testing/index.ts'
import { concat, fromHex } from '../../src-main/node/util/index.ts'
import { temporaryFolder } from '../support/daemon.ts'

/** Offset of the time (little-endian) in a serialised header. */
const TIME_AT = 100

export interface Recording {
  readonly name: string
  readonly args: readonly string[]
}

/** Returns the recorded chain, or an empty list if this program does not support its options. */
export function findRecording(name: string, options: string): Recording[] {
  const args = options.split(' ').filter((option) => /^-(ac_|regtest)/.test(option))
  try {
    chainParamsFromArgs(args)
  } catch {
    return []
  }
  return [{ name, args }]
}

export interface RecordedBlock {
  readonly height: number
  readonly hash: string
  readonly hex: string
}

export const readBlocks = ({ name }: Recording) => vectorLines<RecordedBlock>(`${name}/blocks.jsonl`)
/** True if a block's time is later than this machine's clock. */
export const isAhead = (recorded: Recording) =>
  readBlocks(recorded).some(
    ({ hex }) => Buffer.from(hex.slice(0, 2 * TIME_AT + 8), 'hex').readUInt32LE(TIME_AT) > Date.now() / 1000,
  )

/** Writes the blocks to a bootstrap file and returns its path. */
export function writeBootstrap({ args }: Recording, blocks: readonly RecordedBlock[]): string {
  const { magicBytes } = chainParamsFromArgs(args)
  const parts = blocks.flatMap(({ hex }) => {
    const bytes = fromHex(hex)
    const length = new Uint8Array(4)
    new DataView(length.buffer).setUint32(0, bytes.length, true)
    return [magicBytes, length, bytes]
  })
  const file = join(temporaryFolder(), 'bootstrap.dat')
  writeFileSync(file, concat(...parts))
  return file
}
