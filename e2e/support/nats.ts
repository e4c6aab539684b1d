import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { ProcessEndedError, waitFor } from '../../src-main/node/testing/waitFor.ts'
import { freePort } from './ports.ts'

const USER = { user: 'chain', pass: 's3cret' }

/** A NATS server for one test file, with JetStream storage in a folder. */
export interface Nats {
  /** URL with user and password */
  readonly url: string
  start(): Promise<void>
  /** stops the server with SIGKILL, as in a power failure, or SIGTERM, and waits for the end */
  stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Returns subject and body of each message of a stream, in order. @throws Error if a sequence number is missing */
  messages(stream: string): Promise<Message[]>
}

export interface Message {
  readonly subject: string
  readonly body: Record<string, unknown>
}

/** Debian installs the program outside the search path of ordinary users. */
const PROGRAMS = ['nats-server', '/usr/sbin/nats-server']

/** Returns the server program, or undefined if it is not installed. */
export const natsProgram = (): string | undefined =>
  PROGRAMS.find((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0)

/** @param folder used only by this server */
export async function startNats(folder: string): Promise<Nats> {
  const program = natsProgram()
  if (program === undefined) throw new Error('nats-server is not installed')
  const port = await freePort()
  const server = `127.0.0.1:${port}`
  const args = ['-js', '-sd', join(folder, 'jetstream'), '-a', '127.0.0.1', '-p', String(port)]
  let child: ChildProcess | undefined

  async function ready(): Promise<void> {
    const connection = await waitFor(() => {
      if (child?.exitCode !== null || child.signalCode !== null) throw new ProcessEndedError('nats-server ended')
      return connect({ servers: server, ...USER, reconnect: false })
    })
    await connection.close()
  }

  async function start(): Promise<void> {
    child = spawn(program!, [...args, '--user', USER.user, '--pass', USER.pass], { stdio: 'ignore' })
    await ready()
  }

  await start()
  return {
    url: `nats://${USER.user}:${USER.pass}@${server}`,
    start,
    async stop(signal) {
      const ending = child
      if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return
      const ended = once(ending, 'exit')
      ending.kill(signal)
      await ended
    },
    async messages(stream) {
      const connection = await connect({ servers: server, ...USER })
      try {
        const { state } = await (await jetstreamManager(connection)).streams.info(stream)
        const found: Message[] = []
        if (state.messages === 0) return found
        const consumer = await jetstream(connection).consumers.get(stream)
        for await (const message of await consumer.consume()) {
          if (message.seq !== found.length + 1) throw new Error(`message ${found.length + 1} is missing`)
          found.push({ subject: message.subject, body: message.json<Record<string, unknown>>() })
          if (message.seq === state.last_seq) break
        }
        return found
      } finally {
        await connection.close()
      }
    },
  }
}
