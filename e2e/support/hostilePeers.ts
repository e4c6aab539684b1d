import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const PROCESS = fileURLToPath(new URL('./hostileProcess.ts', import.meta.url))

/** Attacks that delay a node by repeating messages. `hostileProcess.ts` has the messages of each kind. */
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

/** All attacks that delay a node, including those that cost the attacker nothing. */
export const HOSTILE_KINDS = [...FLOODING_KINDS, 'silent', 'dribble'] as const

export type HostileKind = (typeof HOSTILE_KINDS)[number]

export interface CrowdPlan {
  readonly port: number
  readonly chain: readonly string[]
  /** kinds that the peers take in turn */
  readonly kinds: readonly HostileKind[]
  readonly count: number
  /** share of one core that all peers together may use */
  readonly share: number
}

export interface CrowdReport {
  /** number of connections per kind that the node has not closed */
  readonly open: { [K in HostileKind]?: number }
}

export interface HostileCrowd {
  report(): CrowdReport
  stop(): Promise<void>
}

/** Starts a process of hostile peers. Resolves when all are connected. */
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
