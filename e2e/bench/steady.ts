import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Daemon, startDaemon, temporaryFolder } from '../support/daemon.ts'

/** Number of blocks that arrive one at a time, after an import of all earlier ones. */
const BLOCKS = 300
/** Bytes of magic and size before each block of a bootstrap file. */
const HEAD = 8
/** Delay between two blocks that are not published, in milliseconds. */
const PAUSE = 20

interface Chain {
  readonly args: readonly string[]
  /** bootstrap file */
  readonly file: string
}

/** Time to connect the last blocks of a chain, until submitblock returns, in milliseconds. */
export interface PairedTimes {
  readonly alone: number
  readonly published: number
  /** median of the per-block ratios of the two times */
  readonly ratio: number
}

function split(file: string): { readonly first: string; readonly rest: readonly string[] } {
  const bytes = readFileSync(file)
  const ends: number[] = []
  for (let at = 0; at + HEAD <= bytes.length; at = ends.at(-1) ?? bytes.length) {
    ends.push(at + HEAD + bytes.readUInt32LE(at + 4))
  }
  const border = ends.length - BLOCKS
  const first = join(temporaryFolder(), 'first.dat')
  writeFileSync(first, bytes.subarray(0, ends[border - 1]))
  const rest = ends.slice(border).map((end, index) => bytes.toString('hex', ends[border + index - 1]! + HEAD, end))
  return { first, rest }
}

/**
 * Starts a node with the first blocks of a chain.
 * @param url publishing target; undefined for a node that does not publish
 */
const openNode = (args: readonly string[], first: string, url: string | undefined): Promise<Daemon> => {
  const publish = url === undefined ? [] : [`-publish=${url}`]
  return startDaemon({ args: [...args, '-disablewallet', `-loadblock=${first}`, ...publish], patience: 600_000 })
}

/** Resolves when the node has published everything, and not before the pause is over. */
async function level({ rpc }: Daemon, url: string | undefined): Promise<void> {
  for (;;) {
    await delay(PAUSE)
    if (url === undefined) return
    const { state, behind } = await rpc.call<{ state: string; behind: number }>('getpublishinfo')
    // Right after a block the state still belongs to the previous block.
    if (state === 'level' && behind === 0) return
  }
}

async function connect({ rpc }: Daemon, block: string): Promise<number> {
  const begun = performance.now()
  const answer = await rpc.call('submitblock', block)
  if (answer !== null) throw new Error(`submitblock: ${String(answer)}`)
  return performance.now() - begun
}

/**
 * Submits blocks one at a time, as near the tip, each to a node that publishes at `url` and to one that does not. Both
 * run alternately in the same minutes, because consecutive runs differ by more than publishing costs.
 */
export async function connectInPairs({ args, file }: Chain, url: string): Promise<PairedTimes> {
  const { first, rest } = split(file)
  const nodes: { readonly daemon: Daemon; readonly url: string | undefined; readonly times: number[] }[] = []
  try {
    for (const publish of [undefined, url]) {
      nodes.push({ daemon: await openNode(args, first, publish), url: publish, times: [] })
    }
    for (const node of nodes) await level(node.daemon, node.url)
    for (const [at, block] of rest.entries()) {
      for (const { daemon, times, ...node } of at % 2 === 0 ? nodes : nodes.toReversed()) {
        times.push(await connect(daemon, block))
        await level(daemon, node.url)
      }
    }
    const [alone, published] = nodes.map(({ times }) => times) as [number[], number[]]
    const ratios = alone.map((time, at) => published[at]! / time).sort((a, b) => a - b)
    return { alone: total(alone), published: total(published), ratio: ratios[ratios.length >> 1]! }
  } finally {
    for (const { daemon } of nodes) await daemon.stop()
  }
}

/**
 * Returns the milliseconds for the same blocks without pauses, when publishing and connecting compete for the
 * processor.
 */
export async function connectWithoutPause({ args, file }: Chain, url: string | undefined): Promise<number> {
  const { first, rest } = split(file)
  const daemon = await openNode(args, first, url)
  try {
    await level(daemon, url)
    const times: number[] = []
    for (const block of rest) times.push(await connect(daemon, block))
    return total(times)
  } finally {
    await daemon.stop()
  }
}

const total = (times: readonly number[]): number => times.reduce((sum, time) => sum + time, 0)
