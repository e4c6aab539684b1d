/** Builds the chain manager of this process, and the watchers of its chains. */
import { homedir } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { type Alert, Alerts } from './alerts/index.ts'
import type { LoginItem } from './appSettings/index.ts'
import { ChainManager, type ChainManagerOptions, freeBytes, readStartArguments } from './chains/index.ts'
import { LaunchRequests } from './opening/index.ts'
import { type PowerReader, PowerWatch, systemPower } from './power/index.ts'
import { LogFile } from './thread/logFile.ts'
import type { ThreadData } from './thread/messages.ts'
import { NodeClient, startNodeWorker } from './thread/nodeClient.ts'
import { readFeedSource } from './updates/index.ts'

/** Functions that the desktop app adds. */
export interface Desktop {
  /** reader of the power source; undefined for the system's own interface */
  readonly power: PowerReader | undefined
  /** name and version of the runtime, such as `Electron 45.4.1` */
  readonly runtime: string
  /** @param root absolute path of the app's folder */
  loginItem(root: string): LoginItem
  showAlert(alert: Alert): void
  /** Opens a web page in the system's browser. Rejects if the system has no browser. */
  openOutside(address: string): Promise<void>
  /** Returns language tags, preferred first. */
  systemLanguages(): readonly string[]
  /** Returns true while the user is looking at the window. */
  watched(): boolean
}

/** Maximum size of `updates.log` in bytes; then it is rotated. */
const MAX_LOG_BYTES = 100_000
/** Maximum number of characters of a line, which may quote untrusted text. */
const MAX_LINE_LENGTH = 400

/** Opens the file for each line, because lines are rare; a line that cannot be written is lost. */
function writeAppLog(root: string, line: string): void {
  try {
    const file = new LogFile(root, MAX_LOG_BYTES, 'updates.log')
    file.write(`${new Date().toISOString()} ${line.slice(0, MAX_LINE_LENGTH).replaceAll(/[^\x20-\x7e]/g, '?')}`)
    file.close()
  } catch {
    // A failed log write is not reported.
  }
}

/**
 * Opens the chain manager for the command line and `CHAINWRIGHT_HOME`, and watches its chains for news. The power
 * source is read from the folder `CHAINWRIGHT_POWER_SUPPLY` if that is set.
 * @param desktop undefined if the windows are in a browser, which get news as events
 * @param options for a program without a window
 * @throws StartError if the command line is invalid
 */
export function openChainManager(
  argv: readonly string[],
  transport: ThreadData['transport'],
  desktop?: Desktop,
  options: Pick<ChainManagerOptions, 'idle'> = {},
): ChainManager {
  const openings = new LaunchRequests()
  const words = argv.filter((word) => !openings.offer(word, process.cwd()))
  const start = readStartArguments(words, {
    home: homedir(),
    cwd: process.cwd(),
    chosenRoot: process.env['CHAINWRIGHT_HOME'] || undefined,
  })
  const supplies = process.env['CHAINWRIGHT_POWER_SUPPLY'] || undefined
  const ownPower = supplies === undefined ? desktop?.power : undefined
  const watch = new PowerWatch(ownPower ?? systemPower(process.platform, supplies))
  const manager = new ChainManager(
    { start, transport, ...options },
    {
      startNode(data) {
        const node = new NodeClient(startNodeWorker(data))
        watch.follow(node)
        return node
      },
      print: (line) => process.stderr.write(`${line}\n`),
      now: Date.now,
      delay,
      pid: process.pid,
      ...(desktop && { systemLanguages: () => desktop.systemLanguages() }),
      desktop: desktop && {
        ...{ runtime: desktop.runtime, login: desktop.loginItem(start.root) },
        openOutside: (address) => desktop.openOutside(address),
      },
      openings,
      feed: readFeedSource(new URL('./release.json', import.meta.url)),
      log: (line) => writeAppLog(start.root, line),
    },
  )
  const alerts = new Alerts({
    chainManager: manager,
    show: desktop?.showAlert ?? ((alert) => manager.emit({ type: 'alert', ...alert })),
    now: () => performance.now(),
    time: () => Math.floor(Date.now() / 1000),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds).unref()
      return () => clearTimeout(timer)
    },
    free: () => freeBytes(start.root),
    watched: () => desktop?.watched() ?? false,
  })
  manager.beforeStop(() => alerts.close())
  return manager
}
