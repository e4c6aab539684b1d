import type { PowerSource } from '../../node/node.ts'
import type { NodeClient } from '../nodeClient.ts'

export interface PowerReader {
  /** may fail, and may hang */
  read(): Promise<PowerSource>
  /** Calls at a change, where the system tells of one. */
  onChange?(listener: () => void): void
}

export interface PowerWatch {
  /** Tells this node from now on, until it ends. */
  follow(node: Pick<NodeClient, 'setPower' | 'ended'>): void
}

const EVERY_MS = 30_000
const LIMIT_MS = 5_000

export function createPowerWatch(reader: PowerReader): PowerWatch {
  const nodes = new Set<Pick<NodeClient, 'setPower'>>()
  let source: PowerSource = 'unknown'
  let timer: NodeJS.Timeout | undefined
  /** the look that is under way; one that hangs is not joined by another */
  let looking: Promise<PowerSource> | undefined

  async function look(): Promise<void> {
    clearTimeout(timer)
    if (nodes.size === 0) return
    timer = setTimeout(() => void look(), EVERY_MS).unref()
    looking ??= reader.read().finally(() => {
      looking = undefined
    })
    const next = await within(LIMIT_MS, looking)
    if (next === source) return
    source = next
    for (const node of nodes) node.setPower(next)
  }

  reader.onChange?.(() => void look())

  return {
    follow(node) {
      nodes.add(node)
      void node.ended.then(() => nodes.delete(node))
      if (source !== 'unknown') node.setPower(source)
      if (nodes.size === 1) void look()
    },
  }
}

/** What fails or takes too long is not known. */
async function within(millis: number, reading: Promise<PowerSource>): Promise<PowerSource> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<PowerSource>((resolve) => {
    timer = setTimeout(() => resolve('unknown'), millis).unref()
  })
  try {
    return await Promise.race([reading, late])
  } catch {
    return 'unknown'
  } finally {
    clearTimeout(timer)
  }
}
