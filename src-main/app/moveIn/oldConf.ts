/**
 * Sorts the lines of an older node's conf file (protocol/wallet-dat.md §3.2): taken by an allow-list, asked about one by
 * one, or left out. Pure.
 */
import { createHmac } from 'node:crypto'
import { isOn } from '#shared/arguments.ts'
import { formatSubnet, parseSubnet } from '../../node/index.ts'
import { removeInvisible } from '../invisibleText.ts'
import { isPeer, isPort } from '../peerAddress.ts'
import { type MoveInTextKey, moveInText } from './moveInText.ts'
import { HIDDEN_VALUE, isSecretOption } from './secretOptions.ts'

export interface ConfLine {
  /** name without the dash; empty for a line without `=` */
  readonly option: string
  /** value for users: a secret is hidden */
  readonly value: string
  /** a sentence; empty for a line that is taken */
  readonly reason: string
}

/** A line that needs the user's tick. */
export interface AskedLine extends ConfLine {
  /** identifies the line: `option=value` */
  readonly name: string
}

export interface OldConf {
  readonly user: string
  readonly password: string
  /** RPC port; undefined if the file has none or an invalid one */
  readonly rpcPort: number | undefined
  /** P2P port; undefined if the file has none or an invalid one */
  readonly port: number | undefined
  readonly taken: readonly ConfLine[]
  readonly asked: readonly AskedLine[]
  readonly leftOut: readonly ConfLine[]
  /** lines for the conf file of this program that need no tick, without user and password */
  readonly lines: readonly string[]
}

/** Passwords shorter than this are accepted from this computer only. */
export const MIN_NETWORK_PASSWORD = 16
/** Maximum size of a conf file in bytes. */
export const MAX_CONF_BYTES = 262_144
const MAX_LINES = 2_000
const MAX_VALUE_LENGTH = 300

const INDEXES = new Set(['addressindex', 'spentindex', 'timestampindex'])
/** Options that hold only one value: the first line counts, as in the reference. */
const SINGLE = new Set(['rpcuser', 'rpcpassword', 'rpcport', 'port', 'txindex', ...INDEXES, 'proxy'])
const NOTIFY = new Set(['blocknotify', 'walletnotify', 'alertnotify'])

const isPortText = (text: string) => /^\d{1,5}$/.test(text) && isPort(Number(text))
const isFlagText = (text: string) => /^[01]?$/.test(text)
const isProxyText = (text: string) => isPeer(text) && text.length <= 256
const isVisible = (text: string) => /^[\x20-\x7e]+$/.test(text) && text.length <= MAX_VALUE_LENGTH

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|localhost)$/i

function isLoopbackSubnet(text: string): boolean {
  if (LOOPBACK.test(text)) return true
  const subnet = parseSubnet(text)
  return subnet !== undefined && /^127\.[0-9.]+\/(?:[89]|[12]\d|3[0-2]|255\.)/.test(formatSubnet(subnet))
}

const isLoopbackBind = (text: string) => LOOPBACK.test(text.replace(/:\d{1,5}$/, '')) || LOOPBACK.test(text)

interface Sorted {
  readonly kind: 'take' | 'ask' | 'leave'
  readonly reason?: MoveInTextKey
  /** line for the conf file of this program */
  readonly line?: string
}

const leave = (reason: MoveInTextKey): Sorted => ({ kind: 'leave', reason })
const take = (line?: string): Sorted => ({ kind: 'take', ...(line !== undefined && { line }) })

type Rule = (value: string) => Sorted

const takeIf =
  (fits: (value: string) => boolean, line?: (value: string) => string): Rule =>
  (value) =>
    fits(value) ? take(line?.(value)) : leave('confInvalid')

const askIf =
  (option: string, reason: MoveInTextKey, fits: (value: string) => boolean): Rule =>
  (value) =>
    fits(value) && isVisible(value) ? { kind: 'ask', reason, line: `${option}=${value}` } : leave('confInvalid')

const unlessDefault =
  (isDefault: (value: string) => boolean, rule: Rule): Rule =>
  (value) =>
    isDefault(value) ? leave('confDefault') : rule(value)

const identity: Rule = (value) => (value === '' ? leave('confEmpty') : take())
const isSubnetText = (value: string) => parseSubnet(value) !== undefined
const isBindText = (value: string) => isPeer(value.includes('::') && !value.startsWith('[') ? `[${value}]` : value)

