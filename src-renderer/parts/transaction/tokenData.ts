/** What the data output of a token transaction says (tokens.md §1). Reads only; a text that does not fit is no token data. */
export type TokenData =
  | {
      readonly kind: 'create'
      readonly creator: string
      readonly name: string
      readonly description: string
      readonly data: string | undefined
    }
  | { readonly kind: 'transfer'; readonly tokenid: string; readonly receivers: readonly string[] }

const TOKENS = 0xf2
const CREATE = 0x63
const TRANSFER = 0x74
const NFT_DATA = 0x11

class OutOfData extends Error {}

class Bytes {
  private readonly bytes: Uint8Array
  private at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  u8(): number {
    const byte = this.bytes[this.at]
    if (byte === undefined) throw new OutOfData()
    this.at += 1
    return byte
  }

  take(length: number): Uint8Array {
    if (length > this.left) throw new OutOfData()
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  /** bytes behind their compact size */
  vector(): Uint8Array {
    const first = this.u8()
    if (first < 0xfd) return this.take(first)
    // Nothing longer than 65,535 bytes fits into a token transaction.
    if (first !== 0xfd) throw new OutOfData()
    return this.take(this.u8() + this.u8() * 256)
  }
}

/** `script` is the hex of an output script. */
export function readTokenData(script: string): TokenData | undefined {
  try {
    const payload = firstPush(new Bytes(fromHex(script)))
    if (!payload || payload.u8() !== TOKENS) return undefined
    const kind = payload.u8()
    if (kind === CREATE) return readCreate(payload)
    return kind === TRANSFER ? readTransfer(payload) : undefined
  } catch (error) {
    if (error instanceof OutOfData) return undefined
    throw error
  }
}

function firstPush(script: Bytes): Bytes | undefined {
  if (script.left < 2 || script.u8() !== 0x6a) return undefined
  const code = script.u8()
  if (code < 0x4c) return new Bytes(script.take(code))
  if (code === 0x4c) return new Bytes(script.take(script.u8()))
  if (code === 0x4d) return new Bytes(script.take(script.u8() + script.u8() * 256))
  if (code === 0x4e)
    return new Bytes(script.take(script.u8() + script.u8() * 256 + script.u8() * 65_536 + script.u8() * 16_777_216))
  return undefined
}

function readCreate(payload: Bytes): TokenData {
  const text = new TextDecoder()
  const creator = toHex(payload.vector())
  const name = text.decode(payload.vector())
  const description = text.decode(payload.vector())
  let data: string | undefined
  while (payload.left > 1) {
    const id = payload.u8()
    const blob = payload.vector()
    if (id === NFT_DATA) data = toHex(blob)
  }
  return { kind: 'create', creator, name, description, data }
}

function readTransfer(payload: Bytes): TokenData {
  const tokenid = toHex(payload.take(32))
  const receivers: string[] = []
  for (let left = payload.u8(); left > 0; left -= 1) receivers.push(toHex(payload.vector()))
  return { kind: 'transfer', tokenid, receivers }
}

export function fromHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length >> 1)
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16)
  }
  return bytes
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
