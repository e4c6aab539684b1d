/**
 * chains: several chains in one app, each with a node of its own.
 *
 * Purpose: the list of chains (`chains.json` in the root), a node thread for each that runs, and the chain manager, which stands
 * before the windows: calls about chains are answered here, all others go to the node of the chain that is shown, as do
 * its events. Describing a chain by its options, and looking whether it can run here, are pure parts of it.
 * Non-goals: knowing the node's methods, checking senders (shell and web do), serving anybody but windows: the RPC server
 * of a node knows nothing of this, and the daemon has none of it.
 * Invariants: a call goes to the chain that was shown when it was made; the list on the disk is whole at every moment,
 * whoever else writes it; what a window says is never a word of a command line unless it is known to define a chain;
 * nothing outside of the root is deleted; a chain whose node fails keeps the reason until it is started again, and the
 * others do not notice.
 * Thread: the app's own, which never waits: files are small, trees are walked asynchronously.
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
 * The chain manager of this program, by its command line and `CHAINWRIGHT_HOME`. A folder in `CHAINWRIGHT_POWER_SUPPLY` tells what
 * the machine runs on, in place of the system's.
 * @param power what tells else; undefined: what the system has for every program
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
      tell: (line) => process.stderr.write(`${line}\n`),
      now: Date.now,
      delay,
      pid: process.pid,
    },
  )
}
