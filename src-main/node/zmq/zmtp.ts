/** ZMTP 3.0 (rfc.zeromq.org/spec/23) for a publisher: greeting, commands and messages as bytes. */

export const GREETING_LENGTH = 64
const MECHANISM_AT = 12
const MECHANISM_LENGTH = 20
export const FRAME_FLAG = { more: 1, long: 2, command: 4 } as const
/** Maximum length of a frame with a length field of one byte. */
const SHORT = 255

/** The peer does not speak the protocol, or sends something that a subscriber must not send. */
export class ZmtpError extends Error {
  override readonly name = 'ZmtpError'
}

/** Builds the greeting: signature, version 3.0, mechanism NULL, not a server, then zeros. */
export function greeting(): Buffer {
  const bytes = Buffer.alloc(GREETING_LENGTH)
  bytes[0] = 0xff
  bytes[9] = 0x7f
  bytes[10] = 3
  bytes.write('NULL', MECHANISM_AT, 'latin1')
  return bytes
}

/** @throws ZmtpError if the greeting is not that of a ZMTP 3 peer with mechanism NULL */
export function checkGreeting(bytes: Buffer): void {
  const mechanism = bytes.toString('latin1', MECHANISM_AT, MECHANISM_AT + MECHANISM_LENGTH)
  if (bytes[0] !== 0xff || bytes[9] !== 0x7f || (bytes[10] ?? 0) < 3) throw new ZmtpError('not ZMTP 3')
  if (mechanism !== 'NULL'.padEnd(MECHANISM_LENGTH, '\0')) throw new ZmtpError('expected mechanism NULL')
}

/** Builds a command: the length and name, then the data. */
export function command(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.of(name.length), Buffer.from(name, 'latin1'), data])
  return Buffer.concat([frameHead(FRAME_FLAG.command, body.length), body])
}

/** Builds the command that ends the handshake. */
export function ready(socketType: string): Buffer {
  const name = Buffer.from('Socket-Type', 'latin1')
  const value = Buffer.from(socketType, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(value.length)
  return command('READY', Buffer.concat([Buffer.of(name.length), name, length, value]))
}

function frameHead(flags: number, length: number): Buffer {
  if (length <= SHORT) return Buffer.of(flags, length)
  const head = Buffer.alloc(9)
  head[0] = flags | FRAME_FLAG.long
  head.writeBigUInt64BE(BigInt(length), 1)
  return head
}

/** Builds a message of several parts. Long parts are not copied. */
export function message(parts: readonly Uint8Array[]): readonly Uint8Array[] {
  return parts.flatMap((part, at) => [frameHead(at < parts.length - 1 ? FRAME_FLAG.more : 0, part.length), part])
}

/** Returns the socket type of a READY command. @throws ZmtpError if the command is malformed or has no socket type */
export function parseSocketType(data: Buffer): string {
  for (let at = 0; at < data.length; ) {
    const nameEnd = at + 1 + (data[at] ?? 0)
    if (nameEnd + 4 > data.length) break
    const valueEnd = nameEnd + 4 + data.readUInt32BE(nameEnd)
    if (valueEnd > data.length) break
    // Property names are case-insensitive.
    if (data.toString('latin1', at + 1, nameEnd).toLowerCase() === 'socket-type')
      return data.toString('latin1', nameEnd + 4, valueEnd)
    at = valueEnd
  }
  throw new ZmtpError('missing socket type')
}
