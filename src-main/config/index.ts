/**
 * config: from words on a command line and a conf file to the typed options of a node.
 *
 * Purpose: names, defaults, limits and help of every option in one table; data directories; the conf file of a new chain.
 * Non-goals: what `-ac_` options mean (consensus), starting anything.
 * Invariants: an invalid value is an error that names the option, never a silent default; secrets are written
 * to files that only their owner can read; nothing outside of the chain's own directory is created.
 * Thread: any; synchronous file access, once at the start.
 */

export { rpcServerOptions } from './build.ts'
export { type LoadedOptions, loadOptions } from './load.ts'
export { makeFolder } from './makeFolder.ts'
export { postgresUrl } from './publish.ts'
export { OPTIONS, type OptionSpec } from './table.ts'
export { APP_OPTIONS, appAboutText, CHAIN_PARAMETERS, type OptionDoc } from './usage.ts'
export { createValues, OptionError } from './values.ts'
