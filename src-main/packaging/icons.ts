import { readFileSync } from 'node:fs'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

/** Pixels of the square icons that a desktop looks for. */
export const ICON_SIZES = [16, 24, 32, 48, 64, 128, 256, 512] as const

let loaded: Promise<void> | undefined

/** The program's icon as PNG in this size, from its SVG. */
export async function renderIcon(svg: string, size: number): Promise<Uint8Array> {
  loaded ??= initWasm(readFileSync(new URL(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))))
  await loaded
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng()
}
