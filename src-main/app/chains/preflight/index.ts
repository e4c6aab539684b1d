/** Checks disk, memory, clock, folder, drive and ports before a chain is started. */
import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import type { ChainMethodResult } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject } from '#shared/json.ts'
import type { ChainSupervisor } from '../chainSupervisor.ts'
import { knownChain } from '../describe.ts'
import { givenChain } from '../givenChain.ts'
import { type Listening, RPC_HOSTS } from '../listening.ts'
import { noChain } from '../noChain.ts'
import {
  clockCheck,
  directoryCheck,
  diskCheck,
  driveCheck,
  memoryCheck,
  noPortCheck,
  type PreflightCheck,
  portCheck,
} from './checks.ts'
import { findDrive } from './drive.ts'
import { takenPort, type WantedPort } from './ports.ts'

export interface PreflightDeps {
  readonly root: string
  readonly supervisor: ChainSupervisor
  readonly pid: number
  listeningOf(argv: readonly string[]): Listening
  /** unix seconds */
  now(): number
}

interface Flight {
  /** '' for a chain that is not in the list */
  readonly id: string
  readonly directory: string
  readonly ports: readonly WantedPort[]
  /** true if the chain's node runs and uses its ports */
  readonly runs: boolean
  readonly tipTime: number | undefined
}

const rpcError = (message: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, message)

export class Preflight {
  readonly #deps: PreflightDeps

  constructor(deps: PreflightDeps) {
    this.#deps = deps
  }

  /** @param chain id of a listed chain, or the options of a new one */
  async check(chain: JsonObject): Promise<ChainMethodResult<'preflight'>> {
    const id = chain.get('id')
    const flight = typeof id === 'string' ? this.#listedFlight(id) : this.#newFlight(chain)
    const place = existingPlace(flight.directory, this.#deps.root)
    const checks = [
      diskCheck(await freeBytes(place), flight.directory),
      memoryCheck(process.availableMemory()),
      clockCheck(this.#deps.now(), flight.tipTime),
      directoryCheck(place, flight.directory),
      driveCheck(await findDrive(realpathSync(place))),
      ...(await this.#portChecks(flight)),
    ]
    return { ok: checks.every(({ state }) => state !== 'failed'), checks }
  }

  #listedFlight(id: string): Flight {
    const { supervisor } = this.#deps
    const profile = supervisor.find(id)
    if (!profile) throw noChain(id)
    const run = supervisor.run(id)
    return {
      id,
      directory: profile.directory,
      ports: this.#deps.listeningOf(profile.argv).ports,
      runs: run.holdsPorts(),
      tipTime: run.tip()?.time ?? profile.entry?.tipTime ?? undefined,
    }
  }

  #newFlight(chain: JsonObject): Flight {
    const { params } = knownChain(givenChain(chain))
    const rpc: WantedPort = { name: 'rpcport', port: params.rpcPort, hosts: RPC_HOSTS }
    const p2p: WantedPort = { name: 'p2pport', port: params.p2pPort, hosts: [] }
    return {
      id: '',
      directory: directoryBelow(this.#deps.root, chain.get('directory'), params.name),
      // As in the node: no inbound connections on regtest.
      ports: params.network === 'main' ? [rpc, p2p] : [rpc],
      runs: false,
      tipTime: undefined,
    }
  }

  async #portChecks({ id, ports, runs }: Flight): Promise<PreflightCheck[]> {
    const { supervisor, pid } = this.#deps
    const ours = (port: number) => supervisor.ours(port)
    // Do not offer another chain's port, the other port of this chain, or a port that was already offered.
    const avoid = new Set([...supervisor.portsInUse(id), ...ports.map(({ port }) => port)])
    const checks: PreflightCheck[] = []
    for (const name of ['rpcport', 'p2pport'] as const) {
      const wanted = ports.filter((port) => port.name === name)
      if (wanted.length === 0) checks.push(noPortCheck(name))
      for (const port of wanted) {
        const taken = runs ? undefined : await takenPort(port, avoid, { ours, pid })
        if (taken?.free) avoid.add(taken.free)
        checks.push(portCheck(port, taken, runs))
      }
    }
    return checks
  }
}

/**
 * Returns the folder to check. Windows may name only folders directly in the root, because the check writes.
 * @throws RpcError for other folders
 */
function directoryBelow(root: string, given: unknown, name: string): string {
  if (given === undefined || given === null) return join(root, name)
  if (typeof given !== 'string' || !isAbsolute(given)) throw rpcError('directory: expected an absolute path')
  const below = relative(root, given)
  if (below.startsWith('..') || isAbsolute(below) || below.split(sep).length > 1) {
    throw rpcError(`directory: expected a folder in ${root}`)
  }
  return given
}

/** Returns the folder itself, or the root if the folder does not exist; creates the root, as the first chain would. */
function existingPlace(directory: string, root: string): string {
  if (existsSync(directory)) return directory
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 })
  } catch {
    // The checks of the nearest existing parent will show the cause.
  }
  let place = root
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place)
  return place
}

async function freeBytes(place: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(place)
    return bavail * bsize
  } catch {
    return undefined
  }
}
