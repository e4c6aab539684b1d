import type { PowerSource } from '../../node/index.ts'
import type { NodeClient } from '../thread/nodeClient.ts'

export interface PowerReader {
  /** may fail, and may hang */
  read(): Promise<PowerSource>
  /** Calls back at changes, if the system reports them. */
  onChange?(listener: () => void): void
}

export interface PowerWatch {
  /** Notifies this node until it ends. */
  follow(node: Pick<NodeClient, 'setPower' | 'ended'>): void
}

const EVERY_MS = 10_000
const LIMIT_MS = 5_000

export function createPowerWatch(reader: PowerReader): PowerWatch {
  const nodes = new Set<Pick<NodeClient, 'setPower'>>()
  let source: PowerSource = 'unknown'
  let timer: NodeJS.Timeout | undefined
  /** the check under way; while it hangs no other one starts */
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

/** A failure or timeout means unknown. */
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
