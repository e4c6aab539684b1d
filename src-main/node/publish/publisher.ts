import { Worker } from 'node:worker_threads'
import type { Chain } from '../chain/index.ts'
import type { Logger } from '../core/index.ts'
import type { Mempool } from '../mempool/index.ts'
import { PUBLISH_WORDS, type PublishInput, type PublishStatus, type SeenTransaction } from './types.ts'

/** It holds one batch of blocks, twice: as rows and as text. */
const MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 384 }
/** Milliseconds that a batch which is being read may take to end. */
const STOP_MILLIS = 5_000

/** Seen transactions that wait for a server at most: some megabytes. */
const SEEN_WAITING = 5_000

export interface Publisher {
  status(): PublisherStatus
  /** The node has read in what lay on its disk: from now on its tip is what is to be published. */
  settled(): void
  close(): Promise<void>
}

export interface PublisherStatus extends PublishStatus {
  readonly to: Destination
  /** blocks that are not published yet */
  readonly behind: number
}

interface Deps {
  readonly chain: Pick<Chain, 'subscribe' | 'tip'>
  readonly mempool: Pick<Mempool, 'onChange'>
  readonly logger: Logger
}

/** Publishes on a thread of its own, which reads the node's files; all that passes between is three numbers and its status. */
export function createPublisher(input: Omit<PublishInput, 'words'>, { chain, mempool, logger }: Deps): Publisher {
  const to = input.to.kind
  const words = new Int32Array(new SharedArrayBuffer(4 * Object.keys(PUBLISH_WORDS).length))
  let status: PublishStatus = { state: 'connecting', height: -1, problem: '' }
  const worker = new Worker(workerUrl(), {
    workerData: { ...input, words } satisfies PublishInput,
    name: `publish ${to}`,
    resourceLimits: MEMORY,
  })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.on('error', (error) => {
    status = { ...status, state: 'connecting', problem: 'publishing ended; it goes on at the next start' }
    logger.error('publishing ended', { reason: String(error) })
  })
  worker.on('message', (next: PublishStatus) => {
    tell(status, next, to, logger)
    status = next
  })
  const end = chain.subscribe(() => wake(words, PUBLISH_WORDS.NEWS, Atomics.load(words, PUBLISH_WORDS.NEWS) + 1))
  const endSeen = to === 'nats' ? forwardCall(mempool, worker, words, logger) : () => undefined
  return {
    status: () => ({ ...status, to, behind: Math.max(0, chain.tip().height - status.height) }),
    settled() {
      wake(words, PUBLISH_WORDS.SETTLED, 1)
      wake(words, PUBLISH_WORDS.NEWS, Atomics.load(words, PUBLISH_WORDS.NEWS) + 1)
    },
    async close() {
      end()
      endSeen()
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

/** Transactions that come into the mempool, as long as not too many of them wait. */
function forwardCall(mempool: Deps['mempool'], worker: Worker, words: Int32Array, logger: Logger): () => void {
  let [number, sent, lost] = [0, 0, 0]
  return mempool.onChange(({ added }) => {
    const room = SEEN_WAITING - ((sent - Atomics.load(words, PUBLISH_WORDS.SEEN)) | 0)
    const numbered = added.map(({ txidHex: txid, size, fee, time }): SeenTransaction => {
      return { number: number++, txid, size, fee, time }
    })
    const next = numbered.slice(0, Math.max(0, room))
    if (lost > 0 && next.length > 0) logger.warn('transactions that were seen were not published', { count: lost })
    if (next.length > 0) lost = 0
    if (lost === 0 && next.length < numbered.length) logger.warn('too many seen transactions wait to be published')
    lost += numbered.length - next.length
    sent += next.length
    if (next.length > 0) worker.postMessage(next)
  })
}

type Destination = PublishInput['to']['kind']
const NAMES: Readonly<Record<Destination, string>> = { postgres: 'PostgreSQL', nats: 'NATS' }

function tell(before: PublishStatus, { state, height, problem }: PublishStatus, to: Destination, logger: Logger): void {
  const name = NAMES[to]
  if (problem !== '' && problem !== before.problem)
    logger.warn('cannot publish, trying again', { to: name, reason: problem })
  else if (state === 'level' && before.state !== 'level') logger.debug('published up to the tip', { to: name, height })
  else if (before.state !== 'publishing' && before.state !== 'level' && state === 'publishing')
    logger.info(`publishing to ${name}`, { height })
}

/** Beside this file when run from source, beside the bundle's chunk when built (see electron.vite.config.ts). */
function workerUrl(): URL {
  const file = import.meta.url.endsWith('.ts') ? './publishWorker.ts' : './publishWorker.js'
  return new URL(file, import.meta.url)
}
