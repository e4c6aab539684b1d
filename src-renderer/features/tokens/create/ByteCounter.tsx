import { groupDigits } from '../../../ui/format.ts'

/** "12 / 32 bytes", red beyond the limit. */
export function ByteCounter({ used, limit }: { readonly used: number; readonly limit: number }) {
  return (
    <span className={used > limit ? 'text-bad' : undefined}>
      {groupDigits(used)} / {groupDigits(limit)} bytes
    </span>
  )
}
