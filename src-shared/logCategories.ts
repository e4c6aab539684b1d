/** Categories of debug log lines, for -debug and the method `logging`. bitcoind's names, if it has one for such lines. */

/** Categories in alphabetical order, each with the module of the log whose debug lines it switches. */
export const LOG_CATEGORIES = {
  blockstorage: 'storage',
  faucet: 'faucet',
  http: 'http',
  mempool: 'mempool',
  mempoolrej: 'p2p.relay',
  mining: 'mining',
  net: 'p2p',
  notify: 'notify',
  publish: 'publish',
  rpc: 'rpc',
  staking: 'staking',
  validation: 'chain',
  verify: 'verify',
  zmq: 'zmq',
} as const satisfies Readonly<Record<string, string>>

export type LogCategory = keyof typeof LOG_CATEGORIES

export const LOG_CATEGORY_NAMES = Object.keys(LOG_CATEGORIES) as readonly LogCategory[]

/** Returns true if a module is the other one, or one of its child modules. */
export const isWithinModule = (module: string, parent: string): boolean =>
  module === parent || module.startsWith(`${parent}.`)

/**
 * Returns the categories of a name, as bitcoind does: `all` or `1` is every category, `none` or `0` is no category. The
 * name of a module (`p2p`) stands for its categories. Returns undefined for an unknown name.
 */
export function findLogCategories(name: string): readonly LogCategory[] | undefined {
  if (name === '' || name === '1' || name === 'all') return LOG_CATEGORY_NAMES
  if (name === '0' || name === 'none') return []
  if (Object.hasOwn(LOG_CATEGORIES, name)) return [name as LogCategory]
  const below = LOG_CATEGORY_NAMES.filter((category) => isWithinModule(LOG_CATEGORIES[category], name))
  return below.length > 0 ? below : undefined
}

/** Returns the category of a module's debug lines, or undefined if the module belongs to no category. */
export function findModuleCategory(module: string): LogCategory | undefined {
  let found: LogCategory | undefined
  for (const category of LOG_CATEGORY_NAMES) {
    const candidate = LOG_CATEGORIES[category]
    // The longest match: `p2p.relay` is mempoolrej, not net.
    if (isWithinModule(module, candidate) && candidate.length > (found ? LOG_CATEGORIES[found].length : 0))
      found = category
  }
  return found
}
