import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { transactionKindLabel } from '../links/kinds.ts'
import { mosaicFor, squareBeside } from './layout.ts'
import type { Square } from './Mosaic.tsx'

/**
 * Keyboard control of a block's squares while the block has the focus: arrow keys mark a square, Enter opens it, Escape
 * removes the mark.
 * @returns the index of the marked square or −1, its description, and the handlers for the block's button
 */
export function useSquareKeys(squares: readonly Square[] | undefined, height: number) {
  const router = useRouter()
  const [marked, setMarked] = useState(-1)
  const square = squares?.[marked]
  const onKeyDown = (event: KeyboardEvent) => {
    const next = squares && squareBeside(mosaicFor(squares.length, height), squares.length, marked, event.key)
    if (next !== undefined) {
      event.preventDefault()
      setMarked(next)
      return
    }
    if (!square) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      setMarked(-1)
    }
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    void router.navigate({ to: '/tx/$txid', params: { txid: square.txid } })
  }
  return {
    marked,
    words: square ? `${transactionKindLabel(square.kind)} ${square.txid}` : '',
    keys: { onKeyDown, onBlur: () => setMarked(-1) },
  }
}
