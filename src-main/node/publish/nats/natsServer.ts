import { readFileSync } from 'node:fs'
import {
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  type StreamConfig,
} from '@nats-io/jetstream'
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node'
import { type NatsAccess, PublishRefusal } from '../types.ts'

export interface StoredMessage {
  readonly number: number
  readonly text: string
}

const CONNECT_TIMEOUT_MS = 10_000
/** Maximum number of unacknowledged messages. */
const WINDOW = 256
/** Limits of the stream of seen transactions, which lose their value with age. */
const SEEN = { max_age: 24 * 3600 * 1e9, max_bytes: 256 * 1024 * 1024 } as const
const CHAIN_SUBJECTS = ['block.>', 'tx.confirmed.>', 'address.>', 'token.>', 'order.>']
const NOT_FOUND = 10059

/** Returns the prefix of the chain's subjects. */
export const subjectPrefix = (chain: string) => `chainwright.${streamPart(chain)}`

/** Stream names and parts of subjects contain neither dots nor spaces. */
const streamPart = (chain: string) => chain.replace(/[^\w-]/g, '_')

interface EventStreamDeps {
  readonly manager: JetStreamManager
  readonly client: JetStreamClient
  readonly prefix: string
}

/** Stream of a chain. Methods reject after the connection is lost or ended. */
export class EventStream {
  readonly #name: string
  readonly #manager: JetStreamManager
  readonly #client: JetStreamClient
  readonly #prefix: string

  constructor(name: string, { manager, client, prefix }: EventStreamDeps) {
    this.#name = name
    this.#manager = manager
    this.#client = client
    this.#prefix = prefix
  }

  /** Returns the number of the newest message that the stream ever had, or 0 before the first one. */
  async lastNumber(): Promise<number> {
    return (await this.#state()).last_seq
  }

  /**
   * Returns the newest message, of a subject below the prefix if one is given. Returns `undefined` if no message was
   * stored or it has expired.
   */
  newest(subject?: string): Promise<StoredMessage | undefined> {
    return subject === undefined
      ? this.#numbered('last_seq')
      : this.#find({ last_by_subj: `${this.#prefix}.${subject}` })
  }

  /** Returns the oldest message that has not expired, or undefined if all have. */
  oldest(): Promise<StoredMessage | undefined> {
    return this.#numbered('first_seq')
  }

  /**
   * Stores messages in sequence after the message with the given number.
   * @param after number of that message, or `undefined` to append after the newest one
   * @throws Error if another publisher's message has that position; the messages before the failed one are stored
   */
  async append(
    messages: readonly { readonly subject: string; readonly id: string; readonly text: string }[],
    after?: number,
  ): Promise<void> {
    for (let at = 0; at < messages.length; at += WINDOW) {
      const sent = messages.slice(at, at + WINDOW).map(({ subject, id, text }, behind) => {
        const expect = after === undefined ? {} : { expect: { lastSequence: after + at + behind } }
        return this.#client.publish(`${this.#prefix}.${subject}`, text, { msgID: id, ...expect })
      })
      await everyOne(sent)
    }
  }

  async #state() {
    return (await this.#manager.streams.info(this.#name)).state
  }

  async #find(query: Parameters<JetStreamManager['streams']['getMessage']>[1]): Promise<StoredMessage | undefined> {
    const found = await this.#manager.streams.getMessage(this.#name, query).catch(unlessMissing)
    return found ? { number: found.seq, text: found.string() } : undefined
  }

  /** An empty stream reports sequence numbers of messages that do not exist. */
  async #numbered(which: 'first_seq' | 'last_seq'): Promise<StoredMessage | undefined> {
    const found = await this.#state()
    return found.messages === 0 ? undefined : this.#find({ seq: found[which] })
  }
}

/** Connection to a NATS server with JetStream, with the two streams of a chain. */
export class NatsServer {
  readonly chain: EventStream
  readonly seen: EventStream
  readonly #connection: NatsConnection

  private constructor(connection: NatsConnection, name: string, deps: EventStreamDeps) {
    this.#connection = connection
    this.chain = new EventStream(name, deps)
    this.seen = new EventStream(`${name}-seen`, deps)
  }

  /**
   * Connects, and creates missing streams.
   * @param identity distinguishes the chain from others of the same name
   * @throws PublishRefusal if a stream holds another chain, or an Error of the server or network without the password
   */
  static async open(
    access: NatsAccess,
    { chain, identity }: { readonly chain: string; readonly identity: string },
  ): Promise<NatsServer> {
    const connection = await connect(connectionOptions(access))
    try {
      const manager = await jetstreamManager(connection)
      const prefix = subjectPrefix(chain)
      const name = `chainwright-${streamPart(chain)}`
      const subjects = (names: readonly string[]) => names.map((each) => `${prefix}.${each}`)
      await makeStream(manager, { name, subjects: subjects(CHAIN_SUBJECTS), description: identity })
      await makeStream(manager, {
        ...{ name: `${name}-seen`, subjects: subjects(['tx.seen.>']), description: identity },
        ...SEEN,
      })
      return new NatsServer(connection, name, { manager, client: jetstream(connection), prefix })
    } catch (error) {
      void connection.close().catch(() => undefined)
      throw error
    }
  }

  /** Drops the connection, even during an operation. */
  end(): void {
    void this.#connection.close().catch(() => undefined)
  }
}

/** Creates a stream unless it exists. @throws PublishRefusal if it holds another chain */
async function makeStream(
  manager: JetStreamManager,
  config: Partial<StreamConfig> & { readonly name: string; readonly description: string },
): Promise<void> {
  const found = await manager.streams.info(config.name).catch(unlessMissing)
  if (found === undefined) await manager.streams.add(config)
  else if (found.config.description && found.config.description !== config.description)
    throw new PublishRefusal('the stream holds another chain')
}

function connectionOptions({ url, credentialsFile, tls }: NatsAccess) {
  const { hostname, port, username, password } = new URL(url)
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  return {
    servers: `${hostname}:${port || '4222'}`,
    name: 'chainwright',
    // No automatic reconnect: after a lost connection the follower restarts from the messages on the server.
    reconnect: false,
    timeout: CONNECT_TIMEOUT_MS,
    ...(user !== '' && (password === '' ? { token: user } : { user, pass })),
    ...(credentialsFile !== undefined && { authenticator: credsAuthenticator(readFileSync(credentialsFile)) }),
    ...(tls && { tls: {} }),
  }
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof JetStreamApiError && (error.code === NOT_FOUND || error.apiError().code === 404)) return
  throw error
}

/** Waits until all have settled before it throws the first failure. */
async function everyOne(sent: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(sent)).find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
