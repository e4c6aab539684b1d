import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Daemon, startDaemon, temporaryFolder } from '../support/daemon.ts'

/** Blocks that come one by one, behind an import of all before. */
const BLOCKS = 300
/** Length of the magic and of the size before each block of a bootstrap file. */
const HEAD = 8
/** Milliseconds between two blocks that nobody publishes. */
const PAUSE = 20

interface Chain {
  readonly args: readonly string[]
  /** a bootstrap file */
  readonly file: string
}

/** Milliseconds that the last blocks of a chain take to connect, until their sender is answered. */
export interface PairedTimes {
  readonly alone: number
  readonly published: number
  /** of each block's two times, the median */
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

/** A node with the first blocks of a chain. @param url where it publishes them; undefined: nowhere */
const openNode = (args: readonly string[], first: string, url: string | undefined): Promise<Daemon> => {
  const publish = url === undefined ? [] : [`-publish=${url}`]
  return startDaemon({ args: [...args, '-disablewallet', `-loadblock=${first}`, ...publish], patience: 600_000 })
}

/** Until all that a node has is published, and at least for the pause. */
async function level({ rpc }: Daemon, url: string | undefined): Promise<void> {
  for (;;) {
    await delay(PAUSE)
    if (url === undefined) return
    const { state, behind } = await rpc.call<{ state: string; behind: number }>('getpublishinfo')
    // Right after a block the state is still that of the block before.
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
 * Blocks that come one by one, as near the tip, each to a node that publishes them at `url` and to one that does not: in turn and
 * in the same moments, because two runs behind each other differ by more than publishing costs.
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

/** Milliseconds of the same blocks right behind each other, so that publishing and connecting both want the processor. */
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
