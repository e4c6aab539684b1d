/** Row of the table in resources/docs/scale.md. */
export interface ScaleRow {
  readonly what: string
  readonly processor?: string
  readonly rate?: string
  readonly time?: string
  readonly bytes?: string
}

export type PrintRow = (row: ScaleRow) => void

export const count = (value: number): string => Math.round(value).toLocaleString('en')

/** Formats milliseconds of processor time per item in microseconds. */
export const micros = (millis: number, items: number): string => `${count((1000 * millis) / Math.max(items, 1))} µs`

export const millis = (value: number): string => `${value < 10 ? value.toFixed(1) : count(value)} ms`

export const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`

export function printHead(): void {
  console.log('| what | processor time | rate | time | bytes |\n|---|---|---|---|---|')
}

export const printRow: PrintRow = ({ what, processor = '', rate = '', time = '', bytes = '' }) =>
  console.log(`| ${[what, processor, rate, time, bytes].join(' | ')} |`)
