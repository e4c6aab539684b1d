import type { IncomingMessage } from 'node:http'
import { Budget } from './budget.ts'
import { REFUSALS, type Refusal } from './refusal.ts'

/** Maximum body size in bytes (rpc.md §1). */
export const MAX_BODY = 0x0200_0000

/** Maximum total size of bodies that arrive in several pieces: two of maximum size. */
const MAX_HELD = 2 * MAX_BODY

/** Shorter bodies are always accepted: clients that send long bodies must not block other clients. */
const SMALL = 64 * 1024

const EMPTY = Buffer.alloc(0)

export interface BodyHandler {
  /** `done` must be called when the bytes are no longer needed. */
  whole(body: Buffer, done: () => void): void
  refused(refusal: Refusal): void
}

export type ReadBody = (request: IncomingMessage, taker: BodyHandler) => void

/**
 * Creates a reader of request bodies, with limits for each body and for all together.
 * @param max maximum bytes per body
 */
export function createBodyReader(maxHeld = MAX_HELD, max = MAX_BODY): ReadBody {
  /** Budget of the buffered pieces. */
  const budget = new Budget(maxHeld)

  /** Reads the rest of a body whose first piece has arrived. */
  function readOn(request: IncomingMessage, first: Buffer, taker: BodyHandler): void {
    const pieces: Buffer[] = []
    let size = 0
    let held = 0
    let whole = false
    const forget = () => {
      budget.give(held)
      held = 0
    }
    const keep = (piece: Buffer): boolean => {
      size += piece.length
      if (size > max) return false
      if (size <= SMALL) budget.force(piece.length)
      else if (!budget.take(piece.length)) return false
      held += piece.length
      pieces.push(piece)
      return true
    }
    const onPiece = (piece: Buffer) => {
      if (keep(piece)) return
      request.removeAllListeners('data').removeAllListeners('end')
      // A request that is rejected before its end is not closed automatically, so release its bytes here.
      forget()
      taker.refused(size > max ? REFUSALS.tooLarge : REFUSALS.full)
    }
    request.on('end', () => {
      whole = true
      const body = Buffer.concat(pieces, size)
      pieces.length = 0
      taker.whole(body, forget)
    })
    request.on('close', () => {
      if (!whole) forget()
    })
    request.on('data', onPiece)
    onPiece(first)
  }

  /** Nearly all requests are small and arrive in one piece, which is not copied. */
  return (request, taker) => {
    let first: Buffer = EMPTY
    const end = () => (first.length > max ? taker.refused(REFUSALS.tooLarge) : taker.whole(first, nothing))
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

const nothing = () => undefined
