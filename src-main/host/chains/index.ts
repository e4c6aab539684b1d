/**
 * chains: several chains in one app, each with a node of its own.
 *
 * Purpose: the list of chains (`chains.json` in the root), a node thread for each chain that runs, and the chain manager
 * between them and the windows: it answers calls about chains, passes all others to the node of the chain that is shown,
 * and passes that node's events back. Describing a chain by its options and the preflight checks are parts of it.
 * Non-goals: the node's methods, checking senders (shell and web do), serving anything but windows: a node's RPC server and
 * the daemon know nothing of this.
 * Invariants: a call goes to the chain that was shown when it was made; the list on disk is complete at every moment, even
 * with several writers; a text from a window becomes an argument of a node only if it is known to define a chain; nothing
 * outside the root is deleted; a chain whose node failed keeps the reason until it is started again, and other chains are
 * not affected.
 * Thread: the app's own, which never blocks: files are small, directory trees are walked asynchronously.
 */
import { homedir } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { ThreadData } from '../messages.ts'
import { startNodeThread } from '../nodeClient.ts'
import { createPowerWatch, type PowerReader, systemPower } from '../power/index.ts'
import { type ChainManager, createChainManager } from './chainManager.ts'
import { readStartArguments } from './startArguments.ts'

export type { ChainManager, HeldChain } from './chainManager.ts'
export { StartError } from './startArguments.ts'

/**
 * Opens the chain manager by the command line and `CHAINWRIGHT_HOME`. The power source is read from the folder
 * `CHAINWRIGHT_POWER_SUPPLY` if that is set.
 * @param power reads the power source otherwise; undefined: the system's own interface
 * @throws StartError
 */
export function openChainManager(
  argv: readonly string[],
  transport: ThreadData['transport'],
  power?: PowerReader,
): ChainManager {
  const start = readStartArguments(argv, {
    home: homedir(),
    cwd: process.cwd(),
    chosenRoot: process.env['CHAINWRIGHT_HOME'] || undefined,
  })
  const supplies = process.env['CHAINWRIGHT_POWER_SUPPLY'] || undefined
  const ownPower = supplies === undefined ? power : undefined
  const watch = createPowerWatch(ownPower ?? systemPower(process.platform, supplies))
  return createChainManager(
    { start, transport },
    {
      startNode(data) {
        const node = startNodeThread(data)
        watch.follow(node)
        return node
      },
      print: (line) => process.stderr.write(`${line}\n`),
      now: Date.now,
      delay,
      pid: process.pid,
    },
  )
}
