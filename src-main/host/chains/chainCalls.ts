import type { ChainMethodName, ChainMethodParams, ChainMethodResult } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject } from '#shared/json.ts'
import { NumberLiteral } from '#shared/json.ts'
import { labelOf, type NewEntry, withChain } from './addChain.ts'
import { type ChainEntry, type ChainList, isPort, MAX_PEERS } from './chainList.ts'
import { changeEntry } from './chainMemory.ts'
import { type ChainProfile, isSame, sandboxChain } from './chainProfile.ts'
import type { ChainRecords } from './chainRecords.ts'
import type { ChainSupervisor } from './chainSupervisor.ts'
import { describeChain, knownChain } from './describe.ts'
import { givenChain } from './givenChain.ts'
import type { Registry } from './registry.ts'

export interface CallDeps {
  readonly root: string
  readonly registry: Registry
  readonly supervisor: ChainSupervisor
  readonly records: ChainRecords
  /** deletes the folder of a chain that no node uses. @throws Error for people */
  deleteFolder(profile: ChainProfile): Promise<void>
  preflight(chain: JsonObject): Promise<ChainMethodResult<'preflight'>>
  /** unix seconds */
  now(): number
}

type Now = ChainMethodResult<'startchain'>

export type ChainCalls = {
  readonly [N in ChainMethodName]: (
    params: ChainMethodParams<N>,
    signal: AbortSignal | undefined,
  ) => ChainMethodResult<N> | Promise<ChainMethodResult<N>>
}

const refusal = (message: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, message)
const failure = (message: string, cause?: unknown) => new RpcError(RPC_ERROR.MISC, message, { cause })

/** Texts of what goes wrong here are for people; everything else would come out as an internal error. */
async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof RpcError) throw error
    throw failure(error instanceof Error ? error.message : String(error), error)
  }
}

