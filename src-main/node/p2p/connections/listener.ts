import { createServer, type Server, type Socket } from 'node:net'
import { splitHostPort } from '../wire/index.ts'

export interface ListenPlace {
  /** undefined: every address of this machine */
  readonly host: string | undefined
  readonly port: number
  /** `-whitebind`: peers that connect here are whitelisted */
  readonly whitelisted: boolean
}

/** Where to listen: each `-bind` and `-whitebind`, or all addresses (p2p.md §7). */
export function listenPlaces(
  { bind, whiteBind }: { readonly bind: readonly string[]; readonly whiteBind: readonly string[] },
  port: number,
): ListenPlace[] {
  const place = (whitelisted: boolean) => (text: string) => ({ ...splitHostPort(text, port), whitelisted })
  const named = [...bind.map(place(false)), ...whiteBind.map(place(true))]
  return named.length > 0 ? named : [{ host: undefined, port, whitelisted: false }]
}

function open(place: ListenPlace, arrived: (socket: Socket, whitelisted: boolean) => void): Promise<Server> {
  return new Promise((resolve, reject) => {
    // Paused, so that a peer's first bytes wait for a reader.
    const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => arrived(socket, place.whitelisted))
    server.once('error', reject)
    const where = place.host === undefined ? { port: place.port } : { host: place.host, port: place.port }
    server.listen(where, () => {
      server.removeListener('error', reject)
      server.on('error', () => undefined)
      resolve(server)
    })
  })
}

export interface Listener {
  readonly ports: readonly number[]
  close(): Promise<void>
}

/** Listens at all places. @throws Error if one of them fails; then at none. */
export async function listen(
  places: readonly ListenPlace[],
  arrived: (socket: Socket, whitelisted: boolean) => void,
): Promise<Listener> {
  const servers: Server[] = []
  const close = async () => {
    await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  }
  for (const place of places) {
    try {
      servers.push(await open(place, arrived))
    } catch (error) {
      await close()
      const where = place.host === undefined ? `port ${place.port}` : `${place.host}:${place.port}`
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      const reason = code === 'EADDRINUSE' ? 'another program uses it' : code
      throw new Error(`Peers cannot connect at ${where}: ${reason}.`, { cause: error })
    }
  }
  const ports = servers.map((server) => {
    const address = server.address()
    return address !== null && typeof address === 'object' ? address.port : 0
  })
  return { ports, close }
}
