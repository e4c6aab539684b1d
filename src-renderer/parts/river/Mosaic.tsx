import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, memo, type PointerEvent, useMemo, useState } from 'react'
import type { TransactionKind } from '#shared/rpc/methods/explorer.ts'
import { cn } from '../../ui/cn.ts'
import { kindWord, transactionKinds } from '../links/kinds.ts'
import { cornerOf, inWords, MOSAIC, mosaicFor, outlinesOf, SQUARE_GAP, shapeOf, squareAt } from './layout.ts'

/** A transaction as a square. */
export interface Square {
  readonly txid: string
  readonly kind: TransactionKind
}

export interface MosaicProps {
  readonly squares: readonly Square[]
  /** index of the square that keys have marked; −1: none */
  readonly marked?: number
  /** squares that come in move in */
  readonly lively?: boolean
}

/** The transactions of a block, a shape and a colour for each kind. A click opens one; keys reach them from its block. */
export const Mosaic = memo(function Mosaic({ squares, marked = -1, lively }: MosaicProps) {
  const router = useRouter()
  const [pointed, setPointed] = useState(-1)
  const mosaic = mosaicFor(squares.length)
  const under = (event: PointerEvent<SVGSVGElement> | MouseEvent<SVGSVGElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return squareAt(mosaic, event.clientX - left, event.clientY - top)
  }
  const square = squares[pointed]
  const framed = square ? pointed : marked
  const label = square ? `${kindWord(square.kind)} ${square.txid}` : inWords(squares.map(({ kind }) => kind))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the squares from the button of their block
    <svg
      role="img"
      aria-label={inWords(squares.map(({ kind }) => kind))}
      width={MOSAIC.width}
      height={MOSAIC.height}
      // Only the squares are pressed: between them the pointer reaches the block.
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
      {lively ? <Each squares={squares} /> : <Merged squares={squares} />}
      {squares[framed] ? <Frame {...cornerOf(mosaic, framed)} size={mosaic.cell - SQUARE_GAP} /> : null}
    </svg>
  )
})

const colourOf = (kind: TransactionKind) => `var(--kind-${transactionKinds[kind].tone})`

function Merged({ squares }: { readonly squares: readonly Square[] }) {
  const outlines = useMemo(() => outlinesOf(squares.map(({ kind }) => kind)), [squares])
  return [...outlines].map(([kind, outline]) => (
    <path key={kind} d={outline} fillRule="evenodd" className="pointer-events-auto" style={{ fill: colourOf(kind) }} />
  ))
}

/** Square by square, so that a new one can move in. */
function Each({ squares }: { readonly squares: readonly Square[] }) {
  const mosaic = mosaicFor(squares.length)
  return squares.map(({ txid, kind }, index) => {
    const { x, y } = cornerOf(mosaic, index)
    return (
      <path
        key={txid}
        d={shapeOf(kind, x, y, mosaic.cell - SQUARE_GAP)}
        fillRule="evenodd"
        className="pointer-events-auto animate-[drop_var(--slide)_var(--ease)]"
        style={{ fill: colourOf(kind) }}
      />
    )
  })
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
