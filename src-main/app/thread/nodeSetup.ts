/** Builds a node from options, for the daemon and the node's thread. */

import { join } from 'node:path'
import { type LoadedOptions, planReload } from '../../config/index.ts'
import { type ChainNode, createNode } from '../../node/composition/node.ts'
import {
  createLogger,
  describeFileError,
  LogFilter,
  type LogRecord,
  type PairMember,
  systemClock,
  systemRandom,
} from '../../node/index.ts'
import { enlargeYoungGeneration } from './gcTuning.ts'
import { BufferedLog, LogFile, type LogSink } from './logFile.ts'
import { version } from './readOptions.ts'
import { describeCrash, onUncaught } from './uncaught.ts'

export interface LoggingNode extends ChainNode {
  /** Reopens the log, for log rotation. */
  reopenLog(): void
  /**
   * Applies the settings that may change while the node runs: log levels, and the users and permissions of RPC. Warns
   * as at the start. Applies nothing if any option is invalid or misspelt.
   */
  reload(next: LoadedOptions): void
}

/**
 * Creates a node with the machine's clock and randomness, which logs to `debug.log` in its data directory and fails
 * cleanly on uncaught errors of this thread. `show` gets the lines for the terminal: warnings and errors, or the
 * complete log with `-printtoconsole`. The reason of a failed start is in the log and in the rejection.
 */
export function createLoggingNode(
  {
    options,
    warnings,
    conf,
    pair,
  }: Extract<LoadedOptions, { kind: 'options' }> & {
    readonly pair?: PairMember | undefined
  },
  show: (line: string) => void,
): LoggingNode {
  const { json, fileSize } = options.log
  const logFilter = new LogFilter(options.log)
  let { toConsole } = options.log
  const file = new BufferedLog(() => openLog(options.directories.network, fileSize, show))
  const loggerTo = (sink: (line: string, record: LogRecord) => void) =>
    createLogger({
      get level() {
        return logFilter.level
      },
      isDebugged: logFilter.isDebugged,
      ...{ json, millis: Date.now, sink },
    })
  const toFile = loggerTo((line) => file.write(line))
  const logger = loggerTo((line, record) => {
    file.write(line)
    if (toConsole || record.level === 'warn' || record.level === 'error') show(line)
  })
  const warn = (warning: string) => {
    toFile.warn(warning)
    show(`Warning: ${warning}`)
  }
  for (const warning of warnings) warn(warning)
  const node = createNode(options, {
    ...{ clock: systemClock(), random: systemRandom(), logger, logFilter, version, pair },
    onDirectoryTaken: () => file.release(),
    onCatchUp: enlargeYoungGeneration,
  })
  const forget = onUncaught((error) => {
    const { reason, stack } = describeCrash(error, [options.rpc.password])
    toFile.error('uncaught error', { reason, stack })
    node.fail(new Error(`An unexpected error stopped the node: ${reason}. See debug.log in the data directory.`))
  })
  return {
    ...node,
    async start() {
      try {
        await node.start()
      } catch (error) {
        toFile.error('start failed', { reason: error instanceof Error ? error.message : String(error) })
        throw error
      }
    },
    reopenLog: () => file.reopen(),
    reload(next) {
      const plan = planReload(conf, next)
      for (const warning of plan.warnings) warn(warning)
      if (plan.kind === 'reject') {
        toFile.warn('configuration not reloaded', { reason: plan.reason })
        show(`Warning: the configuration was not reloaded: ${plan.reason}`)
        return
      }
      const { rpc, log } = plan.options
      toConsole = log.toConsole
      logFilter.apply(log)
      node.changeUsers(rpc)
      logger.info('configuration reloaded', { loglevel: log.level, users: rpc.salted.length })
    },
    async stop() {
      await node.stop()
      forget()
      file.close()
    },
  }
}

/** Opens the log file. The node runs without a log if that fails. */
function openLog(directory: string, maxBytes: number, show: (line: string) => void): LogSink {
  try {
    return new LogFile(directory, maxBytes)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    show(`Warning: no log is written. ${describeFileError(error, join(directory, 'debug.log')) ?? reason}`)
    return { write: () => undefined, reopen: () => undefined, close: () => undefined }
  }
}
