import { Worker } from 'node:worker_threads'
import type { Chain } from '../chain/index.ts'
import type { Logger } from '../interfaces.ts'
import { PUBLISH_WORDS, type PublishInput, type PublishStatus } from './types.ts'

/** It holds one batch of blocks, twice: as rows and as text. */
const MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 384 }
/** Milliseconds that a batch which is being read may take to end. */
const STOP_MILLIS = 5_000

export interface Publisher {
  status(): PublishStatus & { readonly behind: number }
  /** The node has read in what lay on its disk: from now on its tip is what is to be published. */
  settled(): void
  close(): Promise<void>
}

interface Deps {
  readonly chain: Pick<Chain, 'subscribe' | 'tip'>
  readonly logger: Logger
}

/** Publishes on a thread of its own, which reads the node's files; all that passes between is three numbers and its status. */
export function createPublisher(input: Omit<PublishInput, 'words'>, { chain, logger }: Deps): Publisher {
  const words = new Int32Array(new SharedArrayBuffer(4 * Object.keys(PUBLISH_WORDS).length))
  let status: PublishStatus = { state: 'connecting', height: -1, problem: '' }
  const worker = new Worker(workerUrl(), {
    workerData: { ...input, words } satisfies PublishInput,
    name: 'publish',
    resourceLimits: MEMORY,
  })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.on('error', (error) => {
    status = { ...status, state: 'connecting', problem: 'publishing ended; it goes on at the next start' }
    logger.error('publishing ended', { reason: String(error) })
  })
  worker.on('message', (next: PublishStatus) => {
    tell(status, next, logger)
    status = next
  })
  const end = chain.subscribe(() => wake(words, PUBLISH_WORDS.NEWS, Atomics.load(words, PUBLISH_WORDS.NEWS) + 1))
  return {
    status: () => ({ ...status, behind: Math.max(0, chain.tip().height - status.height) }),
    settled() {
      wake(words, PUBLISH_WORDS.SETTLED, 1)
      wake(words, PUBLISH_WORDS.NEWS, Atomics.load(words, PUBLISH_WORDS.NEWS) + 1)
    },
    async close() {
      end()
      worker.postMessage('stop')
      wake(words, PUBLISH_WORDS.STOP, 1)
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_MILLIS)
      })
      await Promise.race([ended, late])
      clearTimeout(timer)
      worker.unref()
    },
  }
}

function wake(words: Int32Array, word: number, value: number): void {
  Atomics.store(words, word, value)
  Atomics.notify(words, word)
}

function tell(before: PublishStatus, { state, height, problem }: PublishStatus, logger: Logger): void {
  if (problem !== '' && problem !== before.problem) logger.warn('cannot publish, trying again', { reason: problem })
  else if (state === 'level' && before.state !== 'level') logger.debug('published up to the tip', { height })
  else if (before.state !== 'publishing' && before.state !== 'level' && state === 'publishing')
    logger.info('publishing to PostgreSQL', { height })
}

/** Beside this file when run from source, beside the bundle's chunk when built (see electron.vite.config.ts). */
function workerUrl(): URL {
  const file = import.meta.url.endsWith('.ts') ? './publishWorker.ts' : './publishWorker.js'
  return new URL(file, import.meta.url)
}
