import { createServer, type Server, type Socket } from 'node:net'
import { distinctAddresses, type ListenAddress } from '../../util/listenAddresses.ts'
import { splitHostPort } from '../wire/index.ts'

export interface PeerListenAddress extends ListenAddress {
  /** true for `-whitebind`: peers that connect here are whitelisted */
  readonly whitelisted: boolean
}

/**
 * Returns the addresses to listen on: each `-bind` and `-whitebind` once, or all addresses (p2p.md §7). Peers of an
 * address with both options are whitelisted.
 * @throws Error if a `-bind` takes the connections to an address of `-whitebind`
 */
export async function listenAddresses(
  { bind, whiteBind }: { readonly bind: readonly string[]; readonly whiteBind: readonly string[] },
  port: number,
): Promise<PeerListenAddress[]> {
  const parse = (whitelisted: boolean) => (text: string) => ({ ...splitHostPort(text, port), whitelisted })
  const distinct = (list: readonly PeerListenAddress[]) => distinctAddresses(list, { dualStack: true })
  const whitelisted = await distinct(whiteBind.map(parse(true)))
  const addresses = await distinct([...whitelisted, ...bind.map(parse(false))])
  const covered = whitelisted.find((each) => !addresses.includes(each))
  if (covered !== undefined) {
    throw new Error(
      `-whitebind=${describeAddress(covered)}: peers at this address are already accepted by -bind=${bind.join(', ')}.`,
    )
  }
  return addresses.length > 0 ? addresses : [{ host: undefined, port, whitelisted: false }]
}

const describeAddress = ({ host, port }: PeerListenAddress) => (host === undefined ? `port ${port}` : `${host}:${port}`)

function open(address: PeerListenAddress, arrived: (socket: Socket, whitelisted: boolean) => void): Promise<Server> {
  return new Promise((resolve, reject) => {
    // Paused until a reader is attached, so that a peer's first bytes are not lost.
    const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) =>
      arrived(socket, address.whitelisted),
    )
    server.once('error', reject)
    const { host, port } = address
    server.listen(host === undefined ? { port } : { host, port }, () => {
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

/** Listens on all addresses. @throws Error if one address fails; then none stays open */
export async function openListener(
  addresses: readonly PeerListenAddress[],
  arrived: (socket: Socket, whitelisted: boolean) => void,
): Promise<Listener> {
  const servers: Server[] = []
  const close = async () => {
    await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  }
  for (const address of addresses) {
    try {
      servers.push(await open(address, arrived))
    } catch (error) {
      await close()
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      const reason =
        code === 'EADDRINUSE' ? 'the address is in use by another program or by another option of this node' : code
      throw new Error(`Peers cannot connect at ${describeAddress(address)}: ${reason}.`, { cause: error })
    }
  }
  const ports = servers.map((server) => {
    const address = server.address()
    return address !== null && typeof address === 'object' ? address.port : 0
  })
  return { ports, close }
}
