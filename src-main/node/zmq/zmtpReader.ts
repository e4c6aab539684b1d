import { checkGreeting, FRAME_FLAG, GREETING_LENGTH, ZmtpError } from './zmtp.ts'

/** Command or message that a peer sent after its greeting. */
export type ZmtpIncoming =
  | { readonly kind: 'command'; readonly name: string; readonly data: Buffer }
  | { readonly kind: 'message'; readonly body: Buffer; readonly more: boolean }

/** Parses the bytes of a peer in pieces of any size. Buffers at most one frame. */
export class ZmtpReader {
  readonly #maxFrame: number
  readonly #take: (incoming: ZmtpIncoming) => void
  #held: Buffer = Buffer.alloc(0)
  #greeted = false

  /**
   * @param maxFrame maximum length of an accepted frame in bytes
   * @param take called with each command or message
   */
  constructor(maxFrame: number, take: (incoming: ZmtpIncoming) => void) {
    this.#maxFrame = maxFrame
    this.#take = take
  }

  /** @throws ZmtpError if the bytes violate the protocol */
  read(bytes: Buffer): void {
    this.#held = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes])
    for (let end = this.#nextEnd(); end !== undefined; end = this.#nextEnd()) {
      const unit = this.#held.subarray(0, end)
      this.#held = this.#held.subarray(end)
      this.#readUnit(unit)
    }
    // Copy the rest: a view of a large chunk would keep the whole chunk in memory.
    this.#held = Buffer.from(this.#held)
  }

  /** Returns the length of the first complete unit, or `undefined` if more bytes are needed. */
  #nextEnd(): number | undefined {
    const held = this.#held
    if (!this.#greeted) return held.length >= GREETING_LENGTH ? GREETING_LENGTH : undefined
    const [flags = 0, first = 0] = held
    const long = (flags & FRAME_FLAG.long) !== 0
    const head = long ? 9 : 2
    if (held.length < head) return undefined
    const length = long ? Number(held.readBigUInt64BE(1)) : first
    if (length > this.#maxFrame) throw new ZmtpError('frame too long')
    return held.length >= head + length ? head + length : undefined
  }

  #readUnit(unit: Buffer): void {
    if (!this.#greeted) {
      checkGreeting(unit)
      this.#greeted = true
      return
    }
    const flags = unit[0] ?? 0
    const body = unit.subarray((flags & FRAME_FLAG.long) === 0 ? 2 : 9)
    if ((flags & ~(FRAME_FLAG.more | FRAME_FLAG.long | FRAME_FLAG.command)) !== 0) throw new ZmtpError('unknown flags')
    if ((flags & FRAME_FLAG.command) !== 0) this.#readCommand(body)
    else this.#take({ kind: 'message', body, more: (flags & FRAME_FLAG.more) !== 0 })
  }

  #readCommand(body: Buffer): void {
    const end = 1 + (body[0] ?? 0)
    if (end > body.length) throw new ZmtpError('command without a name')
    this.#take({ kind: 'command', name: body.toString('latin1', 1, end), data: body.subarray(end) })
  }
}
