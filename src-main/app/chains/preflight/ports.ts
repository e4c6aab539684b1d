/** Checks whether a port is free, which program holds it, and which port to use instead. */
import { createServer } from 'node:net'
import { isPort } from '../../peerAddress.ts'
import { type PortHolder, portHolder } from './holder.ts'

/** Number of following ports to try before the system chooses one. */
const NEARBY = 50

export interface WantedPort {
  readonly name: 'p2pport' | 'rpcport'
  readonly port: number
  /** addresses to listen on; empty for all addresses of this machine */
  readonly hosts: readonly string[]
}

export interface TakenPort extends WantedPort {
  /** for example "python3 (process 12)"; null if unknown */
  readonly holder: string | null
  /** suggested free port; null if none was found */
  readonly free: number | null
  /** true if the system denies the port to this program */
  readonly forbidden: boolean
}

export interface PortDeps {
  /** Returns a text for users that names the part of this program using the port; undefined if no part does. */
  ours(port: number): string | undefined
  readonly pid: number
}

type Finding = 'free' | 'taken' | 'forbidden'

function tryPort(port: number, host: string | undefined): Promise<Finding> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve('taken')
      else if (error.code === 'EACCES') resolve('forbidden')
      // The node reports an address that this machine does not have.
      else resolve('free')
    })
    server.listen(host === undefined ? { port } : { port, host }, () => server.close(() => resolve('free')))
  })
}

async function probePort({ port, hosts }: Pick<WantedPort, 'port' | 'hosts'>): Promise<Finding> {
  for (const host of hosts.length === 0 ? [undefined] : hosts) {
    const finding = await tryPort(port, host)
    if (finding !== 'free') return finding
  }
  return 'free'
}

/** Returns a free port near the wanted one and not in `avoid`, or null if none was found. */
export async function freePortFor(wanted: WantedPort, avoid: ReadonlySet<number>): Promise<number | null> {
  for (let step = 1; step <= NEARBY; step++) {
    const port = wanted.port + step
    if (isPort(port) && !avoid.has(port) && (await probePort({ ...wanted, port })) === 'free') return port
  }
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen({ port: 0, host: '127.0.0.1' }, () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null && !avoid.has(address.port) ? address.port : null
      server.close(() => resolve(port))
    })
  })
}

/** Checks a port. Returns undefined if it is free. @param avoid ports not to suggest */
export async function takenPort(
  wanted: WantedPort,
  avoid: ReadonlySet<number>,
  deps: PortDeps,
): Promise<TakenPort | undefined> {
  const finding = await probePort(wanted)
  if (finding === 'free') return undefined
  const holder = finding === 'taken' ? await holderText(wanted.port, deps) : null
  return { ...wanted, holder, free: await freePortFor(wanted, avoid), forbidden: finding === 'forbidden' }
}

async function holderText(port: number, { ours, pid }: PortDeps): Promise<string | null> {
  const own = ours(port)
  if (own !== undefined) return own
  const found: PortHolder | undefined = await portHolder(port)
  if (found === undefined) return null
  return found.pid === pid ? 'this program' : `${found.program} (process ${found.pid})`
}

const PURPOSE = { p2pport: 'peers', rpcport: 'RPC' } as const

/** Formats the problem with a port as a sentence without its full stop. */
export function portDetail({ name, port, holder, forbidden }: TakenPort): string {
  if (forbidden) return `Port ${port} for ${PURPOSE[name]} may not be used by this program`
  return `Port ${port} for ${PURPOSE[name]} is taken${holder === null ? '' : ` by ${holder}`}`
}

/** Formats the remedy as a sentence. */
export function portFix({ free, forbidden }: TakenPort): string {
  const other = free === null ? 'Choose another port' : `Use another port: ${free} is free`
  return forbidden ? `${other}.` : `${other}, or end the program that uses this port.`
}
