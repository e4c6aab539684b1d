/**
 * config: from the command line and a conf file to the typed options of a node.
 *
 * Purpose: names, defaults, limits and help of every option in one table; data directories; the conf file of a new
 * chain.
 *
 * Non-goals: the meaning of `-ac_` options (consensus), starting anything.
 *
 * Invariants: an invalid value is an error that names the option, never a silent default. Secrets are written only to
 * files that their owner alone can read. Nothing outside the chain's own directory is created. A running node takes
 * over all options of a reload or none.
 *
 * Thread: any; synchronous file access, at the start and at a reload.
 */

export { rpcServerOptions } from './build.ts'
export { type LoadedOptions, loadOptions } from './load.ts'
export { makeFolder } from './makeFolder.ts'
export { monitorOptions } from './monitor.ts'
export { postgresUrl } from './publish.ts'
export { planReload } from './reload.ts'
export { OPTIONS, type OptionSpec } from './table.ts'
export { APP_OPTIONS, appAboutText, CHAIN_PARAMETERS, type OptionDoc } from './usage.ts'
export { createValues, OptionError, type Values } from './values.ts'
