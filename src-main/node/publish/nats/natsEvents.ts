import { equal, fromDisplayHex } from '../../util/index.ts'
import type { Cursor } from '../blockRows.ts'
import type { Batch, ChainReader } from '../chainReader.ts'
import type { EventKinds, PublishTarget } from '../types.ts'
import { type BlockEvents, eventText, toBlockEvents } from './blockEvents.ts'
import type { EventStream, StoredMessage } from './natsServer.ts'

interface NatsEventsDeps {
  readonly stream: EventStream
  readonly reader: ChainReader
  readonly kinds: EventKinds
  /** Height of the first block to publish. */
  readonly from: number
}

/** Position that the newest message of the stream describes. */
interface StreamPosition {
  readonly height: number
  readonly block: string
  /** Index of the message among the `parts` messages of its block. */
  readonly part: number
  readonly parts: number
  readonly event: string
  /** Hash of the previous block, if the message has it. */
  readonly previous?: string
}

/** Block whose first messages are published and whose last are not. */
interface Begun {
  readonly height: number
  readonly block: string
  readonly done: number
}

const parseMessage = (text: string): StreamPosition => JSON.parse(text) as StreamPosition

/** Height of the lowest block whose events are all in the stream. */
function lowestCompleteHeight(oldest: StoredMessage | undefined): number | undefined {
  const position = oldest && parseMessage(oldest.text)
  return position && (position.event === 'block.connected' ? position.height : position.height + 1)
}

/** Number of the next transaction if the block is not in the active chain. */
const UNKNOWN = -1

/** Notarisations are not published as events. */
const notarised = Number.MAX_SAFE_INTEGER
const NONE: Cursor = { height: -1, hash: undefined, nextOrdinal: 1, work: 0n, txs: 0, notarised }

/**
 * Publishes the chain as a stream of events. The cursor is derived from the messages already in the stream. Each publish names the expected last sequence number, so every event is stored
 * once, even if a publisher crashes or several nodes publish.
 */
export class NatsEvents implements PublishTarget {
  readonly #stream: EventStream
  readonly #reader: ChainReader
  readonly #kinds: EventKinds
  readonly #from: number
  /** Height of the lowest block whose events are all in the stream. */
  readonly #lowest: number
  #last: number
  #begun: Begun | undefined

  private constructor({ stream, reader, kinds, from }: NatsEventsDeps, last: number, lowest: number) {
    this.#stream = stream
    this.#reader = reader
    this.#kinds = kinds
    this.#from = from
    this.#last = last
    this.#lowest = lowest
  }

  static async open(deps: NatsEventsDeps): Promise<NatsEvents> {
    const last = await deps.stream.lastNumber()
    return new NatsEvents(deps, last, lowestCompleteHeight(await deps.stream.oldest()) ?? deps.from)
  }

  async cursor(): Promise<Cursor> {
    this.#last = await this.#stream.lastNumber()
    const newest = await this.#stream.newest()
    if (newest === undefined) return this.#cursorAt(this.#from - 1)
    const { event, height, block, part, parts, previous } = parseMessage(newest.text)
    if (event === 'block.disconnected') return this.#cursorAt(height - 1, previous)
    if (part + 1 === parts) return this.#cursorAt(height, block)
    this.#begun = { height, block, done: part + 1 }
    return this.#cursorAt(height - 1, (await this.#connectedAt(height))?.previous)
  }

  async write(batch: Batch): Promise<void> {
    if (batch.from.nextOrdinal === UNKNOWN) throw new Error('the chain was reorganised during publishing')
    for (const block of toBlockEvents(batch, this.#kinds, this.#reader))
      if (block.height >= this.#from) await this.#writeBlock(block)
  }

  async rollBackTo(height: number): Promise<void> {
    await this.#dropBegun()
    const newest = await this.#stream.newest()
    if (newest === undefined) return
    const position = parseMessage(newest.text)
    let at = position.event === 'block.disconnected' ? position.height - 1 : position.height
    for (; at > height && at >= this.#lowest; at--) {
      const published = await this.#connectedAt(at)
      if (published === undefined) throw new Error(`the stream no longer has block ${at}`)
      await this.#disconnect(at, published.block, published.previous ?? '')
    }
  }

  async hashAt(height: number): Promise<Uint8Array | undefined> {
    // Blocks whose events were never published, or have expired, cannot be rolled back.
    if (height < this.#lowest) return this.#reader.hashAt(height)
    const published = await this.#connectedAt(height)
    return published && fromDisplayHex(published.block)
  }

  async index(): Promise<void> {
    // Also detects a lost connection.
    await this.#stream.lastNumber()
    if (this.#begun === undefined) return
    const { height, block } = this.#begun
    const ours = this.#reader.hashAt(height)
    if (ours === undefined || !equal(ours, fromDisplayHex(block))) await this.#dropBegun()
  }

  #cursorAt(height: number, block?: string): Cursor {
    if (height < 0) return NONE
    const reader = this.#reader
    const hash = block === undefined ? reader.hashAt(height) : fromDisplayHex(block)
    if (hash === undefined) throw new Error(`the chain has not reached block ${this.#from} yet`)
    return { height, hash, nextOrdinal: reader.nextOrdinalAfter(height, hash) ?? UNKNOWN, work: 0n, txs: 0, notarised }
  }

  /** Returns the message about the block that connected last at a height. */
  async #connectedAt(height: number): Promise<StreamPosition | undefined> {
    const message = await this.#stream.newest(`block.connected.${height}`)
    return message && parseMessage(message.text)
  }

  /**
   * Stores messages. Their names identify the content, so that the server's deduplication never mistakes another
   * message for one, even if two nodes publish.
   */
  async #append(
    messages: readonly { readonly subject: string; readonly name: string; readonly text: string }[],
  ): Promise<void> {
    const last = this.#last
    const identified = messages.map(({ subject, name, text }, at) => ({
      subject,
      text,
      id: `${name}.${last + 1 + at}`,
    }))
    await this.#stream.append(identified, last)
    this.#last += messages.length
  }

  async #disconnect(height: number, block: string, previous: string): Promise<void> {
    const text = eventText({ height, block }, { event: 'block.disconnected', previous }, [0, 1])
    await this.#append([{ subject: `block.disconnected.${height}`, name: `${block}.end`, text }])
  }

  /** Publishes the disconnection of a block that left the chain before all of its messages were published. */
  async #dropBegun(): Promise<void> {
    if (this.#begun === undefined) return
    const { height, block } = this.#begun
    const previous = (await this.#connectedAt(height))?.previous ?? ''
    this.#begun = undefined
    await this.#disconnect(height, block, previous)
  }

  async #writeBlock({ height, block, events }: BlockEvents): Promise<void> {
    if (this.#begun !== undefined && this.#begun.block !== block) await this.#dropBegun()
    const done = this.#begun?.done ?? 0
    this.#begun = undefined
    const texts = events.map(({ subject, body }, part) => ({
      subject,
      name: `${block}.${part}`,
      text: eventText({ height, block }, body, [part, events.length]),
    }))
    await this.#append(texts.slice(done))
  }
}
