import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { ChainMethodResult } from '#shared/chains/index.ts'
import { RpcError } from '#shared/errors.ts'
import { decodeResult } from '#shared/rpc/index.ts'
import type { Height, UnixSeconds } from '#shared/units.ts'
import { findRunningDaemon, isFileChanged, markFile } from '../../../node/index.ts'
import { handoverState, moveInText, undoHandover } from '../../moveIn/index.ts'
import { callFailed } from '../callErrors.ts'
import type { ChainProfile } from '../chainProfile.ts'
import type { MoveRecord, MoveRecords, MoveStep } from './moveRecords.ts'
import { type ChangeRecord, type MoveStepDeps, MoveSteps, PassphraseNeeded } from './moveSteps.ts'
import { removeOldUser } from './ownConfFile.ts'

export type MoveInState = ChainMethodResult<'getmovein'>['moves'][number]

export interface MoveInDeps extends MoveStepDeps {
  readonly records: MoveRecords
  print(line: string): void
}

/** Contents of a move that the user approved. */
export type AgreedMoveIn = Pick<MoveRecord, 'folder' | 'options' | 'peers' | 'label' | 'choices' | 'ticks'>

const toMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Moves of this program: each has a record on disk, from which the next start continues. Steps until the wallet is
 * imported belong to the call that starts a move; blocks and conf file follow in the background.
 */
export class MoveIns {
  readonly #deps: MoveInDeps
  readonly #steps: MoveSteps
  /** moves that run, by folder */
  readonly #running = new Map<string, Promise<void>>()
  readonly #closed = new AbortController()

  constructor(deps: MoveInDeps) {
    this.#deps = deps
    this.#steps = new MoveSteps(deps)
  }

  /** Returns the record of a folder's move. */
  find(folder: string): MoveRecord | undefined {
    return this.#deps.records.value().find((record) => record.folder === folder)
  }

  /** Continues the moves that a kill interrupted. */
  resume(): void {
    for (const { folder, state } of this.#deps.records.value()) {
      if (state === 'running') void this.#run(folder, '', 'done').catch(() => undefined)
    }
  }

  /** Ends all moves, which the next start continues. */
  close(): void {
    this.#closed.abort()
  }

