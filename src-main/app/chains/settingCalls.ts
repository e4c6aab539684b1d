import { join } from 'node:path'
import { parseCommandLine } from '#shared/arguments.ts'
import {
  type ChainMethodParams,
  type ChainMethodResult,
  NODE_OPTIONS,
  RPC_OPTIONS,
  SETTINGS,
  type SettingName,
} from '#shared/chains/index.ts'
import type { JsonObject } from '#shared/json.ts'
import type { LoadedOptions } from '../../config/index.ts'
import { callFailed, wrongParameter } from './callErrors.ts'
import type { ChainEntry } from './chainList.ts'
import { type OptionSettings, readSettings, withSettings } from './chainOptions.ts'
import { type ChainProfile, dataDirectory, getConfFile } from './chainProfile.ts'
import { changeEntry } from './chainRunRecord.ts'
import type { ChainSupervisor } from './chainSupervisor.ts'
import { confValues, writeConfPassword } from './confPassword.ts'
import { chosenLines, logInput, logLines, readLogTail } from './logTail.ts'
import { noChain } from './noChain.ts'
import {
  changesBetween,
  describeExposure,
  findProblems,
  optionNamed,
  SANDBOX_OPEN,
  specOfSetting,
} from './optionChecks.ts'
import type { Registry } from './registry.ts'
import { mergedSettings } from './settingValues.ts'

export interface SettingCallDeps {
  readonly registry: Registry
  readonly supervisor: ChainSupervisor
  /** Parses the arguments of a node as the node would. */
  readOptions(argv: readonly string[]): LoadedOptions
  /** arguments from the command line that apply to every chain */
  readonly common: readonly string[]
  profileOf(entry: ChainEntry): ChainProfile
  password(): string
}

type Now = ChainMethodResult<'setchainsettings'>
type SettingsReply = ChainMethodResult<'getchainsettings'>
type Checked = ChainMethodResult<'checkchainsettings'>

const FIXED = 'This chain and its options are given on the command line: change the options there.'

/** Returns the entry whose options apply; undefined for a chain that the command line names. */
function ownEntry({ entry, lenient }: ChainProfile): ChainEntry | undefined {
  return lenient ? undefined : entry
}

const getLogFile = (profile: ChainProfile) => join(dataDirectory(profile), 'debug.log')

export class SettingCalls {
  readonly #deps: SettingCallDeps

  constructor(deps: SettingCallDeps) {
    this.#deps = deps
  }

  getchainsettings({ id }: { readonly id: string }): SettingsReply {
    return this.#shownSettings(this.#profile(id))
  }

  checkchainsettings({ id, settings }: ChainMethodParams<'checkchainsettings'>): Checked {
    return this.#checked(this.#entryToChange(id), settings, SETTINGS).check
  }

  async setchainsettings({ id, settings }: ChainMethodParams<'setchainsettings'>): Promise<Now> {
    await this.#change(id, settings, NODE_OPTIONS)
    return this.#now(id)
  }

  async setrpcaccess({ id, settings }: ChainMethodParams<'setrpcaccess'>): Promise<Now> {
    await this.#change(id, settings, RPC_OPTIONS)
    return this.#now(id)
  }

