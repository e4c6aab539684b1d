import { createServer, type Server, type Socket } from 'node:net'
import { distinctAddresses, type ListenAddress } from '../../util/listenAddresses.ts'
import { splitHostPort } from '../wire/index.ts'

export interface ListenPlace extends ListenAddress {
  /** `-whitebind`: peers that connect here are whitelisted */
  readonly whitelisted: boolean
}

/**
 * Returns where to listen: each `-bind` and `-whitebind` once, or all addresses (p2p.md §7). An address of both whitelists its
 * peers.
 * @throws Error if a `-bind` takes the connections to an address of `-whitebind`
 */
export async function listenPlaces(
  { bind, whiteBind }: { readonly bind: readonly string[]; readonly whiteBind: readonly string[] },
  port: number,
): Promise<ListenPlace[]> {
  const place = (whitelisted: boolean) => (text: string) => ({ ...splitHostPort(text, port), whitelisted })
  const distinct = (places: readonly ListenPlace[]) => distinctAddresses(places, { dualStack: true })
  const whitelisted = await distinct(whiteBind.map(place(true)))
  const places = await distinct([...whitelisted, ...bind.map(place(false))])
  const covered = whitelisted.find((each) => !places.includes(each))
  if (covered !== undefined) {
    throw new Error(
      `-whitebind=${describePlace(covered)}: peers that connect there come in by -bind=${bind.join(', ')}.`,
    )
  }
  return places.length > 0 ? places : [{ host: undefined, port, whitelisted: false }]
}

const describePlace = ({ host, port }: ListenPlace) => (host === undefined ? `port ${port}` : `${host}:${port}`)

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
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      const reason = code === 'EADDRINUSE' ? 'it is in use, by another program or by another option of this node' : code
      throw new Error(`Peers cannot connect at ${describePlace(place)}: ${reason}.`, { cause: error })
    }
  }
  const ports = servers.map((server) => {
    const address = server.address()
    return address !== null && typeof address === 'object' ? address.port : 0
  })
  return { ports, close }
}
