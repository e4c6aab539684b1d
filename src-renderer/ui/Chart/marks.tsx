/** Marks of charts, at positions in px of the drawing area. Their colours are classes. */
import { cn } from '../cn.ts'

export interface PathMarkProps {
  readonly path: string
  readonly className: string
  /** URL of the clip path that shows a part of it */
  readonly clipPath?: string
}

/** Filled area. */
export function AreaMark({ path, className, clipPath }: PathMarkProps) {
  return <path d={path} className={className} clipPath={clipPath} />
}

export interface LineMarkProps extends PathMarkProps {
  /** px; default: 1.75 */
  readonly thickness?: number
  readonly dashes?: string
}

export function LineMark({ path, className, clipPath, thickness = 1.75, dashes }: LineMarkProps) {
  return (
    <path
      d={path}
      className={cn('fill-none', className)}
      clipPath={clipPath}
      strokeWidth={thickness}
      strokeDasharray={dashes}
      strokeLinejoin="round"
    />
  )
}

export interface BarMarkProps {
  /** middle of the bar */
  readonly x: number
  readonly width: number
  readonly top: number
  readonly bottom: number
  readonly className: string
}

export function BarMark({ x, width, top, bottom, className }: BarMarkProps) {
  return <rect x={x - width / 2} y={top} width={width} height={bottom - top} className={className} />
}

/** Positions of a candle. */
export interface CandleMarkProps {
  /** middle of the candle */
  readonly x: number
  readonly width: number
  readonly rising: boolean
  /** ends of the body: opening and closing price */
  readonly top: number
  readonly bottom: number
  /** ends of the line: highest and lowest price */
  readonly high: number
  readonly low: number
}

/** Candle of a price. Rising ones are hollow, because some users cannot distinguish the two colours. */
export function CandleMark({ x, width, rising, top, bottom, high, low }: CandleMarkProps) {
  return (
    <g className={rising ? 'fill-ok stroke-ok' : 'fill-bad stroke-bad'}>
      <line x1={x} x2={x} y1={high} y2={low} strokeWidth={1.25} />
      <rect
        x={x - width / 2 + 0.5}
        y={top}
        width={width - 1}
        height={Math.max(1, bottom - top)}
        className={rising ? 'fill-surface' : undefined}
        strokeWidth={1.25}
      />
    </g>
  )
}

/** Dot on a line. */
export function DotMark({
  x = 0,
  y = 0,
  radius,
}: {
  readonly x?: number
  readonly y?: number
  readonly radius: number
}) {
  return <circle cx={x} cy={y} r={radius} className="fill-accent stroke-surface" strokeWidth={2} />
}

export interface CrosshairProps {
  readonly x: number
  /** position of a dot on it */
  readonly y?: number | undefined
  readonly height: number
}

/** Vertical line through the drawing area, at what the tooltip describes. */
export function Crosshair({ x, y, height }: CrosshairProps) {
  return (
    <>
      <line x1={x} x2={x} y1={0} y2={height} className="stroke-line-strong" strokeDasharray="3 3" />
      {y === undefined ? null : <DotMark x={x} y={y} radius={4} />}
    </>
  )
}