  /**
   * Starts a move, or continues one. Resolves when the wallet is imported; the rest follows in the background.
   * @throws RpcError with the reason why a step failed
   */
  async start(agreed: AgreedMoveIn, passphrase: string): Promise<MoveRecord> {
    const before = this.find(agreed.folder)
    // A running move has the passphrase of its own call.
    if (this.#running.has(agreed.folder)) throw callFailed(moveInText('moving'))
    const record: MoveRecord = {
      ...{ id: '', salt: randomBytes(16).toString('hex'), wallet: null, walletMark: null, note: null },
      ...before,
      ...agreed,
      ...{ step: 'chain', state: 'running', detail: '', started: this.#deps.now(), warnings: [] },
    }
    await this.#deps.records.update((records) => [record, ...records.filter(({ folder }) => folder !== agreed.folder)])
    await this.#run(agreed.folder, passphrase, 'blocks')
    void this.#run(agreed.folder, '', 'done').catch(() => undefined)
    return this.find(agreed.folder) ?? record
  }

  /** Resolves when the move of a folder has ended, in whatever state. */
  async settled(folder: string): Promise<void> {
    while (this.#running.has(folder)) await this.#running.get(folder)?.catch(() => undefined)
  }

  /** Returns the states of all moves, latest first. */
  async list(): Promise<MoveInState[]> {
    return Promise.all(this.#deps.records.value().map((record) => this.describe(record)))
  }

  async describe(record: MoveRecord): Promise<MoveInState> {
    const { id, folder, step, detail, started, wallet, note, warnings, label, ticks } = record
    const blocks = await this.#blockState(record)
    const { walletMark } = record
    const used = walletMark !== null && isFileChanged(markFile(join(folder, 'wallet.dat')), walletMark)
    return {
      ...{ id, folder, step, detail, started: started as UnixSeconds, wallet: wallet && { ...wallet } },
      state: record.state === 'running' && blocks?.paused === true ? 'paused' : record.state,
      running: findRunningDaemon(folder) !== undefined,
      choices: { ...record.choices, label, ticks: [...ticks] },
      blocks: blocks && { read: blocks.read, size: blocks.size, height: blocks.height },
      conf: note && { file: note.file, kept: join(dirname(note.file), note.kept), state: handoverState(note) },
      warnings: [...warnings, ...(used ? [moveInText('usedAfter')] : [])],
    }
  }

  /** Restores the old conf file and ends the old user's access. @throws RpcError with a text for users */
  async undo(profile: ChainProfile): Promise<ChainMethodResult<'undomovein'>> {
    const record = this.#deps.records.value().find(({ id }) => id === profile.id)
    if (record === undefined) throw callFailed('Nothing was moved into this chain')
    const { note } = record
    const undone = note === null ? undefined : undoHandover(note)
    const file = note?.file ?? ''
    if (undone !== undefined && !undone.restored) {
      const { former, found } = undone
      return { restored: false, file, detail: moveInText('notOurs', { path: file }), former, found }
    }
    if (removeOldUser(profile)) await this.#restart(profile.id)
    const detail = moveInText(undone === undefined ? 'undoNone' : 'undone')
    return { restored: undone !== undefined, file, detail, former: '', found: '' }
  }

  /** Restarts a running node, which otherwise keeps the users of its start. */
  async #restart(id: string): Promise<void> {
    const { supervisor } = this.#deps
    if (!supervisor.run(id).holdsPorts()) return
    await supervisor.stopBriefly(id)
    await supervisor.start(id)
  }

  /** Runs the steps up to, but not including, `until`. Moves of one folder run one after the other. */
  async #run(folder: string, passphrase: string, until: MoveStep): Promise<void> {
    const run = this.#runSteps(folder, passphrase, until)
    this.#running.set(folder, run)
    try {
      await run
    } finally {
      if (this.#running.get(folder) === run) this.#running.delete(folder)
      this.#deps.supervisor.changed()
    }
  }

  async #runSteps(folder: string, passphrase: string, until: MoveStep): Promise<void> {
    const { signal } = this.#closed
    const change: ChangeRecord = (part) => this.#change(folder, part)
    let record = this.find(folder)
    try {
      while (record !== undefined && record.step !== until && record.step !== 'done') {
        signal.throwIfAborted()
        if (record.step === 'chain') record = await this.#steps.chain(record, change)
        else if (record.step === 'wallet') record = await this.#steps.wallet(record, change, passphrase, signal)
        else if (record.step === 'blocks') record = await this.#steps.blocks(record, change, signal)
        else record = await this.#steps.conf(record, change)
      }
    } catch (error) {
      // The program ends; the next start continues.
      if (!signal.aborted) await this.#fail(folder, error)
      throw error instanceof RpcError ? error : callFailed(toMessage(error), error)
    }
  }

  async #fail(folder: string, error: unknown): Promise<void> {
    const state = error instanceof PassphraseNeeded ? 'waiting' : 'failed'
    await this.#change(folder, { state, detail: toMessage(error) }).catch((unwritten: unknown) =>
      this.#deps.print(toMessage(unwritten)),
    )
  }

  async #change(folder: string, part: Partial<MoveRecord>): Promise<MoveRecord> {
    const alter = (record: MoveRecord) => (record.folder === folder ? { ...record, ...part } : record)
    const records = await this.#deps.records.update((before) => before.map(alter))
    this.#deps.supervisor.changed()
    const found = records.find((record) => record.folder === folder)
    if (found !== undefined) return found
    throw new Error(`The move of ${folder} is no longer recorded`)
  }

  /** Returns the progress of the node's import of block files; null if it does not run or has no import. */
  async #blockState({ id, choices }: MoveRecord) {
    if (!choices.blocks || this.#deps.supervisor.find(id) === undefined) return null
    const run = this.#deps.supervisor.run(id)
    if (run.now().state !== 'running') return null
    try {
      const found = decodeResult('getblockimport', await run.call('getblockimport', '[]'))
      if (found.state === 'none') return null
      const { done, total, height, state } = found
      return { read: Number(done), size: Number(total), height: height as Height, paused: state === 'paused' }
    } catch {
      return null
    }
  }
}
