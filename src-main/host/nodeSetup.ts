/** From command-line words to a node: what the daemon and the node's thread both do first. */
import { randomBytes } from 'node:crypto'
import { availableParallelism, homedir } from 'node:os'
import packageFile from '../../package.json' with { type: 'json' }
import { type LoadedOptions, loadOptions } from '../config/index.ts'
import { buildChainParams, parseChainOptions } from '../node/consensus/index.ts'
import { type ChainNode, createNode } from '../node/node.ts'
import type { NodeOptions } from '../node/options.ts'
import { createLogger, type LogRecord, systemClock, systemRandom } from '../node/util/index.ts'
import { openLogFile } from './logFile.ts'

/** Reads command line and conf file; makes the conf file of a chain that has none. */
export function readOptions(argv: readonly string[]): LoadedOptions {
  return loadOptions({
    argv,
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

/**
 * A node with the machine's own clock and randomness, which logs to `debug.log` of its data directory. `show` gets the
 * lines that a person in front of the terminal should see: warnings and errors, or all with `-printtoconsole`.
 */
export function nodeFor(options: NodeOptions, show: (line: string) => void): ChainNode {
  const { level, debug, toConsole } = options.log
  const file = openLogFile(options.directories.network)
  const sink = (line: string, record: LogRecord) => {
    file.write(line)
    if (toConsole || record.level === 'warn' || record.level === 'error') show(line)
  }
  const logger = createLogger({ level, debugModules: debug, millis: Date.now, sink })
  const deps = { clock: systemClock(), random: systemRandom(), logger, version: packageFile.version }
  return createNode(options, deps)
}
