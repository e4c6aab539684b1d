import { type AddressInfo, connect, createServer, type Server } from 'node:net'

export interface SocksProxy {
  readonly server: Server
  /** address in the format of `-proxy` */
  readonly at: string
  /** requested targets, `host:port` */
  readonly asked: readonly string[]
  /** user names of the clients, including empty ones of clients without authentication */
  readonly users: readonly string[]
}

/** A minimal SOCKS5 server: any or no authentication, CONNECT only, resolves only the given names. */
export async function startSocksProxy(names: Readonly<Record<string, number>>): Promise<SocksProxy> {
  const asked: string[] = []
  const users: string[] = []
  const server = createServer((client) => {
    client.on('error', () => undefined)
    let step: 'greeting' | 'user' | 'request' | 'open' = 'greeting'
    client.on('data', (chunk) => {
      if (step === 'greeting') {
        const wantsUser = chunk.subarray(2).includes(2)
        step = wantsUser ? 'user' : 'request'
        client.write(Uint8Array.of(5, wantsUser ? 2 : 0))
      } else if (step === 'user') {
        users.push(chunk.subarray(2, 2 + (chunk[1] ?? 0)).toString())
        step = 'request'
        client.write(Uint8Array.of(1, 0))
      } else if (step === 'request') {
        step = 'open'
        const isName = chunk[3] === 3
        const length = isName ? (chunk[4] ?? 0) : 4
        const from = isName ? 5 : 4
        const host = isName ? chunk.subarray(from, from + length).toString() : chunk.subarray(from, from + 4).join('.')
        const port = chunk.readUInt16BE(from + length)
        asked.push(`${host}:${port}`)
        const onward = connect(names[host] ?? port, '127.0.0.1', () => {
          client.write(Uint8Array.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0))
          client.pipe(onward)
          onward.pipe(client)
        })
        onward.on('error', () => client.destroy())
        client.on('close', () => onward.destroy())
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, at: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked, users }
}
