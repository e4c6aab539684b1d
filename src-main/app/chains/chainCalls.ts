import type { contactMethods } from '#shared/chains/contacts.ts'
import type { ChainMethodName, ChainMethodParams, ChainMethodResult } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject, JsonValue } from '#shared/json.ts'
import { asString } from '#shared/rpc/convert.ts'
import { type NewEntry, resolveLabel, withChain, withFriend } from './addChain.ts'
import { identifyOwners } from './addressOwners.ts'
import { type AppCallDeps, createAppCalls } from './appCalls.ts'
import { callFailed, unlessAborted, withErrorText, wrongParameter } from './callErrors.ts'
import { boolMember, chosenPorts, textMember } from './callParams.ts'
import { type ChainEntry, type ChainList, MAX_PEERS } from './chainList.ts'
import { type ChainProfile, isSame, sandboxChain, sandboxPair } from './chainProfile.ts'
import type { ChainRecords } from './chainRecords.ts'
import { changeEntry } from './chainRunRecord.ts'
import type { ChainSupervisor } from './chainSupervisor.ts'
import { describeChain, knownChain } from './describe.ts'
import { FirstStepRecord } from './firstStepRecord.ts'
import { givenChain } from './givenChain.ts'
import type { MoveInCalls } from './moveIn/moveInCalls.ts'
import { noChain } from './noChain.ts'
import { createPictureCalls, type PictureCallDeps } from './pictureCalls.ts'
import type { Registry } from './registry.ts'
import { sandboxRole } from './sandboxPrivacy.ts'
import { type SettingCallDeps, SettingCalls } from './settingCalls.ts'

export interface CallDeps extends SettingCallDeps, AppCallDeps, PictureCallDeps {
  readonly root: string
  readonly registry: Registry
  readonly supervisor: ChainSupervisor
  readonly records: ChainRecords
  readonly moveIn: MoveInCalls
  /** Deletes the folder of a chain that no node uses. @throws Error with a text for users */
  deleteFolder(profile: ChainProfile): Promise<void>
  /** Plans the next start; see planFreshStart. @throws Error with a text for the user */
  planFreshStart(profile: ChainProfile, bringBack: boolean): void
  preflight(chain: JsonObject): Promise<ChainMethodResult<'preflight'>>
  /** unix seconds */
  now(): number
}

type Now = ChainMethodResult<'startchain'>

export type ChainCallHandlers = {
  readonly [N in Exclude<ChainMethodName, keyof typeof contactMethods>]: (
    params: ChainMethodParams<N>,
    signal: AbortSignal | undefined,
  ) => ChainMethodResult<N> | Promise<ChainMethodResult<N>>
}

export class ChainCalls {
  readonly #deps: CallDeps
  /** ids of chains that are being removed and must not be started */
  readonly #leaving = new Set<string>()

  constructor(deps: CallDeps) {
    this.#deps = deps
  }

  /** Returns the handlers of all methods that the chain manager handles, except those for contacts. */
  handlers(): ChainCallHandlers {
    const deps = this.#deps
    const settings = new SettingCalls(deps)
    const firstSteps = new FirstStepRecord(deps)
    return {
      getchainsettings: (params) => settings.getchainsettings(params),
      checkchainsettings: (params) => settings.checkchainsettings(params),
      readlog: (params) => settings.readlog(params),
      setchainsettings: (params) => withErrorText(settings.setchainsettings(params)),
      setrpcaccess: (params) => withErrorText(settings.setrpcaccess(params)),
      newrpcpassword: (params) => withErrorText(settings.newrpcpassword(params)),
      ...createAppCalls(deps),
      ...createPictureCalls(deps),
      ...deps.moveIn.handlers(),
      listchains: () => deps.records.list(),
      describechain: ({ chain }) => this.#describe(chain),
      createchain: ({ chain }) => this.#addGiven('created', chain),
      joinchain: ({ chain }) => this.#addGiven('joined', chain),
      addsandbox: () => this.#addSandbox(),
      identifyowners: ({ addresses }, signal) => this.#identifyOwners(addresses, signal),
      startfriend: () => this.#startFriend(),
      getfirststeps: () => withErrorText(firstSteps.done()),
      startchain: ({ id, ports }, signal) => this.#start(id, ports, signal),
      newwallet: ({ id, name }, signal) => this.#startWithNewWallet(id, name, signal),
      joinafresh: ({ id }) => this.#startAfresh(id, false),
      undojoinafresh: ({ id }) => this.#startAfresh(id, true),
      stopchain: ({ id }) => this.#stop(id),
      selectchain: ({ id }) => this.#select(id),
      renamechain: ({ id, label }) => this.#rename(id, label),
      settestnode: ({ id, testnode }) => this.#setTestNode(id, testnode),
      forgetchain: ({ id }) => this.#whileLeaving(id, () => this.#forget(id)),
      deletechain: ({ id, name }) => this.#whileLeaving(id, () => this.#delete(id, name)),
      preflight: ({ chain }) => withErrorText(deps.preflight(chain)),
    }
  }

