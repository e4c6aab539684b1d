/** Validates the values of options and describes the effects of a change. */
import { type ChainMethodResult, MAX_SETTING_VALUES, SETTINGS, type SettingName } from '#shared/chains/index.ts'
import { plural } from '#shared/plural.ts'
import { OPTIONS, type OptionSpec } from '../../config/index.ts'
import { isPeer, isPort } from '../peerAddress.ts'
import { isSettingValue, type OptionSettings } from './chainOptions.ts'

export type SettingProblem = ChainMethodResult<'checkchainsettings'>['problems'][number]
export type SettingChange = ChainMethodResult<'checkchainsettings'>['changes'][number]

export const specOfSetting = (name: SettingName): OptionSpec => OPTIONS[name]

const PEER_LISTS: ReadonlySet<SettingName> = new Set(['addnode', 'connect', 'seednode'])
const PORTS: ReadonlySet<SettingName> = new Set(['port', 'rpcport'])

/**
 * Returns the problem with one option's values; undefined if they are valid, apart from conflicts with other options.
 */
function findProblem(name: SettingName, values: readonly string[]): string | undefined {
  const { kind } = specOfSetting(name)
  const limit = kind === 'list' ? MAX_SETTING_VALUES : 1
  if (values.length > limit) return `-${name}: expected at most ${plural(limit, 'value')}`
  const unfit = values.find((value) => !isSettingValue(value))
  if (unfit !== undefined) return `-${name}: expected printable ASCII characters without spaces`
  if (kind === 'flag' && values.some((value) => value !== '0' && value !== '1')) return `-${name}: expected 0 or 1`
  if (PORTS.has(name) && values.some((value) => !/^\d{1,5}$/.test(value) || !isPort(Number(value)))) {
    return `-${name}: expected a port from 1 to 65535`
  }
  const stranger = PEER_LISTS.has(name) ? values.find((value) => !isPeer(value)) : undefined
  return stranger === undefined ? undefined : `-${name}: expected host or host:port, got "${stranger.slice(0, 60)}"`
}

export function findProblems(settings: OptionSettings): readonly SettingProblem[] {
  return [...settings].flatMap(([option, values]) => {
    const message = findProblem(option, values)
    return message === undefined ? [] : [{ option, message }]
  })
}

/** Returns the setting that a message of the option reader names, or null if it names no setting. */
export function optionNamed(message: string): SettingName | null {
  const names = [...message.matchAll(/-([a-z]+)/g)].map(([, name]) => name)
  return SETTINGS.find((name) => names.includes(name)) ?? null
}

export function changesBetween(before: OptionSettings, after: OptionSettings): readonly SettingChange[] {
  return SETTINGS.flatMap((option) => {
    const [old, next] = [before.get(option) ?? [], after.get(option) ?? []]
    return old.join('\n') === next.join('\n') ? [] : [{ option, before: [...old], after: [...next] }]
  })
}

/** Warning for an option that lets others reach the private sandbox. */
export const SANDBOX_OPEN =
  'Sandbox payments require approval while this option is set, because other nodes could reach the sandbox node.'

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|\[?::1\]?|localhost)(:\d+)?$/

/** Returns sentences about what a change exposes: who can reach the node, and what others learn about this machine. */
export function describeExposure(changes: readonly SettingChange[]): readonly string[] {
  const now = new Map(changes.map(({ option, after }) => [option, after]))
  const warnings: string[] = []
  const beyond = (option: SettingName) => (now.get(option) ?? []).some((value) => !LOOPBACK.test(value))
  if (beyond('rpcallowip') || beyond('rpcbind')) {
    warnings.push(
      'Programs on other machines can call this node. Anyone who knows its password can spend everything, and the connection is not encrypted.',
    )
  }
  if ((now.get('rpcallowhost')?.length ?? 0) > 0) {
    warnings.push(
      'The node answers requests for these host names. A website with one of these names can send requests to the node.',
    )
  }
  if (now.get('listen')?.[0] === '1' || beyond('externalip')) {
    warnings.push('Other nodes can connect to this machine and learn its address.')
  }
  const proxy = changes.find(({ option }) => option === 'proxy')
  if (proxy !== undefined && proxy.before.length > 0 && proxy.after.length === 0) {
    warnings.push('Without the proxy, every node that this node connects to learns the address of this machine.')
  }
  if (proxy !== undefined && proxy.after.length > 0) {
    warnings.push('Every connection to other nodes goes through this proxy, and its operator sees the traffic.')
  }
  if ((now.get('connect')?.length ?? 0) > 0) {
    warnings.push('This node connects only to these nodes: their operators decide which part of the chain it sees.')
  }
  if (now.get('addressindex')?.[0] === '0') {
    warnings.push('Without the address index, the pages about addresses do not work.')
  }
  return warnings
}