  /**
   * Writes a new RPC password and restarts a running chain, whose node would otherwise keep the old password, which
   * programs can no longer find.
   */
  async newrpcpassword({ id }: { readonly id: string }): Promise<string> {
    this.#entryToChange(id)
    const { supervisor } = this.#deps
    const password = this.#deps.password()
    const runs = supervisor.run(id).holdsPorts()
    // Write the file before stopping the node, so that a full disk does not stop a chain.
    writeConfPassword(getConfFile(this.#profile(id)), password)
    if (runs) {
      await supervisor.stopBriefly(id)
      await supervisor.start(id)
    }
    return password
  }

  async readlog({ id, options }: ChainMethodParams<'readlog'>): Promise<ChainMethodResult<'readlog'>> {
    const input = logInput(options)
    const file = getLogFile(this.#profile(id))
    const { text, size, cut } = await readLogTail(file)
    return { file, size, cut, lines: [...chosenLines(logLines(text), input)] }
  }

  #profile(id: string): ChainProfile {
    const found = this.#deps.supervisor.find(id)
    if (found) return found
    throw noChain(id)
  }

  #entryToChange(id: string): ChainEntry {
    const entry = ownEntry(this.#profile(id))
    if (entry !== undefined) return entry
    throw callFailed(FIXED)
  }

  #now(id: string): Now {
    return { id, ...this.#deps.supervisor.run(id).now() }
  }

  #checked(entry: ChainEntry, given: JsonObject, allowed: readonly SettingName[]) {
    const before = readSettings(entry)
    const after = mergedSettings(before, given, allowed)
    const next = withSettings(entry, after)
    const changes = changesBetween(before, after)
    const problems = [...findProblems(after)]
    if (problems.length === 0 && changes.length > 0) problems.push(...this.#startProblems(next))
    const { profileOf, supervisor } = this.#deps
    const opens = supervisor.privacy.opens(profileOf(entry), profileOf(next))
    const warnings = [...(opens ? [SANDBOX_OPEN] : []), ...describeExposure(changes)]
    return { next, check: { problems, changes: [...changes], warnings } }
  }

  /** Returns problems that would prevent the node from starting, and ports that another chain of this program uses. */
  #startProblems(next: ChainEntry): Checked['problems'] {
    const taken = this.#deps.supervisor.portsInUse(next.id)
    const double = [
      ['port', next.p2pPort],
      ['rpcport', next.rpcPort],
    ] as const
    const problems = double.flatMap(([option, port]) =>
      port !== null && taken.has(port)
        ? [{ option, message: `-${option}: another chain of this program already has port ${port}` }]
        : [],
    )
    const read = this.#deps.readOptions(this.#deps.profileOf(next).argv)
    if (read.kind !== 'error') return problems
    return [...problems, { option: optionNamed(read.message), message: read.message }]
  }

  async #change(id: string, given: JsonObject, allowed: readonly SettingName[]): Promise<void> {
    const [problem] = this.#checked(this.#entryToChange(id), given, allowed).check.problems
    if (problem !== undefined) throw wrongParameter(problem.message)
    await this.#deps.registry.update(
      changeEntry(id, (entry) => withSettings(entry, mergedSettings(readSettings(entry), given, allowed))),
    )
    this.#deps.supervisor.changed()
  }

  #shownSettings(profile: ChainProfile): SettingsReply {
    const deps = this.#deps
    const entry = ownEntry(profile)
    const conf = confValues(getConfFile(profile))
    const app: OptionSettings = entry === undefined ? new Map() : readSettings(entry)
    const { options: commandLine } = parseCommandLine(entry === undefined ? profile.argv : deps.common)
    const ran = deps.supervisor.run(profile.id).arguments()
    const effective = effectiveValues(deps.readOptions(profile.argv))
    const shown = (name: SettingName): SettingsReply['options'][number] => {
      const { kind, doc, min, max, fallback } = specOfSetting(name)
      const places = [
        ['commandline', commandLine.get(name)],
        ['app', app.get(name)],
        ['conf', conf.get(name)],
      ] as const
      const [from, value] = places.find(([, values]) => values !== undefined && values.length > 0) ?? ['default', []]
      return {
        ...{ name, kind: kind === 'amount' ? 'text' : kind, doc, least: min ?? null, most: max ?? null },
        ...{ fallback: fallback ?? '', value: [...(value ?? [])], from, effective: effective.get(name) ?? null },
      }
    }
    return {
      id: profile.id,
      fixed: entry === undefined ? FIXED : null,
      restart: ran !== undefined && ran.join('\n') !== profile.argv.join('\n'),
      conffile: getConfFile(profile),
      logfile: getLogFile(profile),
      rpcuser: conf.get('rpcuser')?.[0] ?? '',
      options: SETTINGS.map(shown),
    }
  }
}

/** Returns the effective values of options whose default depends on other options. */
function effectiveValues(read: LoadedOptions): ReadonlyMap<SettingName, string> {
  if (read.kind !== 'options') return new Map()
  const { p2p, indexes, rpc } = read.options
  const flag = (on: boolean) => (on ? '1' : '0')
  return new Map<SettingName, string>([
    ['listen', flag(p2p?.listen === true)],
    ['discover', flag(p2p?.discover === true)],
    ['dnsseed', flag(p2p !== undefined && p2p.dnsSeed !== 'off')],
    ['addressindex', flag(indexes.addresses)],
    ['spentindex', flag(indexes.spent)],
    ['timestampindex', flag(indexes.timestamps)],
    ['rpcport', String(rpc.port)],
  ])
}
