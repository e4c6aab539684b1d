import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { BlockFile } from './blockFile.ts'
import type { Installation } from './installation.ts'

const POLL_MS = 10

/** Delay of each block in ms, in ascending order: from the reply of `submitblock` until a server shows the block. */
export interface Lags {
  readonly primary: readonly number[]
  readonly replica: readonly number[]
}

/** Submits the next blocks of a file to the publishing node at a fixed interval, and measures when each server has them. */
export class BlockFeed {
  readonly #installation: Installation
  readonly #file: BlockFile
  readonly #interval: number
  /** when each block was accepted */
  readonly #accepted = new Map<number, number>()
  readonly #lags = { primary: [] as number[], replica: [] as number[] }
  #running = true
  readonly #work: Promise<unknown>

  /** @param interval between two blocks, in ms */
  constructor(installation: Installation, file: BlockFile, interval: number) {
    this.#installation = installation
    this.#file = file
    this.#interval = interval
    const watch = (url: string, lags: number[]) => this.#watch(url, lags)
    this.#work = Promise.all([
      this.#submit(),
      watch(installation.primaryUrl, this.#lags.primary),
      watch(installation.replicaUrl, this.#lags.replica),
    ])
  }

  /** Number of blocks that were accepted. */
  get submitted(): number {
    return this.#accepted.size
  }

  async stop(): Promise<Lags> {
    this.#running = false
    await this.#work
    const sorted = (values: number[]) => values.sort((a, b) => a - b)
    return { primary: sorted(this.#lags.primary), replica: sorted(this.#lags.replica) }
  }

  async #submit(): Promise<void> {
    let due = performance.now()
    while (this.#running) {
      // The node may be away.
      await this.#submitNext().catch(() => delay(this.#interval))
      due = Math.max(due + this.#interval, performance.now())
      await delay(Math.max(due - performance.now(), 0))
    }
  }

  async #submitNext(): Promise<void> {
    const { rpc } = this.#installation.node
    const height = (await rpc.call<number>('getblockcount')) + 1
    if (height > this.#file.height) throw new Error('no block left')
    const reply = await rpc.call('submitblock', this.#file.block(height))
    if (reply !== null) throw new Error(`submitblock: ${String(reply)}`)
    this.#accepted.set(height, performance.now())
  }

  async #watch(url: string, lags: number[]): Promise<void> {
    while (this.#running) await this.#watchConnection(url, lags).catch(() => delay(POLL_MS))
  }

  /** Polls the published height until the connection is lost. */
  async #watchConnection(url: string, lags: number[]): Promise<void> {
    const client = new Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    try {
      const read = async () => {
        const { rows } = await client.query<{ height: number }>('SELECT height::int FROM chainwright.published')
        return rows[0]?.height ?? -1
      }
      let seen = await read()
      while (this.#running) {
        await delay(POLL_MS)
        const height = await read()
        const now = performance.now()
        for (; seen < height; seen++) {
          const accepted = this.#accepted.get(seen + 1)
          // A server may show a block before the reply arrives here.
          lags.push(accepted === undefined ? 0 : now - accepted)
        }
      }
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
