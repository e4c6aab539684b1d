import { stringifyJson } from '#shared/json.ts'
import type { SeenTransaction } from '../types.ts'
import type { EventStream } from './natsServer.ts'

const SEEN_PER_BATCH = 256

/** Queue of seen transactions for a server. The caller of `add` bounds its length. */
export class SeenQueue {
  readonly #waiting: SeenTransaction[] = []
  #open: { readonly stream: Pick<EventStream, 'append'>; readonly stored: (count: number) => void } | undefined
  #sending = false

  add(transactions: readonly SeenTransaction[]): void {
    this.#waiting.push(...transactions)
    void this.#send()
  }

  /** Starts sending to a server. @param stored called with the number of stored transactions */
  attach(stream: Pick<EventStream, 'append'>, stored: (count: number) => void): void {
    this.#open = { stream, stored }
    void this.#send()
  }

  /** Stops sending because the connection is lost. Transactions stay queued. */
  detach(): void {
    this.#open = undefined
  }

  async #send(): Promise<void> {
    if (this.#sending) return
    this.#sending = true
    try {
      while (this.#open !== undefined && this.#waiting.length > 0) {
        const { stream, stored } = this.#open
        const next = this.#waiting.slice(0, SEEN_PER_BATCH)
        await stream.append(next.map(toMessage))
        this.#waiting.splice(0, next.length)
        stored(next.length)
      }
    } catch {
      // The transactions are sent again over the next connection. The server deduplicates stored ones by id.
      this.#open = undefined
    } finally {
      this.#sending = false
    }
  }
}

function toMessage({ number, txid, size, fee, time }: SeenTransaction) {
  const text = stringifyJson({ event: 'tx.seen', number, txid, size, fee, time })
  return { subject: `tx.seen.${txid}`, id: `${txid}.${time}.${number}`, text }
}
