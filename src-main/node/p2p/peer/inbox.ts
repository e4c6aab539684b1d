import type { WireMessage } from '../wire/index.ts'
import { MESSAGE_OVERHEAD } from './limits.ts'

/** Messages that came and wait for their turn. Over `limit` bytes its owner reads nothing more from the connection. */
export interface Inbox {
  readonly bytes: number
  readonly size: number
  readonly full: boolean
  push(message: WireMessage): void
  shift(): WireMessage | undefined
  clear(): void
}

export function createInbox(limit: number): Inbox {
  let messages: (WireMessage | undefined)[] = []
  let head = 0
  let bytes = 0
  const weight = ({ payload }: WireMessage) => payload.length + MESSAGE_OVERHEAD
  return {
    get bytes() {
      return bytes
    },
    get size() {
      return messages.length - head
    },
    get full() {
      return bytes >= limit
    },
    push(message) {
      messages.push(message)
      bytes += weight(message)
    },
    shift() {
      const message = messages[head]
      if (message === undefined) return undefined
      messages[head++] = undefined
      bytes -= weight(message)
      // Halving keeps the cost of moving the rest proportional to what was taken.
      if (head * 2 >= messages.length) {
        messages = messages.slice(head)
        head = 0
      }
      return message
    },
    clear() {
      messages = []
      head = 0
      bytes = 0
    },
  }
}
