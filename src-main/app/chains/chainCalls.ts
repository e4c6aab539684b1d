import type { contactMethods } from '#shared/chains/contacts.ts'
import type { ChainMethodName, ChainMethodParams, ChainMethodResult } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject } from '#shared/json.ts'
import { labelOf, type NewEntry, withChain, withFriend } from './addChain.ts'
import { type AppCallDeps, createAppCalls } from './appCalls.ts'
import { boolMember, chosenPorts, textMember } from './callParams.ts'
import { type ChainEntry, type ChainList, MAX_PEERS } from './chainList.ts'
import { changeEntry } from './chainMemory.ts'
import { type ChainProfile, isSame, sandboxChain, sandboxPair } from './chainProfile.ts'
import type { ChainRecords } from './chainRecords.ts'
import type { ChainSupervisor } from './chainSupervisor.ts'
import { describeChain, knownChain } from './describe.ts'
import { givenChain } from './givenChain.ts'
import { noChain } from './noChain.ts'
import { createPictureCalls, type PictureCallDeps } from './pictureCalls.ts'
import type { Registry } from './registry.ts'
import { createSettingCalls, type SettingCallDeps } from './settingCalls.ts'

export interface CallDeps extends SettingCallDeps, AppCallDeps, PictureCallDeps {
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
  readonly [N in Exclude<ChainMethodName, keyof typeof contactMethods>]: (
    params: ChainMethodParams<N>,
    signal: AbortSignal | undefined,
  ) => ChainMethodResult<N> | Promise<ChainMethodResult<N>>
}

const refusal = (message: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, message)
const failure = (message: string, cause?: unknown) => new RpcError(RPC_ERROR.MISC, message, { cause })

/** Errors of this folder have texts for people; without this they would come out as internal errors. */
async function withErrorText<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof RpcError) throw error
    throw failure(error instanceof Error ? error.message : String(error), error)
  }
}

interface CallState extends CallDeps {
  /** ids of chains that are being removed, and must not be started meanwhile */
  readonly leaving: Set<string>
}

/** What the chain manager answers to the calls about chains. */
export function createChainCalls(deps: CallDeps): ChainCalls {
  const state: CallState = { ...deps, leaving: new Set() }
  const settings = createSettingCalls(deps)
  return {
    ...settings,
    setchainsettings: (params) => withErrorText(settings.setchainsettings(params)),
    setrpcaccess: (params) => withErrorText(settings.setrpcaccess(params)),
    newrpcpassword: (params) => withErrorText(settings.newrpcpassword(params)),
    ...createAppCalls(deps),
    ...createPictureCalls(deps),
    listchains: () => deps.records.list(),
    describechain: ({ chain }) => describe(state, chain),
    createchain: ({ chain }) => addGiven(state, 'created', chain),
    joinchain: ({ chain }) => addGiven(state, 'joined', chain),
    addsandbox: () => addSandbox(state),
    startfriend: () => startFriend(state),
    startchain: ({ id, ports }, signal) => start(state, id, ports, signal),
    newwallet: ({ id, name }, signal) => startWithNewWallet(state, id, name, signal),
    async stopchain({ id }) {
      profileOf(state, id)
      await withErrorText(deps.supervisor.stop(id))
      return stateOf(state, id)
    },
    async selectchain({ id }) {
      requireStaying(state, id)
      await withErrorText(deps.supervisor.select(id))
      return stateOf(state, id)
    },
    async renamechain({ id, label }) {
      const next = labelOf(label, listedProfile(state, id).name)
      await change(state, id, (entry) => ({ ...entry, label: next }))
      return stateOf(state, id)
    },
    async settestnode({ id, testnode }) {
      listedProfile(state, id)
      await change(state, id, (entry) => ({ ...entry, testnode }))
      return stateOf(state, id)
    },
    forgetchain: ({ id }) =>
      whileLeaving(state, id, async () => {
        const { directory, kind } = await stoppedProfile(state, id)
        await withFriendOf(state, kind, (friend) => removeEntry(state, friend.id, friend.directory))
        return removeEntry(state, id, directory)
      }),
    deletechain: ({ id, name }) =>
      whileLeaving(state, id, async () => {
        const found = listedProfile(state, id)
        if (name !== found.name) throw refusal('That is not the name of the chain')
        await stoppedProfile(state, id)
        await withFriendOf(state, found.kind, (friend) => removeFolder(state, friend))
        return removeFolder(state, found)
      }),
    preflight: ({ chain }) => withErrorText(deps.preflight(chain)),
  }
}

function profileOf({ supervisor }: CallState, id: string): ChainProfile {
  const found = supervisor.find(id)
  if (found) return found
  throw noChain(id)
}

function listedProfile(state: CallState, id: string): ChainProfile & { readonly entry: ChainEntry } {
  const { entry, ...found } = profileOf(state, id)
  if (entry) return { ...found, entry }
  throw failure(`${found.label} is named on the command line and not in the list`)
}

/** @throws RpcError while its node runs or starts; one that has failed may be started and removed */
function requireStopped({ supervisor }: CallState, id: string, label: string): void {
  const { state } = supervisor.run(id).now()
  if (state !== 'stopped' && state !== 'failed') throw failure(`${label} is running: stop it first`)
}

/** A listed chain without a node: the thread of one that failed ends now. */
async function stoppedProfile(state: CallState, id: string) {
  const found = listedProfile(state, id)
  requireStopped(state, id, found.label)
  await state.supervisor.run(id).stop()
  return found
}

const stateOf = ({ supervisor }: CallState, id: string): Now => ({ id, ...supervisor.run(id).now() })

