import { createSocket } from 'node:dgram'
import { createServer, type Socket } from 'node:net'

/** Server at the destination of exfiltration attempts: receives everything sent to one port by TCP and UDP. */
export interface Listener {
  readonly port: number
  /** Returns the text received since the last call; a connection without data gives an empty string. */
  taken(): string[]
  close(): Promise<void>
}

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok'

export async function listen(host: string): Promise<Listener> {
  let arrived: string[] = []
  const sockets = new Set<Socket>()
  const tcp = createServer((socket) => {
    sockets.add(socket)
    const place = arrived.push('') - 1
    const list = arrived
    socket.on('data', (data) => {
      list[place] += data.toString('latin1')
      if (data.includes('HTTP/1.')) socket.end(ANSWER)
    })
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => tcp.listen(0, host, resolve))
  const address = tcp.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const udp = createSocket('udp4')
  udp.on('message', (data) => arrived.push(data.toString('latin1')))
  await new Promise<void>((resolve) => udp.bind(port, host, () => resolve()))
  return {
    port,
    taken() {
      const all = arrived
      arrived = []
      return all
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      udp.close()
      await new Promise((resolve) => tcp.close(resolve))
    },
  }
}
