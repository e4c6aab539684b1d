import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isIPv6 } from 'node:net'

export interface Endpoint {
  readonly host: string
  readonly port: number
}

/** The server cannot listen on the configured address. The message is for the user who starts the node. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

export interface BindSettings {
  readonly port: number
  readonly bind: readonly string[]
  readonly allowIp: readonly string[]
}

/**
 * Returns the endpoints to listen on: only loopback without -rpcallowip, all addresses with it and without -rpcbind,
 * otherwise the addresses of -rpcbind (rpc.md §2, "Binding").
 */
export function resolveEndpoints({ port, bind, allowIp }: BindSettings): Endpoint[] {
  if (allowIp.length === 0) return ['::1', '127.0.0.1'].map((host) => ({ host, port }))
  if (bind.length === 0) return ['::', '0.0.0.0'].map((host) => ({ host, port }))
  return bind.map((entry) => parseEndpoint(entry, port))
}

/** Parses `host`, `host:port`, `[v6]`, `[v6]:port` or `v6`. @throws ListenError if it is malformed */
export function parseEndpoint(entry: string, defaultPort: number): Endpoint {
  const match = /^(?:\[([^\]]+)\]|([^:]+))(?::([0-9]{1,5}))?$/.exec(entry)
  const host = isIPv6(entry) ? entry : (match?.[1] ?? match?.[2])
  const port = isIPv6(entry) || match?.[3] === undefined ? defaultPort : Number(match[3])
  if (host === undefined || port > 65535)
    throw new ListenError(`-rpcbind: expected an address to listen on, got "${entry}"`)
  return { host, port }
}

/** Error codes for an address that the machine does not have, as opposed to a problem with the port. */
const MISSING_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/**
 * Listens on one endpoint. Returns undefined if the machine has no such address.
 * @param portOption option that sets the port, for the error message
 * @throws ListenError if the port cannot be used
 */
export async function listenOn(
  server: Server,
  endpoint: Endpoint,
  portOption = '-rpcport=<port>',
): Promise<Endpoint | undefined> {
  const { host, port } = endpoint
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      // Use separate sockets for both families: `::` must not take the port of `0.0.0.0` too.
      server.listen({ host, port, ipv6Only: isIPv6(host) }, () => {
        server.off('error', reject)
        resolve()
      })
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== undefined && MISSING_ADDRESS.has(code)) return undefined
    throw new ListenError(
      `Cannot listen for RPC on ${formatEndpoint(endpoint)}: ${listenFailure(code, port, portOption)}`,
      {
        cause: error,
      },
    )
  }
  return { host, port: (server.address() as AddressInfo).port }
}

function listenFailure(code: string | undefined, port: number, portOption: string): string {
  if (code === 'EADDRINUSE') {
    return `port ${port} is in use by another program, such as a second node, or by another option of this node. Choose another port with ${portOption}.`
  }
  if (code === 'EACCES') return `port ${port} needs more rights. Choose another with ${portOption}.`
  return code ?? 'unknown reason'
}

export function formatEndpoint({ host, port }: Endpoint): string {
  return isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`
}
