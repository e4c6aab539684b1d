import type { ReactNode } from 'react'
import { t } from '../../i18n/texts.ts'
import { cn } from '../../ui/cn.ts'
import type { FeeLevel } from './layout.ts'

/** Sizes in px. */
export const TILE = { width: 144, height: 178, low: 110, gap: 14 } as const

/** Colours of the fee levels, for the bar. A text above the bar names the level too, except in a low tile. */
const FEES: Readonly<Record<FeeLevel, string>> = {
  none: 'bg-line-strong',
  low: 'bg-ok',
  medium: 'bg-accent',
  high: 'bg-warn',
}

export interface RiverTileProps {
  readonly head: ReactNode
  readonly note: ReactNode
  readonly mosaic: ReactNode
  readonly foot: ReactNode
  /** Fill level from 0 to 1. */
  readonly full: number
  /** Undefined while unknown. */
  readonly fees: FeeLevel | undefined
  /** True for a tile of smaller height: `note` is next to `head`, and the fee level has no text. */
  readonly low?: boolean | undefined
  readonly className?: string | undefined
}

/** Tile of one block, or of the next one, in the row of recent blocks. */
export function RiverTile({ head, note, mosaic, foot, full, fees, low, className }: RiverTileProps) {
  return (
    <div
      className={cn(
        'relative flex flex-col overflow-hidden rounded-md border bg-raised px-2.5 pt-2 text-12',
        className,
      )}
      style={{ width: TILE.width, height: low ? TILE.low : TILE.height }}
    >
      <span className={cn('min-w-0', low ? 'flex items-baseline gap-1.5' : 'block')}>
        <span className={cn('block font-semibold text-14', low ? 'shrink-0' : 'truncate')}>{head}</span>
        <span className={cn('block h-4 truncate text-muted', low && 'ml-auto')}>{note}</span>
      </span>
      <span className={cn('mt-1 block', low ? 'h-11' : 'h-20')}>{mosaic}</span>
      <span className="mt-1 block truncate">{foot}</span>
      {low ? null : (
        <span className="block h-4 truncate text-muted">{fees === undefined ? '' : t(`parts:river.fees.${fees}`)}</span>
      )}
      <span aria-hidden className="absolute inset-x-0 bottom-0 h-1 bg-sunken">
        <span
          className={cn(
            'block h-full origin-left transition-transform duration-(--slide)',
            fees ? FEES[fees] : 'bg-line-strong',
          )}
          style={{ transform: `scaleX(${Math.round(full * 100) / 100})` }}
        />
      </span>
    </div>
  )
}
