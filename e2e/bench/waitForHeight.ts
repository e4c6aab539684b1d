import { setTimeout as delay } from 'node:timers/promises'
import type { Daemon } from '../support/daemon.ts'

/** Number of blocks before the target height from which polling is frequent. */
const NEAR = 150

/** Polls rarely while the target is far away, because replying costs time that would be measured too. */
export async function waitForHeight(
  { rpc, process, output }: Pick<Daemon, 'rpc' | 'process' | 'output'>,
  height: number,
): Promise<void> {
  for (;;) {
    const left = height - (await rpc.call<number>('getblockcount').catch(() => 0))
    if (left <= 0) return
    if (process.exitCode !== null) throw new Error(output())
    await delay(left > NEAR ? 200 : 20)
  }
}
