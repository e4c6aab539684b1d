import { readFileSync } from 'node:fs'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

/** Sizes in pixels of the square icons that desktops use. */
export const ICON_SIZES = [16, 24, 32, 48, 64, 128, 256, 512] as const

let loaded: Promise<void> | undefined

/** Renders the program's icon from its SVG to a PNG of this size. */
export async function renderIcon(svg: string, size: number): Promise<Uint8Array> {
  loaded ??= initWasm(readFileSync(new URL(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))))
  await loaded
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng()
}

/** Returns a Windows icon file: a directory of PNGs. Sizes go up to 256, which is written as 0. */
export async function windowsIcon(svg: string): Promise<Uint8Array> {
  const pictures: { readonly size: number; readonly png: Uint8Array }[] = []
  for (const size of ICON_SIZES.filter((each) => each <= 256)) pictures.push({ size, png: await renderIcon(svg, size) })
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * index
    head.writeUInt8(size % 256, entry)
    head.writeUInt8(size % 256, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}

/** Picture types in macOS' icon file, with their size in pixels. */
const MAC_PICTURES = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
] as const

/** Returns a macOS icon file: PNG chunks after a header with the total length. */
export async function macIcon(svg: string): Promise<Uint8Array> {
  const chunk = (kind: string, body: Uint8Array) => {
    const head = Buffer.alloc(8)
    head.write(kind, 0, 'latin1')
    head.writeUInt32BE(body.length + head.length, 4)
    return Buffer.concat([head, body])
  }
  const chunks: Uint8Array[] = []
  for (const [kind, size] of MAC_PICTURES) chunks.push(chunk(kind, await renderIcon(svg, size)))
  return chunk('icns', Buffer.concat(chunks))
}
