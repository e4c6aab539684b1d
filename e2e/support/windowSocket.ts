import { WebSocket } from 'ws'
import { readCodes } from './codes.ts'
import type { WebApp } from './webApp.ts'

/** An event that the app sends to a window: see src-shared/events.ts. */
export interface ToldEvent {
  readonly type: string
  readonly [member: string]: unknown
}

/** A window without a page: sends calls over the app's own socket, as the page does. */
export interface WindowSocket {
  /** Returns the result, parsed by JSON.parse. @throws Error with `code` for an error reply */
  call<T = unknown>(method: string, ...params: readonly unknown[]): Promise<T>
  readonly events: readonly ToldEvent[]
  close(): void
}

export class WindowCallError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

interface PendingCall {
  resolve(result: unknown): void
  reject(error: Error): void
}

/** Answers a question of the app with a code or a passphrase, or with null to reject it. */
export type AnswerQuestion = () => Promise<string | null>

function createCodeAnswer(program: Pick<WebApp, 'output'>): AnswerQuestion {
  const codes = readCodes(program)
  return async () => (await codes.next()).code
}

/**
 * Signs in at the address that the app printed. Its token is valid once.
 * @param answer default: types the codes of the terminal
 */
export async function openWindowSocket(
  { address, ...program }: WebApp,
  answer: AnswerQuestion = createCodeAnswer(program),
): Promise<WindowSocket> {
  const { origin, host, hash } = new URL(address)
  const signedIn = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: hash.replace('#token=', '') }),
  })
  if (signedIn.status !== 200) throw new Error(`The app does not let us in (${signedIn.status})`)
  const { secret } = (await signedIn.json()) as { secret: string }
  const socket = new WebSocket(`ws://${host}/ws`, { headers: { Origin: origin } })
  const waiting = new Map<number, PendingCall>()
  const events: ToldEvent[] = []
  let lastId = 0

  const reply = async (id: number) => socket.send(JSON.stringify({ kind: 'answer', id, secret: await answer() }))
  const welcomed = Promise.withResolvers<void>()

  socket.on('message', (data) => {
    const message = JSON.parse(String(data))
    if (message.kind === 'welcome') welcomed.resolve()
    else if (message.kind === 'event') events.push(message.event)
    else if (message.kind === 'ask') void reply(message.question.id)
    else if (message.kind === 'result') waiting.get(message.id)?.resolve(JSON.parse(message.result))
    else if (message.kind === 'error')
      waiting.get(message.id)?.reject(new WindowCallError(message.error.code, message.error.message))
  })
  socket.on('close', (code) => {
    welcomed.reject(new Error(`The app does not know us (${code})`))
    for (const { reject } of waiting.values()) reject(new Error('The app has closed the connection'))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.send(JSON.stringify({ kind: 'session', secret }))
  await welcomed.promise
  return {
    events,
    call: <T>(method: string, ...params: readonly unknown[]) =>
      new Promise<T>((resolve, reject) => {
        lastId += 1
        waiting.set(lastId, { resolve: (result) => resolve(result as T), reject })
        socket.send(JSON.stringify({ kind: 'call', id: lastId, method, params: JSON.stringify(params) }))
      }),
    close: () => socket.close(),
  }
}
