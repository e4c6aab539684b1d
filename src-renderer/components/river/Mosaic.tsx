import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, memo, type PointerEvent, useMemo, useState } from 'react'
import type { TransactionKind } from '#shared/rpc/methods/explorer.ts'
import { cn } from '../../ui/cn.ts'
import { transactionKindLabel, transactionKinds } from '../links/kinds.ts'
import {
  buildOutlines,
  buildShape,
  computeCorner,
  findNewSquares,
  formatKindCounts,
  MOSAIC,
  type MosaicGrid,
  mosaicFor,
  SQUARE_GAP,
  squareAt,
} from './layout.ts'

/** Transaction shown as a square. */
export interface Square {
  readonly txid: string
  readonly kind: TransactionKind
}

export interface MosaicProps {
  readonly squares: readonly Square[]
  /** Index of the square marked by the keyboard, or −1. */
  readonly marked?: number
  /** Height in px. */
  readonly height: number
  /** True to animate new squares. */
  readonly lively?: boolean
}

/**
 * Shows the transactions of a block, with a shape and a colour for each kind. A click opens a transaction. Keyboard
 * events are handled by the button of the block, not here.
 */
export const Mosaic = memo(function Mosaic({ squares, marked = -1, height, lively }: MosaicProps) {
  const router = useRouter()
  const [pointed, setPointed] = useState(-1)
  const mosaic = useMemo(() => mosaicFor(squares.length, height), [squares.length, height])
  const under = (event: PointerEvent<SVGSVGElement> | MouseEvent<SVGSVGElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return squareAt(mosaic, event.clientX - left, event.clientY - top)
  }
  const square = squares[pointed]
  const framed = square ? pointed : marked
  const words = useMemo(() => formatKindCounts(squares.map(({ kind }) => kind)), [squares])
  const label = square ? `${transactionKindLabel(square.kind)} ${square.txid}` : words
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the squares from the button of their block
    <svg
      role="img"
      aria-label={words}
      width={MOSAIC.width}
      height={height}
      // Only the squares receive pointer events, so that clicks between them reach the block.
      className={cn('pointer-events-none relative block', square && 'cursor-pointer')}
      onPointerMove={(event) => setPointed(under(event))}
      onPointerLeave={() => setPointed(-1)}
      onClick={(event) => {
        const clicked = squares[under(event)]
        if (!clicked) return
        event.stopPropagation()
        void router.navigate({ to: '/tx/$txid', params: { txid: clicked.txid } })
      }}
    >
      <title>{label}</title>
      {lively ? (
        <AnimatedSquares squares={squares} mosaic={mosaic} />
      ) : (
        <MergedSquares squares={squares} mosaic={mosaic} />
      )}
      {squares[framed] ? <Frame {...computeCorner(mosaic, framed)} size={mosaic.cell - SQUARE_GAP} /> : null}
    </svg>
  )
})

const colourFor = (kind: TransactionKind) => `var(--kind-${transactionKinds[kind].tone})`

interface PartProps {
  readonly squares: readonly Square[]
  readonly mosaic: MosaicGrid
}

function MergedSquares({ squares, mosaic, without }: PartProps & { readonly without?: ReadonlySet<number> }) {
  const outlines = useMemo(
    () =>
      buildOutlines(
        squares.map(({ kind }) => kind),
        mosaic,
        without,
      ),
    [squares, mosaic, without],
  )
  return [...outlines].map(([kind, outline]) => (
    <path key={kind} d={outline} fillRule="evenodd" className="pointer-events-auto" style={{ fill: colourFor(kind) }} />
  ))
}

/** Draws new squares as separate animated elements, and all others as merged outlines. */
function AnimatedSquares({ squares, mosaic }: PartProps) {
  const fresh = useFresh(squares)
  return (
    <>
      <MergedSquares squares={squares} mosaic={mosaic} without={fresh} />
      {[...fresh].map((index) => {
        const square = squares[index]
        if (!square) return null
        const { x, y } = computeCorner(mosaic, index)
        return (
          <path
            key={square.txid}
            d={buildShape(square.kind, x, y, mosaic.cell - SQUARE_GAP)}
            fillRule="evenodd"
            className="pointer-events-auto animate-[drop_var(--slide)_var(--ease)]"
            style={{ fill: colourFor(square.kind) }}
          />
        )
      })}
    </>
  )
}

/** Returns the indexes of squares that the previous render did not contain. */
function useFresh(squares: readonly Square[]): ReadonlySet<number> {
  const [seen, setSeen] = useState<{ squares: readonly Square[]; fresh: ReadonlySet<number> }>({
    squares: [],
    fresh: new Set(),
  })
  if (seen.squares === squares) return seen.fresh
  const fresh = findNewSquares(seen.squares, squares)
  setSeen({ squares, fresh })
  return fresh
}

function Frame({ x, y, size }: { readonly x: number; readonly y: number; readonly size: number }) {
  return (
    <rect
      x={x - 1}
      y={y - 1}
      width={size + 2}
      height={size + 2}
      rx={2}
      className="pointer-events-none fill-none stroke-text"
      strokeWidth={1.5}
    />
  )
}