/** What the chain manager answers to the calls about chains. */
export function createChainCalls(deps: CallDeps): ChainCalls {
  const { root, registry, supervisor, records } = deps

  const profile = (id: string): ChainProfile => {
    const found = supervisor.find(id)
    if (found) return found
    throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, `There is no chain ${id.slice(0, 100)}`)
  }
  const listed = (id: string): ChainProfile & { readonly entry: ChainEntry } => {
    const { entry, ...found } = profile(id)
    if (entry) return { ...found, entry }
    throw failure(`${found.label} is named on the command line and not in the list`)
  }
  /** Not running; one that failed and stayed to say so ends now. */
  const stopped = async (id: string) => {
    const found = listed(id)
    const { state } = supervisor.run(id).now()
    if (state !== 'stopped' && state !== 'failed') throw failure(`${found.label} is running: stop it first`)
    await supervisor.run(id).stop()
    return found
  }
  const now = (id: string): Now => ({ id, ...supervisor.run(id).now() })
  const change = async (id: string, alter: (entry: ChainEntry) => ChainEntry) => {
    await told(registry.update(changeEntry(id, alter)))
    supervisor.changed()
  }
  const add = async (wanted: NewEntry) => {
    const there = supervisor.profiles().find((each) => isSame(each, wanted.chain))
    if (there) throw refusal(`This chain is in the list already, as ${there.label}`)
    let id = ''
    const adding = registry.update((list) => {
      const added = withChain(list, root, wanted, deps.now())
      id = added.id
      return added.list
    })
    await told(adding)
    supervisor.changed()
    return { id }
  }
  /** on their way out of the list: what is deleted must not be started meanwhile */
  const leaving = new Set<string>()
  const staying = (id: string) => {
    const { label } = profile(id)
    if (leaving.has(id)) throw failure(`${label} is just being taken off the list`)
  }
  const leave = async <T>(id: string, work: () => Promise<T>) => {
    staying(id)
    leaving.add(id)
    try {
      return await work()
    } finally {
      leaving.delete(id)
    }
  }
  const takeOff = async (id: string, directory: string) => {
    const off = (list: ChainList): ChainList => ({
      current: list.current === id ? null : list.current,
      running: list.running.filter((other) => other !== id),
      chains: list.chains.filter((entry) => entry.id !== id),
    })
    await told(registry.update(off))
    supervisor.drop(id)
    records.forget(directory)
    supervisor.changed()
    if (supervisor.current() === id) await supervisor.select(successor(supervisor))
    return { directory }
  }

  return {
    listchains: () => records.list(),
    describechain({ chain }) {
      const given = givenChain(chain)
      const described = describeChain(given)
      const there = described.ok ? supervisor.profiles().find((each) => isSame(each, described)) : undefined
      if (there === undefined) return described
      return {
        ...described,
        warnings: [`This chain is in the list already, as ${there.label}.`, ...described.warnings],
      }
    },
    createchain({ chain }) {
      const given = givenChain(chain)
      return add({
        ...{ kind: 'created', chain: knownChain(given), peers: given.peers },
        label: textMember(chain, 'label'),
        testnode: boolMember(chain, 'testnode'),
      })
    },
    joinchain({ chain }) {
      const given = givenChain(chain)
      const label = textMember(chain, 'label')
      return add({
        kind: 'joined',
        label,
        chain: knownChain(given),
        peers: given.peers.slice(0, MAX_PEERS),
        testnode: false,
      })
    },
    addsandbox() {
      const there = supervisor.profiles().find((each) => isSame(each, sandboxChain))
      if (there) return { id: there.id }
      return add({ kind: 'sandbox', label: 'Sandbox', chain: sandboxChain, peers: [], testnode: false })
    },
    async startchain({ id, ports }, signal) {
      const chosen = ports === undefined ? undefined : chosenPorts(ports)
      if (chosen) {
        const { label } = listed(id)
        const { state } = supervisor.run(id).now()
        if (state === 'running' || state === 'starting') throw failure(`${label} is running: stop it first`)
        await change(id, (entry) => ({ ...entry, ...chosen }))
      }
      staying(id)
      await told(unlessAborted(supervisor.start(id), signal))
      return now(id)
    },
    async newwallet({ id, name }, signal) {
      const found = profile(id)
      if (name !== found.name) throw refusal('That is not the name of the chain')
      const { state } = supervisor.run(id).now()
      if (state !== 'stopped' && state !== 'failed') throw failure(`${found.label} is running: stop it first`)
      staying(id)
      await told(unlessAborted(supervisor.start(id, ['-newwallet']), signal))
      return now(id)
    },
    async stopchain({ id }) {
      profile(id)
      await told(supervisor.stop(id))
      return now(id)
    },
    async selectchain({ id }) {
      staying(id)
      await told(supervisor.select(id))
      return now(id)
    },
    async renamechain({ id, label }) {
      const { name } = listed(id)
      const next = labelOf(label, name)
      await change(id, (entry) => ({ ...entry, label: next }))
      return now(id)
    },
    async settestnode({ id, testnode }) {
      listed(id)
      await change(id, (entry) => ({ ...entry, testnode }))
      return now(id)
    },
    forgetchain: ({ id }) =>
      leave(id, async () => {
        const { directory } = await stopped(id)
        return takeOff(id, directory)
      }),
    deletechain: ({ id, name }) =>
      leave(id, async () => {
        const found = listed(id)
        if (name !== found.name) throw refusal('That is not the name of the chain')
        await stopped(id)
        await told(deps.deleteFolder(found))
        return takeOff(id, found.directory)
      }),
    preflight: ({ chain }) => told(deps.preflight(chain)),
  }
}

/** What the window shows when the chain it shows is gone: another that runs, or none. */
function successor(supervisor: ChainSupervisor): string | null {
  return supervisor.profiles().find(({ id }) => supervisor.run(id).now().state === 'running')?.id ?? null
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(failure('Cancelled: the chain goes on starting')), { once: true })
    work.then(resolve, reject)
  })
}

function textMember(object: JsonObject, name: string): string {
  const value = object.get(name) ?? ''
  if (typeof value === 'string' && value.length <= 1_000) return value
  throw refusal(`${name}: a short text is needed`)
}

function boolMember(object: JsonObject, name: string): boolean {
  const value = object.get(name) ?? false
  if (typeof value === 'boolean') return value
  throw refusal(`${name}: true or false is needed`)
}

/** Ports left out are chosen as before. */
function chosenPorts(object: JsonObject): Partial<Pick<ChainEntry, 'p2pPort' | 'rpcPort'>> | undefined {
  const port = (name: string) => {
    const value = object.get(name)
    if (value === undefined || value === null) return undefined
    const number = value instanceof NumberLiteral && /^\d{1,5}$/.test(value.text) ? Number(value.text) : 0
    if (isPort(number)) return number
    throw refusal(`${name}: a port from 1 to 65535 is needed`)
  }
  const [p2pPort, rpcPort] = [port('p2pport'), port('rpcport')]
  if (p2pPort === undefined && rpcPort === undefined) return undefined
  return { ...(p2pPort === undefined ? {} : { p2pPort }), ...(rpcPort === undefined ? {} : { rpcPort }) }
}
