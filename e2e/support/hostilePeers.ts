import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const PROCESS = fileURLToPath(new URL('./hostileProcess.ts', import.meta.url))

/** Ways to hold up a node by sending messages again and again; `hostileProcess.ts` has the messages of each. */
export const FLOODING_KINDS = [
  'inventory',
  'getblocks',
  'getheaders',
  'addr',
  'ping',
  'headers',
  'announcer',
  'getdata',
] as const

/** Ways to hold up a node, those included that cost it nothing. */
export const HOSTILE_KINDS = [...FLOODING_KINDS, 'silent', 'dribble'] as const

export type HostileKind = (typeof HOSTILE_KINDS)[number]

export interface CrowdPlan {
  readonly port: number
  readonly chain: readonly string[]
  /** each in turn */
  readonly kinds: readonly HostileKind[]
  readonly count: number
  /** of a core, for all of them together */
  readonly share: number
}

export interface CrowdReport {
  /** connections that the node has not closed */
  readonly open: { [K in HostileKind]?: number }
}

export interface HostileCrowd {
  /** the latest report */
  report(): CrowdReport
  stop(): Promise<void>
}

/** Starts a process of hostile peers and waits until all are connected. */
export async function startHostilePeers(plan: CrowdPlan): Promise<HostileCrowd> {
  const child = spawn(process.execPath, [PROCESS, JSON.stringify(plan)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let latest: CrowdReport | undefined
  const lines = createInterface({ input: child.stdout })
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      latest = JSON.parse(line) as CrowdReport
      resolve()
    })
    void ended.then(() => reject(new Error('the hostile peers ended before they were connected')))
  })
  return {
    report: () => latest!,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
