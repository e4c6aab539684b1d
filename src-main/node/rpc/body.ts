import type { IncomingMessage } from 'node:http'
import { Budget } from './budget.ts'
import { PieceList } from './pieceList.ts'
import { REFUSALS, type Refusal } from './refusal.ts'
import { UploadTurns } from './uploadTurns.ts'

/** Maximum body size in bytes (rpc.md §1). */
export const MAX_BODY = 0x0200_0000

/** Maximum total size of bodies that arrive in several pieces: two of maximum size. */
const MAX_HELD = 2 * MAX_BODY

/** Shorter bodies are accepted even beyond `MAX_HELD`: clients that send long bodies must not block other clients. */
const SMALL = 64 * 1024

/** Uploads are paused only beyond this size: pieces up to it take little time even if they are of one byte. */
const NEVER_PAUSED = 16 * 1024

const EMPTY = Buffer.alloc(0)

export interface BodyHandler {
  /**
   * `done` must be called when the bytes are no longer needed. Long bodies are not joined here: that would take many
   * milliseconds, for several of them in one turn of the event loop.
   * @param pieces the bytes in their order; the handler may remove them to release memory
   */
  whole(pieces: Buffer[], done: () => void): void
  refused(refusal: Refusal): void
}

export type ReadBody = (request: IncomingMessage, taker: BodyHandler) => void

/**
 * Creates a reader of request bodies, with limits for each body and for all together.
 * @param maxHeld maximum bytes of all bodies together
 * @param max maximum bytes per body
 */
export function createBodyReader(maxHeld = MAX_HELD, max = MAX_BODY): ReadBody {
  /** Budget of the buffered pieces. */
  const budget = new Budget(maxHeld)
  const turns = new UploadTurns()

  /** Reads the rest of a body whose first piece has arrived. */
  function readOn(request: IncomingMessage, first: Buffer, taker: BodyHandler): void {
    const pieces = new PieceList()
    let size = 0
    let held = 0
    let whole = false
    const forget = () => {
      budget.give(held)
      held = 0
    }
    const keep = (piece: Buffer): boolean => {
      size += piece.length
      if (size > max || (size > NEVER_PAUSED && !turns.take(request))) return false
      if (size <= SMALL) budget.force(piece.length)
      else if (!budget.take(piece.length)) return false
      held += piece.length
      pieces.add(piece)
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
      taker.whole(pieces.all(), forget)
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
    const end = () => (first.length > max ? taker.refused(REFUSALS.tooLarge) : taker.whole([first], nothing))
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
