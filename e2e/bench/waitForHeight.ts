import { setTimeout as delay } from 'node:timers/promises'
import type { Daemon } from '../support/daemon.ts'

/** Blocks before the end from where on it is asked often. */
const NEAR = 150

/** Asks seldom while the end is far: answering is work too, and not the work that is measured. */
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
