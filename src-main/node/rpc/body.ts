import type { IncomingMessage } from 'node:http'
import { REFUSALS, type Refusal } from './refusal.ts'

/** bytes; rpc.md §1 */
export const MAX_BODY = 0x0200_0000

/** Of bodies that come in several pieces, all together: eight of the longest. */
const MAX_HELD = 8 * MAX_BODY

const EMPTY = Buffer.alloc(0)

export interface BodyTaker {
  whole(body: Buffer): void
  refused(refusal: Refusal): void
}

export type ReadBody = (request: IncomingMessage, taker: BodyTaker) => void

/** Reads bodies of requests, each and all together no longer than they may be. */
export function createBodyReader(maxHeld = MAX_HELD): ReadBody {
  /** bytes of the pieces that are kept */
  let held = 0

  /** The rest of a body whose first piece is there already. */
  function readOn(request: IncomingMessage, first: Buffer, taker: BodyTaker): void {
    const pieces = [first]
    let size = first.length
    held += size
    const forget = () => {
      held -= size
      size = 0
    }
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      held += chunk.length
      if (size <= MAX_BODY && held <= maxHeld) pieces.push(chunk)
      else {
        request.removeAllListeners('data').removeAllListeners('end')
        const refusal = size > MAX_BODY ? REFUSALS.tooLarge : REFUSALS.full
        // A request that is answered before its end does not close by itself.
        forget()
        taker.refused(refusal)
      }
    })
    request.on('end', () => {
      const body = Buffer.concat(pieces, size)
      forget()
      taker.whole(body)
    })
    request.on('close', forget)
  }

  /** Requests are small: nearly all of them arrive in one piece, which is not copied. */
  return (request, taker) => {
    let first: Buffer = EMPTY
    const end = () => taker.whole(first)
    const begin = (chunk: Buffer) => {
      if (first === EMPTY) {
        first = chunk
        return
      }
      request.off('data', begin).off('end', end)
      readOn(request, Buffer.concat([first, chunk]), taker)
    }
    request.on('data', begin).on('end', end)
  }
}
