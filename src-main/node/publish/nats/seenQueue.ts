import { stringifyJson } from '#shared/json.ts'
import type { SeenTransaction } from '../types.ts'
import type { EventStream } from './natsServer.ts'

/** Seen transactions on their way to a server. Who gives them bounds how many wait. */
export interface SeenQueue {
  add(transactions: readonly SeenTransaction[]): void
  /** There is a server. @param stored is told of how many were stored */
  attach(stream: EventStream, stored: (count: number) => void): void
  /** There is none: they wait. */
  detach(): void
}

/** Sent together. */
const AT_A_TIME = 256

export function createSeenQueue(): SeenQueue {
  const waiting: SeenTransaction[] = []
  let open: { readonly stream: EventStream; readonly stored: (count: number) => void } | undefined
  let sending = false

  async function send(): Promise<void> {
    if (sending) return
    sending = true
    try {
      while (open !== undefined && waiting.length > 0) {
        const { stream, stored } = open
        const next = waiting.slice(0, AT_A_TIME)
        await stream.append(next.map(messageOf))
        waiting.splice(0, next.length)
        stored(next.length)
      }
    } catch {
      // They go to the next connection; ids keep what is there already from being stored twice.
      open = undefined
    } finally {
      sending = false
    }
  }

  return {
    add(transactions) {
      waiting.push(...transactions)
      void send()
    },
    attach(stream, stored) {
      open = { stream, stored }
      void send()
    },
    detach() {
      open = undefined
    },
  }
}

function messageOf({ number, txid, size, fee, time }: SeenTransaction) {
  const text = stringifyJson({ event: 'tx.seen', number, txid, size, fee, time })
  return { subject: `tx.seen.${txid}`, id: `${txid}.${time}.${number}`, text }
}
