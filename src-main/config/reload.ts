/** Decides whether and how a running node takes over its options again (SIGHUP). */
import type { OptionValues } from '#shared/arguments.ts'
import type { NodeOptions } from '../node/index.ts'
import type { LoadedConf, LoadedOptions } from './load.ts'
import { OPTIONS } from './table.ts'

/** Options that a running node applies; every other one needs a restart. */
export const RELOADABLE_OPTIONS: readonly string[] = [
  ...['loglevel', 'debug', 'debugexclude', 'printtoconsole'],
  ...['rpcauth', 'rpcwhitelist', 'rpcwhitelistdefault', 'rpcreadonly', 'rpclocal', 'rpclimit'],
]

export type ReloadPlan =
  | { readonly kind: 'apply'; readonly options: NodeOptions; readonly warnings: readonly string[] }
  | { readonly kind: 'reject'; readonly reason: string; readonly warnings: readonly string[] }

/**
 * Returns the options to apply, all or none. A conf file with a misspelt option or a line without `=` is rejected: in a
 * running node the missing option would leave the others half done, such as a new user without its limits.
 * @param started conf file with which the node started
 * @param next options that were read now
 */
export function planReload(started: LoadedConf, next: LoadedOptions): ReloadPlan {
  if (next.kind === 'error') return { kind: 'reject', reason: next.message, warnings: [] }
  // The command line already started a node, so it asks for no text.
  if (next.kind !== 'options') return { kind: 'reject', reason: next.kind, warnings: [] }
  const { path, warnings, mistakes, options } = next.conf
  if (mistakes > 0) return { kind: 'reject', reason: `correct ${path} first`, warnings }
  const late = listChanged(started.options, options).filter(
    (name) => Object.hasOwn(OPTIONS, name) && !RELOADABLE_OPTIONS.includes(name),
  )
  const restart = late.map((name) => `${name} in ${path} has changed, which has no effect before a restart`)
  return { kind: 'apply', options: next.options, warnings: [...warnings, ...restart] }
}

/** Returns the names with different values, in alphabetical order. `nolisten=1` also changes `listen`. */
function listChanged(before: OptionValues, after: OptionValues): readonly string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted()
  const text = (values: readonly string[] | undefined) => JSON.stringify(values)
  return names.filter((name) => text(before.get(name)) !== text(after.get(name)))
}
