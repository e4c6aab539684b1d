/** Warnings about options that are misspelt, out of place or without effect. */
import { type ConfFile, isOn, type OptionValues } from '#shared/arguments.ts'
import { closest } from '#shared/closest.ts'
import { findLogCategories, findModuleCategory, LOG_CATEGORY_NAMES } from '#shared/logCategories.ts'
import { isMethodName } from '#shared/rpc/index.ts'
import type { NodeOptions } from '../node/index.ts'
import { inertWarnings, isInert, REFUSED_OPTIONS, type UsedOption } from './ignoredOptions.ts'
import { OPTIONS, type OptionSpec } from './table.ts'

/** Options that are read before the conf file and are not settings of the node. */
const ALSO_LATE = new Set(['testnet', 'earlytxid'])

const isLate = (key: string) => key.startsWith('ac_') || ALSO_LATE.has(key) || findSpec(key)?.commandLineOnly === true

function findSpec(key: string): OptionSpec | undefined {
  return Object.hasOwn(OPTIONS, key) ? OPTIONS[key as keyof typeof OPTIONS] : undefined
}

/** Returns the options without those that must be known before the conf file is read. */
export function withoutLate(conf: OptionValues): OptionValues {
  return new Map([...conf].filter(([key]) => !isLate(key)))
}

/**
 * Options without a warning in a conf file. `regtest=1` is in every conf file of a regtest node, because the client
 * reads it there.
 */
const EXPECTED_IN_CONF = new Set(['regtest', 'ac_name', 'testnet'])

interface ReadConf extends ConfFile {
  readonly path: string
}

/**
 * Returns the lines of the conf file that the program cannot use: unknown options, and lines without `=`. The node
 * ignores them at the start, and rejects a reload because of them.
 */
export function listMistakes(conf: ReadConf): string[] {
  return [...listUnknown(usedOptions(withoutLate(conf.options), '')), ...listUnreadable(conf)]
}

/** Returns all warnings about a conf file, in the words of the start. */
export function listConfWarnings(options: NodeOptions, conf: ReadConf): string[] {
  return listAll(options, usedOptions(withoutLate(conf.options), ''), conf)
}

/** Returns all warnings about a command line and a conf file. */
export function listWarnings(options: NodeOptions, commandLine: OptionValues, conf: ReadConf): string[] {
  const used = [...usedOptions(commandLine, '-'), ...usedOptions(withoutLate(conf.options), '')]
  return listAll(options, used, conf)
}

function listAll(options: NodeOptions, used: readonly UsedOption[], conf: ReadConf): string[] {
  const late = [...conf.options.keys()].filter(isLate)
  return [
    ...inertWarnings(used),
    ...listUnknown(used),
    ...late
      .filter((key) => !EXPECTED_IN_CONF.has(key))
      .map((key) => `${key} in the conf file is ignored: it has an effect on the command line only`),
    ...listUnreadable(conf),
    ...listUselessValues(options),
  ]
}

function listUnknown(used: readonly UsedOption[]): string[] {
  return used
    .filter(({ name }) => !isKnown(name) && !isInert(name))
    .map(
      ({ name, spelling }) =>
        `${spelling} is not an option of this program and is ignored${suggestion(name, spelling)}`,
    )
}

const listUnreadable = ({ unreadable, path }: ReadConf) =>
  unreadable.map((line) => `line ${line} of ${path} is not key=value and is ignored`)

/** Returns warnings about values that name nothing: methods in whitelists, log categories. */
function listUselessValues({ rpc, log }: NodeOptions): string[] {
  return [
    ...rpc.users.whitelists.flatMap(({ user, methods }) =>
      methods
        .filter((method) => !isMethodName(method))
        .map((method) => `-rpcwhitelist: unknown method ${method} in the whitelist of ${user}`),
    ),
    ...unknownCategories('debug', log.debug),
    ...unknownCategories('debugexclude', log.exclude),
  ]
}

function unknownCategories(option: 'debug' | 'debugexclude', names: readonly string[]): string[] {
  return names
    .filter((name) => findLogCategories(name) === undefined && findModuleCategory(name) === undefined)
    .map((name) => `-${option}=${name} has no effect: the log categories are ${LOG_CATEGORY_NAMES.join(', ')}`)
}

/** Returns each option once. A negated option has its positive name, and its spelling as given. */
function usedOptions(options: OptionValues, prefix: string): UsedOption[] {
  const negated = (key: string) => key.startsWith('no') && options.has(key.slice(2))
  return [...options]
    .filter(([key]) => !negated(key))
    .map(([name, values]) => ({
      name,
      spelling: `${prefix}${options.has(`no${name}`) ? 'no' : ''}${name}`,
      on: values.some((value) => isOn(value) || !/^[0-9]*$/.test(value)),
    }))
}

function suggestion(name: string, spelling: string): string {
  const like = closest(name, Object.keys(OPTIONS))
  return like === undefined ? '' : `; did you mean ${spelling.startsWith('-') ? '-' : ''}${like}?`
}

/** Returns true for options of this program. `-ac_` names are checked by consensus. */
function isKnown(key: string): boolean {
  const refused = key === 'rpcssl' || Object.hasOwn(REFUSED_OPTIONS, key)
  return key.startsWith('ac_') || ALSO_LATE.has(key) || refused || findSpec(key) !== undefined
}
