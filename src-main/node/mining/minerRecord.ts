import { closeSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs'
import type { Logger } from '../interfaces.ts'

/** A block of the node's own miner. */
export interface FoundBlock {
  /** display hex */
  readonly hash: string
  readonly height: number
  /** of its header, unix seconds */
  readonly time: number
  /** satoshis that went to the miner */
  readonly reward: bigint
}

/** What the miner of main-mode chains remembers over a restart. */
export interface MinerRecord {
  /** whether it rests while the machine runs on its battery; true until somebody says otherwise */
  pauseOnBattery(): boolean
  /** @throws the system's error when the choice cannot be kept */
  setPauseOnBattery(on: boolean): void
  /** blocks found since there is a record */
  total(): number
  /** newest first; the record keeps the last thousand */
  newest(limit: number): readonly FoundBlock[]
  add(block: FoundBlock): void
}

/** Where it is kept, as one text that is replaced as a whole. */
export interface RecordFile {
  /** undefined: there is none yet */
  read(): string | undefined
  write(text: string): void
}

interface Saved {
  readonly pauseOnBattery: boolean
  readonly total: number
  /** newest last */
  readonly blocks: readonly FoundBlock[]
}

const PRIVATE = 0o600
/** Far more than a record ever has. */
const MAX_BYTES = 1_000_000
const KEPT = 1_000
const NOTHING: Saved = { pauseOnBattery: true, total: 0, blocks: [] }

export function openMinerRecord(path: string, logger: Logger): MinerRecord {
  return createMinerRecord(recordFile(path), logger)
}

export function createMinerRecord(file: RecordFile, logger: Logger): MinerRecord {
  let saved = load(file, logger)
  const put = (next: Saved): void => {
    const blocks = next.blocks.map(({ reward, ...block }) => ({ ...block, reward: String(reward) }))
    file.write(JSON.stringify({ ...next, blocks }))
  }
  return {
    pauseOnBattery: () => saved.pauseOnBattery,
    setPauseOnBattery(on) {
      const next = { ...saved, pauseOnBattery: on }
      put(next)
      saved = next
    },
    total: () => saved.total,
    newest: (limit) => saved.blocks.slice(-Math.max(limit, 1)).reverse(),
    add(block) {
      saved = { ...saved, total: saved.total + 1, blocks: [...saved.blocks, block].slice(-KEPT) }
      try {
        put(saved)
      } catch (error) {
        logger.warn('the list of mined blocks cannot be kept', { reason: String(error) })
      }
    },
  }
}

function load(file: RecordFile, logger: Logger): Saved {
  try {
    const text = file.read()
    return text === undefined ? NOTHING : readSaved(JSON.parse(text))
  } catch (error) {
    logger.warn('what the miner remembered cannot be read and is begun anew', { reason: String(error) })
    return NOTHING
  }
}

type Loose = Record<string, unknown>

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** @throws Error when it is not what `put` writes */
function readSaved(value: unknown): Saved {
  if (!isLoose(value)) throw new Error('no object')
  const { pauseOnBattery, total, blocks } = value
  if (typeof pauseOnBattery !== 'boolean' || !isCount(total) || !Array.isArray(blocks))
    throw new Error('a part is missing')
  return { pauseOnBattery, total, blocks: blocks.slice(-KEPT).map(readBlock) }
}

function readBlock(value: unknown): FoundBlock {
  if (!isLoose(value)) throw new Error('no block')
  const { hash, height, time, reward } = value
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) throw new Error('no block hash')
  if (!isCount(height) || !isCount(time)) throw new Error('no height or time')
  if (typeof reward !== 'string' || !/^\d{1,19}$/.test(reward)) throw new Error('no reward')
  return { hash, height, time, reward: BigInt(reward) }
}

function recordFile(path: string): RecordFile {
  return {
    read: () => readBounded(path),
    write(text) {
      writeFileSync(`${path}.new`, text, { mode: PRIVATE })
      renameSync(`${path}.new`, path)
    },
  }
}

function readBounded(path: string): string | undefined {
  let descriptor: number
  try {
    descriptor = openSync(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    const bytes = new Uint8Array(MAX_BYTES + 1)
    const length = readSync(descriptor, bytes)
    if (length > MAX_BYTES) throw new Error('the file is too large')
    return new TextDecoder().decode(bytes.subarray(0, length))
  } finally {
    closeSync(descriptor)
  }
}