/** Rules by option. All others are left out. */
const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['rpcuser', identity],
  ['rpcpassword', identity],
  ['rpcport', takeIf(isPortText, (value) => `rpcport=${value}`)],
  // The port is an option of the list entry, because conf files are read too late for it.
  ['port', takeIf(isPortText)],
  ['addnode', takeIf(isPeer, (value) => `addnode=${value}`)],
  // Every transaction can be found here without an option.
  ['txindex', () => take()],
  ...[...INDEXES].map((name): [string, Rule] => [
    name,
    takeIf(isFlagText, (value) => `${name}=${isOn(value) ? 1 : 0}`),
  ]),
  ...[...NOTIFY].map((name): [string, Rule] => [name, askIf(name, 'confNotify', isVisible)]),
  ['proxy', askIf('proxy', 'confProxy', isProxyText)],
  ['whitelist', askIf('whitelist', 'confWhitelist', isSubnetText)],
  ['rpcallowip', unlessDefault(isLoopbackSubnet, askIf('rpcallowip', 'confAllowIp', isSubnetText))],
  ['rpcbind', unlessDefault(isLoopbackBind, askIf('rpcbind', 'confBind', isBindText))],
  ['server', unlessDefault(isOn, () => leave('confLeftOut'))],
  ['rpcworkqueue', () => leave('confDefault')],
])

/** Decides about one line. @param first false if the option occurred before and only its first line counts */
function sortLine(option: string, value: string, first: boolean): Sorted {
  if (option === '') return leave('confUnreadable')
  if (!first) return leave('confRepeated')
  return RULES.get(option)?.(value) ?? leave(option.includes('.') ? 'confSection' : 'confLeftOut')
}

interface RawLine {
  readonly option: string
  readonly value: string
}

/** Splits the text as the reference does: `#` begins a comment, `[section]` prefixes the keys below it. */
function readLines(text: string): readonly RawLine[] {
  let section = ''
  return text
    .split(/\r?\n/)
    .slice(0, MAX_LINES)
    .flatMap((line): RawLine[] => {
      const content = line.replace(/#.*$/s, '').trim()
      if (content === '') return []
      const heading = /^\[(.*)\]$/.exec(content)
      if (heading !== null) {
        section = `${heading[1]}.`
        return []
      }
      const equals = content.indexOf('=')
      if (equals < 1) return [{ option: '', value: content }]
      return [{ option: `${section}${content.slice(0, equals).trim()}`, value: content.slice(equals + 1).trim() }]
    })
}

interface SortedLine extends RawLine {
  readonly sorted: Sorted
}

function sortLines(text: string): readonly SortedLine[] {
  const seen = new Set<string>()
  return readLines(text).map((line) => {
    const sorted = sortLine(line.option, line.value, !seen.has(line.option))
    if (SINGLE.has(line.option)) seen.add(line.option)
    return { ...line, sorted }
  })
}

const shown = ({ option, value, sorted: { reason } }: SortedLine): ConfLine => ({
  ...{ option: visible(option), value: showValue(option, value) },
  reason: reason === undefined ? '' : moveInText(reason),
})

/** Parses the file. Never throws. */
export function readOldConf(text: string): OldConf {
  const all = sortLines(text)
  const of = (kind: Sorted['kind']) => all.filter(({ sorted }) => sorted.kind === kind)
  const taken = of('take')
  const asked = new Map(of('ask').map((line) => [line.sorted.line ?? '', line]))
  const value = (name: string) => taken.find(({ option }) => option === name)?.value
  const port = (name: string) => (value(name) === undefined ? undefined : Number(value(name)))
  return {
    ...{ user: value('rpcuser') ?? '', password: value('rpcpassword') ?? '' },
    ...{ rpcPort: port('rpcport'), port: port('port'), taken: taken.map(shown) },
    asked: [...asked].map(([name, line]) => ({ ...shown(line), name })),
    leftOut: of('leave').map(shown),
    lines: [...new Set(taken.flatMap(({ sorted }) => sorted.line ?? []))],
  }
}

/** Removes characters that change how surrounding text is displayed, and shortens. */
const visible = (text: string) => removeInvisible(text).slice(0, MAX_VALUE_LENGTH)

// A line without "=" may be a password in the wrong place.
const showValue = (option: string, value: string) =>
  option === '' || isSecretOption(option) ? HIDDEN_VALUE : visible(value)

/** Returns true if the old user can log in to this program. A colon would end the user's name. */
export const hasOldUser = ({ user, password }: Pick<OldConf, 'user' | 'password'>): boolean =>
  /^[\x21-\x7e]{1,100}$/.test(user) && !user.includes(':') && password !== '' && password.length <= MAX_VALUE_LENGTH

/** Returns true if the password works from this computer only. */
export const isShortPassword = ({ password }: Pick<OldConf, 'password'>): boolean =>
  password.length < MIN_NETWORK_PASSWORD

/**
 * Returns the lines that let the old user log in. They contain a salted hash, not the password.
 * @param salt 32 hex digits
 */
export function userLines(conf: Pick<OldConf, 'user' | 'password'>, salt: string): readonly string[] {
  if (!hasOldUser(conf)) return []
  const hash = createHmac('sha256', salt).update(conf.password, 'utf8').digest('hex')
  return [`rpcauth=${conf.user}:${salt}$${hash}`, ...(isShortPassword(conf) ? [`rpclocal=${conf.user}`] : [])]
}
