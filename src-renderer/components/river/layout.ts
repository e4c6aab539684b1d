/** Layout and shapes of the squares that show a block's transactions. */
import type { TransactionKind } from '#shared/rpc/methods/explorer.ts'
import { t } from '../../i18n/texts.ts'
import { type KindLook, transactionKinds } from '../links/kinds.ts'

/** Maximum number of transactions shown in a tile; MAX_LOW_SQUARES applies to the low tiles of a strip. */
export const MAX_SQUARES = 120
export const MAX_LOW_SQUARES = 70

/** Drawing area of a block in px; `low` is its height in a strip. */
export const MOSAIC = { width: 112, height: 80, low: 44 } as const

/** Sizes of a square including the gap, in px. The largest size at which all squares fit is used. */
const CELLS = [26, 22, 18, 15, 13, 11, 9, 8] as const
const GAP = 2

export interface MosaicGrid {
  /** Size of a square including the gap, in px. */
  readonly cell: number
  readonly columns: number
  /** Height of the area in px. */
  readonly height: number
}

export function mosaicFor(count: number, height: number = MOSAIC.height): MosaicGrid {
  const fits = (cell: number) => Math.floor(MOSAIC.width / cell) * Math.floor(height / cell) >= count
  const cell = CELLS.find(fits) ?? 8
  return { cell, columns: Math.floor(MOSAIC.width / cell), height }
}

/** Returns the left and top edge of a square in px. The first square is at the bottom left; rows fill upwards. */
export function computeCorner(
  { cell, columns, height }: MosaicGrid,
  index: number,
): { readonly x: number; readonly y: number } {
  return { x: (index % columns) * cell, y: height - (Math.floor(index / columns) + 1) * cell }
}

/** Returns the index of the square at a point, or -1 if the point is outside all squares. */
export function squareAt({ cell, columns, height }: MosaicGrid, x: number, y: number): number {
  const column = Math.floor(x / cell)
  const row = Math.floor((height - y) / cell)
  return column < 0 || column >= columns || row < 0 ? -1 : row * columns + column
}

/**
 * Returns the index of the square that an arrow key moves to, or 0 if no square is marked. The end of a row continues
 * in the next row, as in a text.
 * @returns undefined if the key is not an arrow key or would leave the block
 */
export function squareBeside({ columns }: MosaicGrid, count: number, index: number, key: string): number | undefined {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowUp: columns, ArrowDown: -columns }[key]
  if (step === undefined || count === 0) return undefined
  if (index < 0) return 0
  const next = index + step
  return next >= 0 && next < count ? next : index
}

/** Each kind has its own shape, so that users need not rely on colours. */
const SHAPES: Readonly<Record<KindLook['tone'], (x: number, y: number, s: number) => string>> = {
  payment: (x, y, s) => `M${x} ${y}h${s}v${s}h${-s}Z`,
  token: (x, y, s) => `M${x} ${y + s / 2}a${s / 2} ${s / 2} 0 1 0 ${s} 0a${s / 2} ${s / 2} 0 1 0 ${-s} 0Z`,
  order: (x, y, s) => `M${x + s / 2} ${y}l${s / 2} ${s / 2}l${-s / 2} ${s / 2}l${-s / 2} ${-s / 2}Z`,
  faucet: (x, y, s) => `M${x + s / 2} ${y}l${s * 0.36} ${s * 0.42}a${s * 0.42} ${s * 0.42} 0 1 1 ${-s * 0.72} 0Z`,
  mined: (x, y, s) => `M${x + s / 2} ${y}l${s / 2} ${s}h${-s}Z`,
  contract: (x, y, s) =>
    `M${x} ${y}h${s}v${s}h${-s}ZM${x + s * 0.28} ${y + s * 0.28}v${s * 0.44}h${s * 0.44}v${-s * 0.44}Z`,
}

/** Returns the SVG path of a transaction of this kind in a box of `size` px. */
export const buildShape = (kind: TransactionKind, x: number, y: number, size: number): string =>
  SHAPES[transactionKinds[kind].tone](x, y, size)

/**
 * Returns one SVG path per kind for all of its squares, so that a block of a hundred transactions needs only a few
 * elements.
 * @param without indexes of squares that are drawn separately
 */
export function buildOutlines(
  kinds: readonly TransactionKind[],
  mosaic: MosaicGrid,
  without?: ReadonlySet<number>,
): ReadonlyMap<TransactionKind, string> {
  const outlines = new Map<TransactionKind, string>()
  for (const [index, kind] of kinds.entries()) {
    if (without?.has(index) === true) continue
    const { x, y } = computeCorner(mosaic, index)
    outlines.set(kind, (outlines.get(kind) ?? '') + buildShape(kind, x, y, mosaic.cell - GAP))
  }
  return outlines
}

export const SQUARE_GAP = GAP

/** Returns the indexes of transactions that the earlier list does not contain. */
export function findNewSquares(
  before: readonly { readonly txid: string }[],
  now: readonly { readonly txid: string }[],
): ReadonlySet<number> {
  const known = new Set(before.map(({ txid }) => txid))
  return new Set(now.flatMap(({ txid }, place) => (known.has(txid) ? [] : [place])))
}

/** Returns the text alternative, such as "1 coinbase, 12 payments". */
export function formatKindCounts(kinds: readonly TransactionKind[]): string {
  const counts = new Map<TransactionKind, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => t(`parts:kinds.${kind}`, { count })).join(', ')
}

export type FeeLevel = 'none' | 'low' | 'medium' | 'high'

/** Minimum fee rate of a medium fee level, in satoshis per 1,000 bytes; HIGH is that of a high level. */
const MEDIUM = 20_000n
const HIGH = 200_000n

/** Returns the fee level of a block, from its fees per byte. */
export function feeLevel(fees: bigint, bytes: number): FeeLevel {
  if (fees <= 0n || bytes <= 0) return 'none'
  const rate = (fees * 1000n) / BigInt(bytes)
  return rate >= HIGH ? 'high' : rate >= MEDIUM ? 'medium' : 'low'
}

/** Returns the fill level of a block from 0 to 1. The scale is logarithmic, so that a single transaction is visible. */
export function fullness(bytes: number, max: number): number {
  return bytes <= 0 ? 0 : Math.min(1, Math.log2(1 + bytes / 250) / Math.log2(1 + max / 250))
}
