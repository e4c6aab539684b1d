import { addressOf, p2pkScript } from '../script/index.ts'

/** A key as people know it: its address. */
export function keyText(key: Uint8Array | undefined): string {
  const address = key?.length ? addressOf(p2pkScript(key), { cc: true }) : undefined
  return address ?? 'a key that is none'
}
