/** Publishes the chain as a stream of events. The publishing cursor is derived from the messages already in the stream. */
import { equal, fromDisplayHex } from '../../util/index.ts'
import type { Batch, ChainReader, Cursor } from '../chainReader.ts'
import type { EventKinds, PublishTarget } from '../types.ts'
import { type BlockEvents, eventsOf, eventText } from './blockEvents.ts'
import type { EventStream, StoredMessage } from './natsServer.ts'

interface Deps {
  readonly stream: EventStream
  readonly reader: ChainReader
  readonly kinds: EventKinds
  /** height of the first block that is published */
  readonly from: number
}

/** What the newest message of the stream says. */
interface Standing {
  readonly height: number
  readonly block: string
  /** its messages that are there, of all that it has; all of none: it was taken back */
  readonly part: number
  readonly parts: number
  readonly event: string
  /** the block before it, where the message says so */
  readonly previous?: string
}

/** A block of which only the first messages are there. */
interface Begun {
  readonly height: number
  readonly block: string
  readonly done: number
}

const standingOf = (text: string): Standing => JSON.parse(text) as Standing

/** Height of the lowest block whose events are all in the stream. */
function lowestOf(oldest: StoredMessage | undefined): number | undefined {
  const standing = oldest && standingOf(oldest.text)
  return standing && (standing.event === 'block.connected' ? standing.height : standing.height + 1)
}

/** Number of the next transaction where the block is off the chain. */
const UNKNOWN = -1

/** Notarisations are no events. */
const notarised = Number.MAX_SAFE_INTEGER
const NONE: Cursor = { height: -1, hash: undefined, nextOrdinal: 1, work: 0n, txs: 0, notarised }

/**
 * Each publish names the expected last sequence number, so every event is stored once, even if a publisher crashes or several
 * nodes publish.
 */
export async function openNatsEvents({ stream, reader, kinds, from }: Deps): Promise<PublishTarget> {
  let last = await stream.lastNumber()
  let begun: Begun | undefined
  const lowest = lowestOf(await stream.oldest()) ?? from

  const cursorAt = (height: number, block?: string): Cursor => {
    if (height < 0) return NONE
    const hash = block === undefined ? reader.hashAt(height) : fromDisplayHex(block)
    if (hash === undefined) throw new Error(`the chain has not reached block ${from} yet`)
    return { height, hash, nextOrdinal: reader.nextOrdinalAfter(height, hash) ?? UNKNOWN, work: 0n, txs: 0, notarised }
  }

  /** What was said of the block that connected last at a height. */
  async function connectedAt(height: number): Promise<Standing | undefined> {
    const message = await stream.newest(`block.connected.${height}`)
    return message && standingOf(message.text)
  }

  /** A name says what a message is, so that nothing else is taken for it where two nodes publish. */
  async function append(
    messages: readonly { readonly subject: string; readonly name: string; readonly text: string }[],
  ) {
    const identified = messages.map(({ subject, name, text }, at) => ({
      subject,
      text,
      id: `${name}.${last + 1 + at}`,
    }))
    await stream.append(identified, last)
    last += messages.length
  }

  async function disconnect(height: number, block: string, previous: string): Promise<void> {
    const text = eventText({ height, block }, { event: 'block.disconnected', previous }, [0, 1])
    await append([{ subject: `block.disconnected.${height}`, name: `${block}.end`, text }])
  }

  /** What is there of a block that is not in the chain any more is taken back. */
  async function dropBegun(): Promise<void> {
    if (begun === undefined) return
    const { height, block } = begun
    const previous = (await connectedAt(height))?.previous ?? ''
    begun = undefined
    await disconnect(height, block, previous)
  }

  async function writeBlock({ height, block, events }: BlockEvents): Promise<void> {
    if (begun !== undefined && begun.block !== block) await dropBegun()
    const done = begun?.done ?? 0
    begun = undefined
    const texts = events.map(({ subject, body }, part) => ({
      subject,
      name: `${block}.${part}`,
      text: eventText({ height, block }, body, [part, events.length]),
    }))
    await append(texts.slice(done))
  }

  return {
    async cursor() {
      last = await stream.lastNumber()
      const newest = await stream.newest()
      if (newest === undefined) return cursorAt(from - 1)
      const { event, height, block, part, parts, previous } = standingOf(newest.text)
      if (event === 'block.disconnected') return cursorAt(height - 1, previous)
      if (part + 1 === parts) return cursorAt(height, block)
      begun = { height, block, done: part + 1 }
      return cursorAt(height - 1, (await connectedAt(height))?.previous)
    },
    async write(batch: Batch) {
      if (batch.from.nextOrdinal === UNKNOWN) throw new Error('the chain was reorganised meanwhile')
      for (const block of eventsOf(batch, kinds, reader)) if (block.height >= from) await writeBlock(block)
    },
    async rollBackTo(height) {
      await dropBegun()
      const newest = await stream.newest()
      if (newest === undefined) return
      const standing = standingOf(newest.text)
      let at = standing.event === 'block.disconnected' ? standing.height - 1 : standing.height
      for (; at > height && at >= lowest; at--) {
        const published = await connectedAt(at)
        if (published === undefined) throw new Error(`the stream does not have block ${at} any more`)
        await disconnect(at, published.block, published.previous ?? '')
      }
    },
    async hashAt(height) {
      // What was not published, or is not there any more, cannot be taken back.
      if (height < lowest) return reader.hashAt(height)
      const published = await connectedAt(height)
      return published && fromDisplayHex(published.block)
    },
    async index() {
      // Finds out that the server went away, too.
      await stream.lastNumber()
      if (begun === undefined) return
      const { height, block } = begun
      const ours = reader.hashAt(height)
      if (ours === undefined || !equal(ours, fromDisplayHex(block))) await dropBegun()
    },
  }
}