const sameChain = ({ supervisor }: CallState, chain: Parameters<typeof isSame>[1]) =>
  supervisor.profiles().find((each) => each.kind !== 'friend' && isSame(each, chain))

async function change(state: CallState, id: string, alter: (entry: ChainEntry) => ChainEntry): Promise<void> {
  await withErrorText(state.registry.update(changeEntry(id, alter)))
  state.supervisor.changed()
}

async function add(state: CallState, wanted: NewEntry): Promise<{ readonly id: string }> {
  const { root, registry, supervisor, now } = state
  const there = sameChain(state, wanted.chain)
  if (there) throw refusal(`This chain is in the list already, as ${there.label}`)
  let id = ''
  const adding = registry.update((list) => {
    const added = withChain(list, root, wanted, now())
    id = added.id
    return added.list
  })
  await withErrorText(adding)
  supervisor.changed()
  return { id }
}

function addGiven(state: CallState, kind: 'created' | 'joined', object: JsonObject) {
  const given = givenChain(object)
  const chain = knownChain(given)
  const label = textMember(object, 'label')
  if (kind === 'joined')
    return add(state, { kind, chain, label, peers: given.peers.slice(0, MAX_PEERS), testnode: false })
  return add(state, { kind, chain, label, peers: given.peers, testnode: boolMember(object, 'testnode') })
}

async function addSandbox(state: CallState): Promise<{ readonly id: string }> {
  const there = sameChain(state, sandboxChain)
  if (there) return { id: there.id }
  return add(state, { kind: 'sandbox', label: 'Sandbox', chain: sandboxChain, peers: [], testnode: false })
}

/** The second wallet of the sandbox, made the first time, and who the two are. */
async function startFriend(state: CallState): Promise<ChainMethodResult<'startfriend'>> {
  const { root, registry, supervisor, now } = state
  const entry = sandboxPair(supervisor.profiles()).me?.entry
  if (entry === undefined) throw refusal('There is no sandbox in the list')
  requireStaying(state, entry.id)
  if (sandboxPair(supervisor.profiles()).friend === undefined) {
    await withErrorText(registry.update((list) => withFriend(list, root, entry, sandboxChain, now()).list))
    supervisor.changed()
  }
  await withErrorText(supervisor.friend.start())
  const [me, friend] = await withErrorText(supervisor.friend.people())
  return { me, friend }
}

/** Does the same for the second wallet, where the first goes. */
async function withFriendOf(
  state: CallState,
  kind: ChainProfile['kind'],
  work: (friend: ChainProfile) => Promise<unknown>,
): Promise<void> {
  const { friend } = sandboxPair(state.supervisor.profiles())
  if (kind !== 'sandbox' || friend === undefined) return
  await state.supervisor.run(friend.id).stop()
  await work(friend)
}

async function removeFolder(state: CallState, profile: ChainProfile) {
  await withErrorText(state.deleteFolder(profile))
  return removeEntry(state, profile.id, profile.directory)
}

function describe(state: CallState, object: JsonObject): ChainMethodResult<'describechain'> {
  const described = describeChain(givenChain(object))
  const there = described.ok ? sameChain(state, described) : undefined
  if (there === undefined) return described
  const warning = `This chain is in the list already, as ${there.label}.`
  return { ...described, warnings: [warning, ...described.warnings] }
}

async function start(
  state: CallState,
  id: string,
  ports: JsonObject | undefined,
  signal: AbortSignal | undefined,
): Promise<Now> {
  const { supervisor } = state
  const chosen = ports === undefined ? undefined : chosenPorts(ports)
  if (chosen) {
    const { label } = listedProfile(state, id)
    const now = supervisor.run(id).now()
    if (now.state === 'running' || now.state === 'starting') throw failure(`${label} is running: stop it first`)
    await change(state, id, (entry) => ({ ...entry, ...chosen }))
  }
  requireStaying(state, id)
  await withErrorText(unlessAborted(supervisor.start(id), signal))
  return stateOf(state, id)
}

async function startWithNewWallet(
  state: CallState,
  id: string,
  name: string,
  signal: AbortSignal | undefined,
): Promise<Now> {
  const found = profileOf(state, id)
  if (name !== found.name) throw refusal('That is not the name of the chain')
  requireStopped(state, id, found.label)
  requireStaying(state, id)
  await withErrorText(unlessAborted(state.supervisor.start(id, ['-newwallet']), signal))
  return stateOf(state, id)
}

/** @throws RpcError for a chain that is being removed, or that does not exist */
function requireStaying(state: CallState, id: string): void {
  const { label } = profileOf(state, id)
  if (state.leaving.has(id)) throw failure(`${label} is just being taken off the list`)
}

async function whileLeaving<T>(state: CallState, id: string, work: () => Promise<T>): Promise<T> {
  requireStaying(state, id)
  state.leaving.add(id)
  try {
    return await work()
  } finally {
    state.leaving.delete(id)
  }
}

async function removeEntry({ registry, supervisor, records }: CallState, id: string, directory: string) {
  const without = (list: ChainList): ChainList => ({
    current: list.current === id ? null : list.current,
    running: list.running.filter((other) => other !== id),
    chains: list.chains.filter((entry) => entry.id !== id),
  })
  await withErrorText(registry.update(without))
  supervisor.drop(id)
  records.forget(directory)
  supervisor.changed()
  if (supervisor.current() === id) await supervisor.select(successor(supervisor))
  return { directory }
}

/** What the window shows when its chain was removed: another one that runs, or none. */
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
