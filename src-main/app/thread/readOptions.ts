/** Parses command-line arguments into options, for the daemon, the node's thread and the list of chains. */
import { randomBytes } from 'node:crypto'
import { availableParallelism, homedir } from 'node:os'
import packageFile from '../../../package.json' with { type: 'json' }
import { appAboutText, type LoadedOptions, loadOptions } from '../../config/index.ts'
import { buildChainParams, parseChainOptions } from '../../node/index.ts'

export const { version } = packageFile

/** Returns the text that the app prints instead of starting, for `-version` and `-help`; undefined otherwise. */
export const readAbout = (argv: readonly string[]): string | undefined => appAboutText(argv, version)

/** Parses command line and conf file; writes a missing conf file unless the node already runs. */
export function readOptions(argv: readonly string[], missingConf: 'write' | 'require' = 'write'): LoadedOptions {
  return loadOptions({
    missingConf,
    argv,
    version,
    home: homedir(),
    cwd: process.cwd(),
    cpus: availableParallelism(),
    random: (length) => randomBytes(length),
    ports(chainArgs) {
      const parsed = parseChainOptions(chainArgs)
      if (!parsed.ok) throw new Error(parsed.error)
      return buildChainParams(parsed.options)
    },
  })
}
