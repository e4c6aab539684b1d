/** Marks of charts, at positions in px of the drawing area. Colours are set by CSS classes. */
import { cn } from '../cn.ts'

export interface PathMarkProps {
  readonly path: string
  readonly className: string
  /** URL of the clip path that limits the visible part. */
  readonly clipPath?: string
}

export function AreaMark({ path, className, clipPath }: PathMarkProps) {
  return <path d={path} className={className} clipPath={clipPath} />
}

export interface LineMarkProps extends PathMarkProps {
  /** In px; default: 1.75. */
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
  /** Center of the bar. */
  readonly x: number
  readonly width: number
  readonly top: number
  readonly bottom: number
  readonly className: string
}

export function BarMark({ x, width, top, bottom, className }: BarMarkProps) {
  return <rect x={x - width / 2} y={top} width={width} height={bottom - top} className={className} />
}

export interface CandleMarkProps {
  /** Center of the candle. */
  readonly x: number
  readonly width: number
  readonly rising: boolean
  /** Ends of the body: opening and closing price. */
  readonly top: number
  readonly bottom: number
  /** Ends of the line: highest and lowest price. */
  readonly high: number
  readonly low: number
}

/** Candle of a price chart. Rising candles are hollow, because some users cannot distinguish the two colours. */
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
  /** Position of a dot on the crosshair. */
  readonly y?: number | undefined
  readonly height: number
}

/** Vertical line through the drawing area at the position of the reading. */
export function Crosshair({ x, y, height }: CrosshairProps) {
  return (
    <>
      <line x1={x} x2={x} y1={0} y2={height} className="stroke-line-strong" strokeDasharray="3 3" />
      {y === undefined ? null : <DotMark x={x} y={y} radius={4} />}
    </>
  )
}
