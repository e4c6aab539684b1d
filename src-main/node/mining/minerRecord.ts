import { readBoundedText, writeDurablySync } from '../../files/index.ts'
import type { Logger } from '../core/index.ts'

/** Block found by the node's own miner or staker. */
export interface MinedBlock {
  /** hash in display hex */
  readonly hash: string
  readonly height: number
  /** time of the header in unix seconds */
  readonly time: number
  /** satoshis paid to the miner */
  readonly reward: bigint
  /** true if the block was won by a stake */
  readonly staked: boolean
}

/** Last setting of the miner. */
export interface MinerChoice {
  readonly generate: boolean
  /** number of threads; -1 means one per core */
  readonly limit: number
}

/** Storage of the record: one text that is always replaced as a whole. */
export interface RecordFile {
  /** returns undefined if the file does not exist yet */
  read(): string | undefined
  write(text: string): void
}

interface Saved {
  readonly pauseOnBattery: boolean
  readonly resume: boolean
  readonly choice: MinerChoice
  readonly staking: boolean
  readonly split: number
  readonly total: number
  /** newest last */
  readonly blocks: readonly MinedBlock[]
}

/** Upper limit of the file size, far above that of a full record. */
const MAX_BYTES = 1_000_000
const MAX_BLOCKS = 1_000
const NO_CHOICE: MinerChoice = { generate: false, limit: -1 }
const NOTHING: Saved = {
  pauseOnBattery: true,
  resume: false,
  choice: NO_CHOICE,
  staking: false,
  split: 0,
  total: 0,
  blocks: [],
}

/** Persistent record of the choices and blocks of miner and staker. */
export class MinerRecord {
  readonly #file: RecordFile
  readonly #logger: Logger
  #saved: Saved

  constructor(file: RecordFile, logger: Logger) {
    this.#file = file
    this.#logger = logger
    this.#saved = load(file, logger)
  }

  /** Returns true if the miner pauses while the machine runs on battery; default: true. */
  pauseOnBattery(): boolean {
    return this.#saved.pauseOnBattery
  }

  /** @throws the system's error if the choice cannot be written */
  setPauseOnBattery(on: boolean): void {
    this.#change({ ...this.#saved, pauseOnBattery: on })
  }

  /** Returns true if a miner that was on resumes at the next start; default: false. */
  resumes(): boolean {
    return this.#saved.resume
  }

  /** @throws the system's error if the choice cannot be written */
  setResumes(on: boolean): void {
    this.#change({ ...this.#saved, resume: on })
  }

  choice(): MinerChoice {
    return this.#saved.choice
  }

  /** Never throws: a choice that cannot be written is valid until the node stops. */
  setChoice(choice: MinerChoice): void {
    this.#changeAnyway({ ...this.#saved, choice }, 'the miner setting')
  }

  /** Returns true if the staker was on. */
  staking(): boolean {
    return this.#saved.staking
  }

  /** Never throws, like setChoice. */
  setStaking(on: boolean): void {
    this.#changeAnyway({ ...this.#saved, staking: on }, 'the staker setting')
  }

  /** Returns the percentage of a winning coin that goes to the reward; default: 0. */
  stakingSplit(): number {
    return this.#saved.split
  }

  /** @throws the system's error if the choice cannot be written */
  setStakingSplit(percent: number): void {
    this.#change({ ...this.#saved, split: percent })
  }

  /** Returns the number of blocks found since the record began. */
  total(): number {
    return this.#saved.total
  }

  /** Returns the latest blocks, newest first; the record keeps the last thousand. */
  newest(limit: number): readonly MinedBlock[] {
    return this.#saved.blocks.slice(-Math.max(limit, 1)).reverse()
  }

  /** Never throws, like setChoice. */
  add(block: MinedBlock): void {
    const blocks = [...this.#saved.blocks, block].slice(-MAX_BLOCKS)
    this.#changeAnyway({ ...this.#saved, total: this.#saved.total + 1, blocks }, 'the list of mined blocks')
  }

  #write(next: Saved): void {
    const blocks = next.blocks.map(({ reward, ...block }) => ({ ...block, reward: String(reward) }))
    this.#file.write(JSON.stringify({ ...next, blocks }))
  }

  #change(next: Saved): void {
    this.#write(next)
    this.#saved = next
  }

  #changeAnyway(next: Saved, subject: string): void {
    this.#saved = next
    try {
      this.#write(next)
    } catch (error) {
      this.#logger.warn(`${subject} cannot be saved`, { reason: String(error) })
    }
  }
}

/**
 * Opens the record in a file, which is created at the first change. If the file is unreadable, logs this and starts
 * with an empty record.
 */
export function openMinerRecord(path: string, logger: Logger): MinerRecord {
  return new MinerRecord(recordFile(path), logger)
}

function load(file: RecordFile, logger: Logger): Saved {
  try {
    const text = file.read()
    return text === undefined ? NOTHING : readSaved(JSON.parse(text))
  } catch (error) {
    logger.warn('mining.json is unreadable, starting with an empty record', { reason: String(error) })
    return NOTHING
  }
}

type Loose = Record<string, unknown>

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null
const isThreads = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= -1 && value !== 0
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** @throws Error if the value is neither in the form that `#write` produces nor in the older form without a choice */
function readSaved(value: unknown): Saved {
  if (!isLoose(value)) throw new Error('not an object')
  const { pauseOnBattery, total, blocks } = value
  if (typeof pauseOnBattery !== 'boolean' || !isCount(total) || !Array.isArray(blocks)) throw new Error('missing part')
  const { resume = false, choice = NO_CHOICE } = value
  if (typeof resume !== 'boolean') throw new Error('resume is not a boolean')
  const { staking = false, split = 0 } = value
  if (typeof staking !== 'boolean' || !isCount(split) || split > 100)
    throw new Error('missing switch or share of the staker')
  const kept = blocks.slice(-MAX_BLOCKS).map(readBlock)
  return { pauseOnBattery, resume, choice: readChoice(choice), staking, split, total, blocks: kept }
}

function readChoice(value: unknown): MinerChoice {
  if (!isLoose(value)) throw new Error('the choice is not an object')
  const { generate, limit } = value
  if (typeof generate !== 'boolean' || !isThreads(limit)) throw new Error('missing switch or number of threads')
  return { generate, limit }
}

function readBlock(value: unknown): MinedBlock {
  if (!isLoose(value)) throw new Error('the block is not an object')
  const { hash, height, time, reward, staked = false } = value
  if (typeof staked !== 'boolean') throw new Error('staked is not a boolean')
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) throw new Error('missing block hash')
  if (!isCount(height) || !isCount(time)) throw new Error('missing height or time')
  if (typeof reward !== 'string' || !/^\d{1,19}$/.test(reward)) throw new Error('no reward')
  return { hash, height, time, reward: BigInt(reward), staked }
}

function recordFile(path: string): RecordFile {
  return {
    read: () => readBoundedText(path, MAX_BYTES),
    write: (text) => writeDurablySync(path, text),
  }
}
