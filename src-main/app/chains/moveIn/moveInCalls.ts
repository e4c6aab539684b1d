import { homedir } from 'node:os'
import { dirname, isAbsolute } from 'node:path'
import type { ChainMethodParams, ChainMethodResult } from '#shared/chains/index.ts'
import { MAX_SHARE_TEXT } from '#shared/chains/shareText.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { type JsonObject, stringifyJson } from '#shared/json.ts'
import { decodeResult } from '#shared/rpc/index.ts'
import type { Satoshis } from '#shared/units.ts'
import type { FileLockDeps } from '../../../files/index.ts'
import { findNodeFolders, nodePlaces, type OldFolder, readNodeFolder, systemSigns } from '../../moveIn/index.ts'
import { freeBytes } from '../appCalls.ts'
import { callFailed, withErrorText, wrongParameter } from '../callErrors.ts'
import { boolMember, textMember } from '../callParams.ts'
import { noChain } from '../noChain.ts'
import { portHolder } from '../preflight/holder.ts'
import { describeRow, type InspectedFolder, inspectFolder, type ReportDeps } from './folderReport.ts'
import { oldConfText } from './formerFiles.ts'
import { type AgreedMoveIn, MoveIns } from './moveIns.ts'
import { openMoveRecords } from './moveRecords.ts'
import type { MoveStepDeps } from './moveSteps.ts'

export interface MoveInCallDeps extends MoveStepDeps {
  readonly lock: FileLockDeps
  print(line: string): void
}

/** Maximum number of lines that a user may tick, and of characters of each. */
const MAX_TICKS = 100
const MAX_TICK_LENGTH = 1_000
const MAX_PATH_LENGTH = 4_096

type Handlers = {
  readonly [N in
    | 'choosenodefolder'
    | 'findnodefolders'
    | 'getmovein'
    | 'inspectnodefolder'
    | 'moveinnode'
    | 'undomovein']: (params: ChainMethodParams<N>, signal: AbortSignal | undefined) => Promise<ChainMethodResult<N>>
}

/** Calls that move an existing node in. A page can name only folders that were found, or that the user chose. */
export class MoveInCalls {
  readonly #deps: MoveInCallDeps
  readonly #named = new Set<string>()
  #moves: MoveIns | undefined

  constructor(deps: MoveInCallDeps) {
    this.#deps = deps
  }