  #profile(id: string): ChainProfile {
    const found = this.#deps.supervisor.find(id)
    if (found) return found
    throw noChain(id)
  }

  #listedProfile(id: string): ChainProfile & { readonly entry: ChainEntry } {
    const { entry, ...found } = this.#profile(id)
    if (entry) return { ...found, entry }
    throw callFailed(`${found.label} was given on the command line and is not in the list`)
  }

  /** @throws RpcError while the node runs or starts. A failed chain may be started or removed. */
  #requireStopped(id: string, label: string): void {
    const { state } = this.#deps.supervisor.run(id).now()
    if (state !== 'stopped' && state !== 'failed') throw callFailed(`${label} is running: stop it first`)
  }

  /** Returns a listed chain that is not running; ends the thread of a failed one. */
  async #stoppedProfile(id: string) {
    const found = this.#listedProfile(id)
    this.#requireStopped(id, found.label)
    await this.#deps.supervisor.run(id).stop()
    return found
  }

  #now(id: string): Now {
    return { id, ...this.#deps.supervisor.run(id).now() }
  }

  #sameChain(chain: Parameters<typeof isSame>[1]): ChainProfile | undefined {
    return this.#deps.supervisor.profiles().find((each) => each.kind !== 'friend' && isSame(each, chain))
  }

  async #change(id: string, alter: (entry: ChainEntry) => ChainEntry): Promise<void> {
    await withErrorText(this.#deps.registry.update(changeEntry(id, alter)))
    this.#deps.supervisor.changed()
  }

  async #add(wanted: NewEntry): Promise<{ readonly id: string }> {
    const { root, registry, supervisor, now } = this.#deps
    const there = wanted.kind === 'sandbox' ? undefined : this.#sameChain(wanted.chain)
    if (there) throw wrongParameter(`This chain is already in the list, as ${there.label}`)
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

  #addGiven(kind: 'created' | 'joined', object: JsonObject) {
    const given = givenChain(object)
    const chain = knownChain(given)
    const label = textMember(object, 'label')
    const joined = kind === 'joined'
    const peers = joined ? given.peers.slice(0, MAX_PEERS) : given.peers
    return this.#add({ kind, chain, label, peers, testnode: !joined && boolMember(object, 'testnode') })
  }

  async #addSandbox(): Promise<{ readonly id: string }> {
    // The sandbox must never be a chain of another kind, even with the same options: its payments need no approval.
    const there = this.#deps.supervisor.profiles().find((each) => sandboxRole(each) === 'me')
    if (there) return { id: there.id }
    return this.#add({ kind: 'sandbox', label: 'Sandbox', chain: sandboxChain, peers: [], testnode: false })
  }

  /** Names the owners of addresses, keys and peers for the page, with the help of the sandbox's other wallet. */
  async #identifyOwners(
    given: JsonValue[],
    signal: AbortSignal | undefined,
  ): Promise<ChainMethodResult<'identifyowners'>> {
    const { supervisor } = this.#deps
    const texts = given.map((item) => asString(item))
    const id = supervisor.current()
    if (id === null) throw new RpcError(RPC_ERROR.CLIENT_NOT_CONNECTED, 'No chain is open')
    const other = supervisor.friend.otherOf(id)
    const nodes = {
      shown: supervisor.run(id),
      other: other && supervisor.run(other.id),
      ...{ friendPeer: supervisor.friend.peer(), isMe: other?.kind === 'friend' },
    }
    return identifyOwners(texts, nodes, signal)
  }

  async #startFriend(): Promise<ChainMethodResult<'startfriend'>> {
    const { root, registry, supervisor, now } = this.#deps
    const entry = sandboxPair(supervisor.profiles()).me?.entry
    if (entry === undefined) throw wrongParameter('The list contains no sandbox')
    this.#requireStaying(entry.id)
    if (sandboxPair(supervisor.profiles()).friend === undefined) {
      await withErrorText(registry.update((list) => withFriend(list, root, entry, sandboxChain, now()).list))
      supervisor.changed()
    }
    await withErrorText(supervisor.friend.start())
    const [me, friend] = await withErrorText(supervisor.friend.people())
    return { me, friend }
  }

  async #start(id: string, ports: JsonObject | undefined, signal: AbortSignal | undefined): Promise<Now> {
    const { supervisor } = this.#deps
    const chosen = ports === undefined ? undefined : chosenPorts(ports)
    if (chosen) {
      const { label } = this.#listedProfile(id)
      const now = supervisor.run(id).now()
      if (now.state === 'running' || now.state === 'starting') throw callFailed(`${label} is running: stop it first`)
      await this.#change(id, (entry) => ({ ...entry, ...chosen }))
    }
    this.#requireStaying(id)
    await withErrorText(unlessAborted(supervisor.start(id), signal))
    return this.#now(id)
  }

  async #startWithNewWallet(id: string, name: string, signal: AbortSignal | undefined): Promise<Now> {
    const found = this.#profile(id)
    if (name !== found.name) throw wrongParameter('The name does not match the name of the chain')
    this.#requireStopped(id, found.label)
    this.#requireStaying(id)
    await withErrorText(unlessAborted(this.#deps.supervisor.start(id, ['-newwallet']), signal))
    return this.#now(id)
  }

  async #startAfresh(id: string, bringBack: boolean): Promise<Now> {
    const { supervisor, planFreshStart } = this.#deps
    const found = this.#profile(id)
    if (found.kind === 'sandbox' || found.kind === 'friend')
      throw callFailed(
        `${found.label} belongs to the sandbox: its blocks are mined here and cannot be downloaded again`,
      )
    this.#requireStaying(id)
    const { state } = supervisor.run(id).now()
    await withErrorText(supervisor.stopBriefly(id))
    try {
      planFreshStart(found, bringBack)
    } catch (error) {
      if (state === 'running' || state === 'starting') void supervisor.start(id).catch(() => undefined)
      throw callFailed(error instanceof Error ? error.message : String(error), error)
    }
    // With the miner still on, the node would immediately mine its own block 1 again.
    await withErrorText(supervisor.start(id, bringBack ? [] : ['-gen=0']))
    return this.#now(id)
  }

  async #stop(id: string): Promise<Now> {
    this.#profile(id)
    await withErrorText(this.#deps.supervisor.stop(id))
    return this.#now(id)
  }

  async #select(id: string): Promise<Now> {
    this.#requireStaying(id)
    await withErrorText(this.#deps.supervisor.select(id))
    return this.#now(id)
  }

  async #rename(id: string, label: string): Promise<Now> {
    const { name, kind } = this.#listedProfile(id).entry
    const next = resolveLabel(label, name, kind)
    await this.#change(id, (entry) => ({ ...entry, label: next }))
    return this.#now(id)
  }

  async #setTestNode(id: string, testnode: boolean): Promise<Now> {
    this.#listedProfile(id)
    await this.#change(id, (entry) => ({ ...entry, testnode }))
    return this.#now(id)
  }

  async #forget(id: string) {
    const found = await this.#stoppedProfile(id)
    await this.#withFriend(found.kind, (friend) => this.#removeEntry(friend))
    return this.#removeEntry(found)
  }

  async #delete(id: string, name: string) {
    const found = this.#listedProfile(id)
    if (name !== found.name) throw wrongParameter('The name does not match the name of the chain')
    await this.#stoppedProfile(id)
    await this.#withFriend(found.kind, (friend) => this.#removeFolder(friend))
    return this.#removeFolder(found)
  }

  /** Runs `work` for the sandbox's second wallet too if the chain is the sandbox. */
  async #withFriend(kind: ChainProfile['kind'], work: (friend: ChainProfile) => Promise<unknown>): Promise<void> {
    const { supervisor } = this.#deps
    const { friend } = sandboxPair(supervisor.profiles())
    if (kind !== 'sandbox' || friend === undefined) return
    await supervisor.run(friend.id).stop()
    await work(friend)
  }

  async #removeFolder(profile: ChainProfile) {
    await withErrorText(this.#deps.deleteFolder(profile))
    return this.#removeEntry(profile)
  }

  #describe(object: JsonObject): ChainMethodResult<'describechain'> {
    const described = describeChain(givenChain(object))
    const there = described.ok ? this.#sameChain(described) : undefined
    if (there === undefined) return described
    const warning = `This chain is already in the list, as ${there.label}.`
    return { ...described, warnings: [warning, ...described.warnings] }
  }

  /** @throws RpcError if the chain is being removed or does not exist */
  #requireStaying(id: string): void {
    const { label } = this.#profile(id)
    if (this.#leaving.has(id)) throw callFailed(`${label} is being removed from the list`)
  }

  async #whileLeaving<T>(id: string, work: () => Promise<T>): Promise<T> {
    this.#requireStaying(id)
    this.#leaving.add(id)
    try {
      return await work()
    } finally {
      this.#leaving.delete(id)
    }
  }

  async #removeEntry({ id, kind, directory }: ChainProfile) {
    const { registry, supervisor, records } = this.#deps
    const without = (list: ChainList): ChainList => ({
      current: list.current === id ? null : list.current,
      running: list.running.filter((other) => other !== id),
      chains: list.chains.filter((entry) => entry.id !== id),
    })
    await withErrorText(registry.update(without))
    supervisor.drop({ id, kind })
    records.forget(directory)
    supervisor.changed()
    if (supervisor.current() === id) await supervisor.select(successor(supervisor))
    return { directory }
  }
}

/** Returns the chain to show after the shown one was removed: a running chain, or null if no chain runs. */
function successor(supervisor: ChainSupervisor): string | null {
  return supervisor.profiles().find(({ id }) => supervisor.run(id).now().state === 'running')?.id ?? null
}
