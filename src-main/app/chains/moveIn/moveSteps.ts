/**
 * Steps of a move. Each is repeatable: a step that was done, or done in part, ends in the same state. The record is
 * written before a step leaves the program, and after it.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { stringifyJson } from '#shared/json.ts'
import { decodeResult, type MethodName, type MethodResult } from '#shared/rpc/index.ts'
import type { LoadedOptions } from '../../../config/index.ts'
import { markFile } from '../../../node/index.ts'
import {
  chooseKeptName,
  contentHash,
  handOver,
  hasOldUser,
  moveInText,
  type OldFolder,
  pointingConfText,
  readNodeFolder,
  readOldConf,
  userLines,
} from '../../moveIn/index.ts'
import { withChain } from '../addChain.ts'
import { type ChainProfile, isSame, resolvePorts } from '../chainProfile.ts'
import { changeEntry } from '../chainRunRecord.ts'
import type { ChainSupervisor } from '../chainSupervisor.ts'
import { knownChain } from '../describe.ts'
import type { Registry } from '../registry.ts'
import { oldConfText } from './formerFiles.ts'
import type { MoveRecord } from './moveRecords.ts'
import { writeTakenConf } from './ownConfFile.ts'

export interface MoveStepDeps {
  readonly root: string
  readonly registry: Registry
  readonly supervisor: ChainSupervisor
  /** unix seconds */
  now(): number
  readOptions(argv: readonly string[]): LoadedOptions
}

/** Writes changes of a record durably. Returns the new record. */
export type ChangeRecord = (change: Partial<MoveRecord>) => Promise<MoveRecord>

/** Interval in ms between two looks at the import of blocks. */
const POLL_MS = 500

/** Thrown if the passphrase of the old wallet is missing. */
export class PassphraseNeeded extends RpcError {
  constructor() {
    super(RPC_ERROR.PASSPHRASE_INCORRECT, moveInText('waiting'))
  }
}

export class MoveSteps {
  readonly #deps: MoveStepDeps

  constructor(deps: MoveStepDeps) {
    this.#deps = deps
  }

  /** Adds the chain to the list, takes lines of the conf file over, and starts the chain. */
  async chain(record: MoveRecord, change: ChangeRecord): Promise<MoveRecord> {
    const { supervisor } = this.#deps
    let next = record
    if (this.#profile(record.id) === undefined) next = await change({ id: await this.#addChain(record) })
    const folder = await findFolder(record.folder)
    const changed = await this.#takeConf(next, folder, change)
    const { state } = supervisor.run(next.id).now()
    if (changed && (state === 'running' || state === 'starting')) await supervisor.stopBriefly(next.id)
    await supervisor.start(next.id)
    return change({ step: 'wallet' })
  }

  /** Imports the wallet. @throws PassphraseNeeded */
  async wallet(record: MoveRecord, change: ChangeRecord, passphrase: string, signal: AbortSignal): Promise<MoveRecord> {
    const { wallet } = await findFolder(record.folder)
    if (!record.choices.wallet || wallet === null) return change({ step: 'blocks' })
    await this.#deps.supervisor.start(record.id)
    const walletMark = markFile(wallet.file) ?? null
    try {
      const found = await this.#call(record.id, 'importwalletfile', [wallet.file, passphrase, true], signal)
      const { imported, keys, shielded } = found
      const leaks = { plainkeys: found.leakedkeys, plainseed: found.leakedseed }
      const warnings = [...new Set([...record.warnings, ...found.warnings])]
      return await change({ step: 'blocks', wallet: { imported, keys, shielded, leaks }, walletMark, warnings })
    } catch (error) {
      const missing = error instanceof RpcError && error.code === RPC_ERROR.PASSPHRASE_INCORRECT && passphrase === ''
      throw missing ? new PassphraseNeeded() : error
    }
  }

  /** Imports the block files, and waits until all were read. The node continues an interrupted import. */
  async blocks(record: MoveRecord, change: ChangeRecord, signal: AbortSignal): Promise<MoveRecord> {
    const { folder, blocks } = await findFolder(record.folder)
    if (!record.choices.blocks || blocks.length === 0) return change({ step: 'conf' })
    const { supervisor } = this.#deps
    await supervisor.start(record.id)
    await this.#call(record.id, 'importblocks', [join(folder, 'blocks')], signal)
    for (;;) {
      const { state, reason } = await this.#call(record.id, 'getblockimport', [], signal)
      if (state === 'finished') return change({ step: 'conf' })
      if (state === 'failed' || state === 'none' || (state === 'paused' && reason !== ''))
        throw new RpcError(RPC_ERROR.MISC, reason)
      supervisor.changed()
      await delay(POLL_MS, undefined, { signal })
    }
  }

  /** Replaces the conf file in the old folder if the user agreed. */
  async conf(record: MoveRecord, change: ChangeRecord): Promise<MoveRecord> {
    const folder = await findFolder(record.folder)
    const profile = this.#requireProfile(record.id)
    if (!record.choices.conf || folder.conf === null) return change({ step: 'done', state: 'done', detail: '' })
    const old = readOldConf(oldConfText(folder, record.note) ?? '')
    if (!hasOldUser(old)) throw new Error(moveInText('confNoUser', { path: folder.conf }))
    let { note } = record
    const kept = note?.file === folder.conf ? note.kept : chooseKeptName(folder.conf)
    const { directory } = profile
    const rpcPort = resolvePorts(profile).rpcport
    const text = pointingConfText({ user: old.user, password: old.password, rpcPort, directory, kept })
    note = { file: folder.conf, kept, written: contentHash(text) }
    // Written first: after a kill the note shows which of the two files is the former one.
    await change({ note })
    handOver(note, text)
    return change({ step: 'done', state: 'done', detail: '' })
  }

  #profile(id: string): ChainProfile | undefined {
    return id === '' ? undefined : this.#deps.supervisor.find(id)
  }

