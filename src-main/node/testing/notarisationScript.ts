import { concat } from '../util/index.ts'

export interface TestNotarisation {
  readonly name: string
  readonly hash: Uint8Array
  readonly height: number
  readonly destTxid: Uint8Array
  readonly mom?: { readonly root: Uint8Array; readonly depth: number }
}

/** Returns the data that notaries write (notarisation.md §2). */
export function notarisationData({ name, hash, height, destTxid, mom }: TestNotarisation): Uint8Array {
  const number = (value: number) => new Uint8Array(Int32Array.of(value).buffer)
  const end = mom === undefined ? [] : [mom.root, number(mom.depth)]
  return concat(hash, number(height), destTxid, new TextEncoder().encode(`${name}\0`), ...end)
}

/** Returns an output script with that data. */
export function notarisationScript(notarisation: TestNotarisation): Uint8Array {
  const data = notarisationData(notarisation)
  return concat(Uint8Array.of(0x6a, 0x4c, data.length), data)
}
