/** Checks ports before they are needed: whether one is free, which program has it, which one to use instead. */
import { createServer } from 'node:net'
import { isPort } from '../chainList.ts'
import { type PortHolder, portHolder } from './holder.ts'

/** Neighbouring ports that are tried before the system chooses one. */
const NEARBY = 50

export interface WantedPort {
  readonly name: 'p2pport' | 'rpcport'
  readonly port: number
  /** addresses to listen on; empty: all of this machine */
  readonly hosts: readonly string[]
}

export interface TakenPort extends WantedPort {
  /** "python3 (process 12)"; null: unknown */
  readonly holder: string | null
  /** null: none was found */
  readonly free: number | null
  /** the system does not permit it */
  readonly forbidden: boolean
}

export interface PortDeps {
  /** which part of this program uses a port, for people; undefined: none */
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
      // An address that this machine does not have is reported by the node.
      else resolve('free')
    })
    server.listen(host === undefined ? { port } : { port, host }, () => server.close(() => resolve('free')))
  })
}

async function findingOf({ port, hosts }: Pick<WantedPort, 'port' | 'hosts'>): Promise<Finding> {
  for (const host of hosts.length === 0 ? [undefined] : hosts) {
    const finding = await tryPort(port, host)
    if (finding !== 'free') return finding
  }
  return 'free'
}

/** A free port near the wanted one and not in `avoid`; null: none was found. */
export async function freePortFor(wanted: WantedPort, avoid: ReadonlySet<number>): Promise<number | null> {
  for (let step = 1; step <= NEARBY; step++) {
    const port = wanted.port + step
    if (isPort(port) && !avoid.has(port) && (await findingOf({ ...wanted, port })) === 'free') return port
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

/** Checks a port; undefined: it is free. @param avoid ports not to suggest */
export async function takenPort(
  wanted: WantedPort,
  avoid: ReadonlySet<number>,
  deps: PortDeps,
): Promise<TakenPort | undefined> {
  const finding = await findingOf(wanted)
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

/** The problem with a port, as a sentence. */
export function portDetail({ name, port, holder, forbidden }: TakenPort): string {
  if (forbidden) return `Port ${port} for ${PURPOSE[name]} may not be used by this program`
  return `Port ${port} for ${PURPOSE[name]} is taken${holder === null ? '' : ` by ${holder}`}`
}

/** The remedy, as a sentence. */
export function portFix({ free, forbidden }: TakenPort): string {
  const other = free === null ? 'Choose another port' : `Use another port: ${free} is free`
  return forbidden ? `${other}.` : `${other}. Or end the program that has it.`
}
