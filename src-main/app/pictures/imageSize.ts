/**
 * Detects the format of a picture and its decoded size from its header, because a small file can expand to gigabytes.
 * Nothing is decoded here; the sandboxed page does that.
 */

export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

export interface PictureSize {
  readonly type: PictureType
  /** in pixels */
  readonly width: number
  readonly height: number
}

type Size = Omit<PictureSize, 'type'>

const ascii = (bytes: Buffer, from: number, length: number) => bytes.toString('latin1', from, from + length)

const PNG_HEAD = '\x89PNG\r\n\x1a\n'
const PNG_LEAST = 24

function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < PNG_LEAST || ascii(bytes, 12, 4) !== 'IHDR') return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

const GIF_HEAD = 13
const GIF_FRAME = 10
const MAX_FRAMES = 1000

/** Returns the size of a GIF's colour table in bytes, from its flags. */
const tableLength = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

/** Returns the offset after a chain of sub-blocks. */
function afterSubBlocks(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0)
  return at + 1
}

/** Returns the size of a GIF. Frames may be larger than the header says, and decoders then allocate memory for them. */
function gifSize(bytes: Buffer): Size | undefined {
  if (bytes.length < GIF_HEAD) return undefined
  let [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
  let at = GIF_HEAD + tableLength(bytes[10] ?? 0)
  let frames = 0
  while (at < bytes.length) {
    const block = bytes[at]
    if (block === 0x21) at = afterSubBlocks(bytes, at + 2)
    else if (block === 0x2c && at + GIF_FRAME <= bytes.length) {
      frames += 1
      if (frames > MAX_FRAMES) return undefined
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5))
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7))
      // An extra byte contains the minimum code size.
      at = afterSubBlocks(bytes, at + GIF_FRAME + tableLength(bytes[at + 9] ?? 0) + 1)
    } else break
  }
  return frames === 0 ? undefined : { width, height }
}

const WEBP_LEAST = 30

function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < WEBP_LEAST) return undefined
  switch (ascii(bytes, 12, 4)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}

/** Returns true for a start-of-frame marker: C0 to CF except the table markers among them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Returns true for a marker without a length field. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

function jpegSize(bytes: Buffer): Size | undefined {
  let at = 2
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (isBare(marker)) at += 2
    else if (isFrame(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return undefined
}

function detectFormat(bytes: Buffer): readonly [PictureType, Size | undefined] | undefined {
  if (ascii(bytes, 0, 8) === PNG_HEAD) return ['image/png', pngSize(bytes)]
  if (/^GIF8[79]a/.test(ascii(bytes, 0, 6))) return ['image/gif', gifSize(bytes)]
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP') return ['image/webp', webpSize(bytes)]
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return ['image/jpeg', jpegSize(bytes)]
  return undefined
}

/**
 * Returns format and size, or undefined if the bytes are not a picture in one of the four formats or have no size. SVG
 * is excluded, because it can contain scripts.
 */
export function pictureSize(bytes: Buffer): PictureSize | undefined {
  const [type, size] = detectFormat(bytes) ?? []
  if (type === undefined || size === undefined || size.width === 0 || size.height === 0) return undefined
  return { type, ...size }
}