  handlers(): Handlers {
    return {
      findnodefolders: () => this.#find(),
      choosenodefolder: ({ folder }) => this.#choose(folder),
      inspectnodefolder: async ({ folder, chain }, signal) =>
        (await this.#inspect(folder, chain && readText(chain), signal)).report,
      moveinnode: (params, signal) => withErrorText(this.#moveIn(params, signal)),
      getmovein: async () => ({ moves: await this.moves().list() }),
      undomovein: ({ id }) => withErrorText(this.#undo(id)),
    }
  }

  /** Returns the moves. Their file is read on first use. */
  moves(): MoveIns {
    const { lock, root } = this.#deps
    this.#moves ??= new MoveIns({ ...this.#deps, records: openMoveRecords(root, lock) })
    return this.#moves
  }

  /** Ends running moves, which the next start continues. */
  close(): void {
    this.#moves?.close()
  }

  async #find(): Promise<ChainMethodResult<'findnodefolders'>> {
    const places = nodePlaces({ platform: process.platform, home: homedir(), appData: process.env['APPDATA'] })
    const folders = await findNodeFolders(places)
    for (const { folder } of folders) this.#named.add(folder)
    return {
      places: [...places],
      folders: await Promise.all(folders.map((each) => describeRow(each, this.#reporting()))),
    }
  }

  async #choose(path: string): Promise<ChainMethodResult<'choosenodefolder'>> {
    const folder = isAbsolute(path) && path.length <= MAX_PATH_LENGTH ? await readNodeFolder(path) : undefined
    if (folder === undefined) throw wrongParameter(`This is not a folder of a node: ${path.slice(0, 200)}`)
    this.#named.add(folder.folder)
    return describeRow(folder, this.#reporting())
  }

  async #inspect(path: string, text: string | undefined, signal: AbortSignal | undefined): Promise<InspectedFolder> {
    const folder = await this.#folder(path)
    return inspectFolder(folder, text, this.#reporting(), signal)
  }

  async #folder(path: string): Promise<OldFolder> {
    const named = this.#named.has(path) || this.moves().find(path) !== undefined
    const folder = named ? await readNodeFolder(path) : undefined
    if (folder !== undefined) return folder
    throw wrongParameter(`This folder was neither found nor chosen: ${path.slice(0, 200)}`)
  }

  async #moveIn(
    { folder: path, choices, passphrase }: ChainMethodParams<'moveinnode'>,
    signal: AbortSignal | undefined,
  ): Promise<ChainMethodResult<'moveinnode'>> {
    const found = await this.#inspect(path, readText(choices), signal)
    const { report, definition } = found
    const before = this.moves().find(path)
    // A move that has begun knows its chain.
    const options = definition.known?.options ?? before?.options
    if (report.obstacle !== null && (report.running.state === 'yes' || definition.known === undefined))
      throw callFailed(report.obstacle)
    if (!report.ready || options === undefined) throw callFailed(report.obstacle ?? '')
    const agreed: AgreedMoveIn = {
      ...{ folder: found.folder.folder, options, peers: definition.peers, label: textMember(choices, 'label') },
      choices: {
        wallet: found.folder.wallet !== null && (choices.get('wallet') === undefined || boolMember(choices, 'wallet')),
        blocks:
          found.folder.blocks.length > 0 && (choices.get('blocks') === undefined || boolMember(choices, 'blocks')),
        conf: boolMember(choices, 'conf'),
      },
      ticks: readTicks(choices),
    }
    if (agreed.choices.conf && report.settings?.problem != null) throw callFailed(report.settings.problem)
    return this.moves().describe(await this.moves().start(agreed, passphrase))
  }

  async #undo(id: string): Promise<ChainMethodResult<'undomovein'>> {
    const profile = this.#deps.supervisor.find(id)
    if (profile === undefined) throw noChain(id)
    return this.moves().undo(profile)
  }

  async #balance(id: string, file: string, signal: AbortSignal | undefined): Promise<Satoshis | null> {
    const run = this.#deps.supervisor.run(id)
    if (run.now().state !== 'running') return null
    try {
      const reply = await run.call('inspectwalletfile', stringifyJson([file]), signal === undefined ? {} : { signal })
      return decodeResult('inspectwalletfile', reply).balance
    } catch (error) {
      if (signal?.aborted) throw error
      // The balance is only an addition to what the file contains.
      return null
    }
  }

  #reporting(): ReportDeps {
    const { supervisor, root } = this.#deps
    return {
      system: systemSigns(process.platform, async (port) => (await portHolder(port))?.pid),
      profiles: () => supervisor.profiles(),
      isOwnPort: (port) => supervisor.ours(port) !== undefined,
      movedInto: (folder) => this.moves().find(folder)?.id || null,
      confText: (folder) => oldConfText(folder, this.moves().find(folder.folder)?.note ?? null),
      balance: (id, file, signal) => this.#balance(id, file, signal),
      freeBytes: async () => (await freeBytes(root)) ?? freeBytes(dirname(root)),
    }
  }
}

/** Returns the pasted text of an object. @throws RpcError if it is not a text */
function readText(object: JsonObject): string | undefined {
  const text = object.get('text') ?? undefined
  if (text === undefined || (typeof text === 'string' && text.length <= MAX_SHARE_TEXT)) return text
  throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `text: expected at most ${MAX_SHARE_TEXT} characters`)
}

function readTicks(choices: JsonObject): readonly string[] {
  const ticks = choices.get('ticks') ?? []
  const isTick = (tick: unknown): tick is string => typeof tick === 'string' && tick.length <= MAX_TICK_LENGTH
  if (Array.isArray(ticks) && ticks.length <= MAX_TICKS && ticks.every(isTick)) return ticks
  throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `ticks: expected a list of at most ${MAX_TICKS} lines`)
}
