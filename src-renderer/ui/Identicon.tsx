import { cn } from './cn.ts'
import { deriveIdenticon, IDENTITY_CELLS } from './identity.ts'

export interface IdenticonProps {
  /** Id from which the picture is generated. */
  readonly seed: string
  readonly className?: string | undefined
}

/** Generated picture of a chain or a token: its id determines pattern and hue. The name is shown next to it. */
export function Identicon({ seed, className }: IdenticonProps) {
  const { hue, filled } = deriveIdenticon(seed)
  return (
    <svg
      aria-hidden
      viewBox={`-1 -1 ${IDENTITY_CELLS + 2} ${IDENTITY_CELLS + 2}`}
      className={cn('identicon shrink-0 rounded-sm', className)}
      style={{ ['--hue' as string]: hue }}
    >
      {filled.map(({ x, y }) => (
        <rect key={`${x} ${y}`} x={x} y={y} width={1.02} height={1.02} />
      ))}
    </svg>
  )
}
