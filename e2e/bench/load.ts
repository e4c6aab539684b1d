import { connect, type Socket } from 'node:net'

export interface LoadResult {
  readonly requestsPerSecond: number
  /** milliseconds */
  readonly p50: number
  readonly p99: number
}

const HEADER_END = Buffer.from('\r\n\r\n')

/** Sends the same request over one keep-alive connection again as soon as its reply is complete. */
function hammer(socket: Socket, message: Buffer, until: number, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let pending: Buffer = Buffer.alloc(0)
    let sent = 0
    const send = () => {
      sent = performance.now()
      socket.write(message)
    }
    socket.on('data', (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      const head = pending.indexOf(HEADER_END)
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(pending.toString('latin1', 0, head))?.[1])
      if (pending.length < head + 4 + length) return
      if (!pending.toString('latin1', 0, 12).endsWith('200')) return reject(new Error(pending.toString()))
      pending = pending.subarray(head + 4 + length)
      const now = performance.now()
      latencies.push(now - sent)
      if (now < until) send()
      else resolve()
    })
    socket.on('error', reject)
    send()
  })
}

/** Returns the requests per second over several keep-alive connections; client and server share the machine. */
export async function measureLoad(options: {
  readonly port: number
  readonly authorization: string
  readonly method: string
  readonly params: readonly unknown[]
  readonly connections: number
  readonly seconds: number
}): Promise<LoadResult> {
  const body = JSON.stringify({ id: 1, method: options.method, params: options.params })
  const message = Buffer.from(
    `POST / HTTP/1.1\r\nHost: 127.0.0.1:${options.port}\r\nAuthorization: ${options.authorization}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  const sockets = await Promise.all(
    Array.from(
      { length: options.connections },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect(options.port, '127.0.0.1', () => resolve(socket))
          socket.setNoDelay(true)
          socket.once('error', reject)
        }),
    ),
  )
  const latencies: number[] = []
  const start = performance.now()
  await Promise.all(sockets.map((socket) => hammer(socket, message, start + options.seconds * 1000, latencies)))
  const elapsed = (performance.now() - start) / 1000
  for (const socket of sockets) socket.destroy()
  latencies.sort((a, b) => a - b)
  const quantile = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0
  return { requestsPerSecond: latencies.length / elapsed, p50: quantile(0.5), p99: quantile(0.99) }
}