  #requireProfile(id: string): ChainProfile {
    const found = this.#profile(id)
    if (found !== undefined) return found
    throw new Error(`There is no chain ${id}`)
  }

  /** Returns the id of the chain, which may be in the list already. */
  async #addChain({ options, peers, label }: MoveRecord): Promise<string> {
    const { root, registry, supervisor, now } = this.#deps
    const chain = knownChain({ options, peers, ignored: [], check: null, pasted: false })
    const there = supervisor.profiles().find((each) => each.kind !== 'friend' && isSame(each, chain))
    if (there !== undefined) return there.id
    let id = ''
    await registry.update((list) => {
      const added = withChain(list, root, { kind: 'joined', label, chain, peers, testnode: false }, now())
      id = added.id
      return added.list
    })
    supervisor.changed()
    return id
  }

  /** Returns true if the conf file of this program has changed. */
  async #takeConf(record: MoveRecord, folder: OldFolder, change: ChangeRecord): Promise<boolean> {
    const { registry, readOptions } = this.#deps
    const text = oldConfText(folder, record.note)
    const profile = this.#requireProfile(record.id)
    // The command line of the program decides about the options of the chain that it names.
    if (text === undefined || profile.entry === undefined || profile.lenient) return false
    const old = readOldConf(text)
    const ticked = old.asked.map(({ name }) => name).filter((name) => record.ticks.includes(name))
    if (old.port !== undefined && profile.entry.p2pPort === null && old.port !== profile.params?.p2pPort) {
      const { port } = old
      await registry.update(changeEntry(record.id, (entry) => ({ ...entry, p2pPort: port })))
    }
    const written = writeTakenConf(
      this.#requireProfile(record.id),
      { folder: record.folder, lines: [...old.lines, ...ticked], user: userLines(old, record.salt) },
      readOptions,
    )
    await change({ warnings: [...new Set([...record.warnings, ...written.warnings])] })
    return written.changed
  }

  async #call<N extends MethodName>(
    id: string,
    method: N,
    params: readonly (string | boolean)[],
    signal: AbortSignal,
  ): Promise<MethodResult<N>> {
    const text = await this.#deps.supervisor.run(id).call(method, stringifyJson([...params]), { signal })
    return decodeResult(method, text)
  }
}

async function findFolder(path: string): Promise<OldFolder> {
  const folder = await readNodeFolder(path)
  if (folder !== undefined) return folder
  throw new Error(moveInText('gone', { path }))
}
