import { useMemo } from 'react'
import { encode } from 'uqr'

/** Width of the light border, in modules; QR readers require four. */
const QUIET = 4

/** QR code of a text. Dark on white in both themes, because many readers require that. */
export function QrCode({
  text,
  label,
  size,
}: {
  readonly text: string
  readonly label: string
  readonly size: number
}) {
  const { path, modules } = useMemo(() => drawing(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
      className="rounded-md border"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function drawing(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  let path = ''
  data.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      const start = x
      while (row[x]) x += 1
      if (x > start) path += `M${start},${y}h${x - start}v1H${start}z`
    }
  })
  return { path, modules: size }
}
