/** A connection to a NATS server with JetStream, and the two streams of a chain there. */
import { readFileSync } from 'node:fs'
import { JetStreamApiError, jetstream, jetstreamManager, type StreamConfig } from '@nats-io/jetstream'
import { connect, credsAuthenticator } from '@nats-io/transport-node'
import { type NatsAccess, PublishRefusal } from '../types.ts'

/** A stored message. */
export interface StoredMessage {
  readonly number: number
  readonly text: string
}

/** One stream. All of it rejects once the connection is lost or `end` was called. */
export interface EventStream {
  /** number of the newest message that ever was in it; 0: there was none */
  lastNumber(): Promise<number>
  /** The newest message, of a subject below the prefix where one is named; undefined: it is not there, or not any more. */
  newest(subject?: string): Promise<StoredMessage | undefined>
  /** The oldest message that is still there. */
  oldest(): Promise<StoredMessage | undefined>
  /**
   * Stores messages behind the one with a number, one after the other.
   * @param after undefined: wherever
   * @throws Error if somebody else's message is there; those before the one that failed are stored
   */
  append(
    messages: readonly { readonly subject: string; readonly id: string; readonly text: string }[],
    after?: number,
  ): Promise<void>
}

export interface NatsServer {
  readonly chain: EventStream
  readonly seen: EventStream
  /** Drops the connection, whatever it is about to do. */
  end(): void
}

const CONNECT_MILLIS = 10_000
/** Messages on their way at a time. */
const WINDOW = 256
/** Of what was only seen: nobody wants it when it is old. */
const SEEN = { max_age: 24 * 3600 * 1e9, max_bytes: 256 * 1024 * 1024 } as const
const NOT_FOUND = 10059

/** Beginning of the chain's subjects. */
export const subjectPrefix = (chain: string) => `chainwright.${streamPart(chain)}`

/** Names of streams and parts of subjects hold neither dots nor blanks. */
const streamPart = (chain: string) => chain.replace(/[^\w-]/g, '_')

/**
 * Makes the streams, unless they are there.
 * @param identity what tells the chain from others of its name
 * @throws PublishRefusal, or an Error of the server or of the network, without the password
 */
export async function openNatsServer(
  access: NatsAccess,
  { chain, identity }: { readonly chain: string; readonly identity: string },
): Promise<NatsServer> {
  const connection = await connect(connectionOptions(access))
  try {
    const manager = await jetstreamManager(connection)
    const client = jetstream(connection)
    const prefix = subjectPrefix(chain)
    const name = `chainwright-${streamPart(chain)}`

    async function open(
      stream: string,
      subjects: readonly string[],
      limits: Partial<StreamConfig>,
    ): Promise<EventStream> {
      const found = await manager.streams.info(stream).catch(unlessMissing)
      if (found === undefined)
        await manager.streams.add({
          name: stream,
          subjects: subjects.map((each) => `${prefix}.${each}`),
          description: identity,
          ...limits,
        })
      else if (found.config.description && found.config.description !== identity)
        throw new PublishRefusal('its stream holds another chain')
      return eventStream(stream)
    }

    const eventStream = (stream: string): EventStream => {
      const message = async (query: Parameters<typeof manager.streams.getMessage>[1]) => {
        const found = await manager.streams.getMessage(stream, query).catch(unlessMissing)
        return found ? { number: found.seq, text: found.string() } : undefined
      }
      const state = async () => (await manager.streams.info(stream)).state
      /** An empty stream names no message that can be asked for. */
      const numbered = async (which: 'first_seq' | 'last_seq') => {
        const found = await state()
        return found.messages === 0 ? undefined : message({ seq: found[which] })
      }
      return {
        lastNumber: async () => (await state()).last_seq,
        newest: async (subject) =>
          subject === undefined ? numbered('last_seq') : message({ last_by_subj: `${prefix}.${subject}` }),
        oldest: () => numbered('first_seq'),
        async append(messages, after) {
          for (let at = 0; at < messages.length; at += WINDOW) {
            const sent = messages.slice(at, at + WINDOW).map(({ subject, id, text }, behind) => {
              const expect = after === undefined ? {} : { expect: { lastSequence: after + at + behind } }
              return client.publish(`${prefix}.${subject}`, text, { msgID: id, ...expect })
            })
            await everyOne(sent)
          }
        },
      }
    }

    return {
      chain: await open(name, ['block.>', 'tx.confirmed.>', 'address.>', 'token.>', 'order.>'], {}),
      seen: await open(`${name}-seen`, ['tx.seen.>'], SEEN),
      end: () => void connection.close().catch(() => undefined),
    }
  } catch (error) {
    void connection.close().catch(() => undefined)
    throw error
  }
}

function connectionOptions({ url, credentialsFile, tls }: NatsAccess) {
  const { hostname, port, username, password } = new URL(url)
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  return {
    servers: `${hostname}:${port || '4222'}`,
    name: 'chainwright',
    // Who lost it begins again from what the server has.
    reconnect: false,
    timeout: CONNECT_MILLIS,
    ...(user !== '' && (password === '' ? { token: user } : { user, pass })),
    ...(credentialsFile !== undefined && { authenticator: credsAuthenticator(readFileSync(credentialsFile)) }),
    ...(tls && { tls: {} }),
  }
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof JetStreamApiError && (error.code === NOT_FOUND || error.apiError().code === 404)) return
  throw error
}

/** All of them end before the first failure is thrown. */
async function everyOne(sent: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(sent)).find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
