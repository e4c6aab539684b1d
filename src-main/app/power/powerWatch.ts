import type { PowerSource } from '../../node/index.ts'
import type { NodeClient } from '../thread/nodeClient.ts'

export interface PowerReader {
  /** Reads the power source; may fail or hang. */
  read(): Promise<PowerSource>
  /** Calls the listener on changes, if the system reports them. */
  onChange?(listener: () => void): void
}

const INTERVAL_MS = 10_000
const TIMEOUT_MS = 5_000

/** Reads the power source while nodes run, and notifies them of changes. */
export class PowerWatch {
  readonly #reader: PowerReader
  readonly #nodes = new Set<Pick<NodeClient, 'setPower'>>()
  #source: PowerSource = 'unknown'
  #timer: NodeJS.Timeout | undefined
  /** check in progress; while it hangs no other check starts */
  #reading: Promise<PowerSource> | undefined

  constructor(reader: PowerReader) {
    this.#reader = reader
    reader.onChange?.(() => void this.#poll())
  }

  /** Notifies this node until it ends. */
  follow(node: Pick<NodeClient, 'setPower' | 'ended'>): void {
    this.#nodes.add(node)
    void node.ended.then(() => this.#nodes.delete(node))
    if (this.#source !== 'unknown') node.setPower(this.#source)
    if (this.#nodes.size === 1) void this.#poll()
  }

  async #poll(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#nodes.size === 0) return
    this.#timer = setTimeout(() => void this.#poll(), INTERVAL_MS).unref()
    this.#reading ??= this.#reader.read().finally(() => {
      this.#reading = undefined
    })
    const next = await within(TIMEOUT_MS, this.#reading)
    if (next === this.#source) return
    this.#source = next
    for (const node of this.#nodes) node.setPower(next)
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
