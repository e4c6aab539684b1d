import { printExact } from './exactJson.ts'
import { collectTransactions, createRelay, type Follower, firstText, recordedResult } from './follow.ts'
import { type ReplayNode, startNode } from './nodes.ts'
import { type Line, readBlocks, readStaleBlocks } from './recordings.ts'

/** Options of the recorded chain, its indexes and key pool; without clock and key. */
export const CHAIN_ARGS =
  '-ac_name=REGTEST -regtest -maxconnections=0 -addressindex=1 -spentindex=1 -txindex=1 -ac_supply=5555555 -ac_reward=10000000000000 -ac_cc=2 -keypool=1'
const START_TIME = 1_700_000_000
const PUBKEYS = {
  R1: '02676d00110c2cd14ae24f95969e8598f7ccfaa675498b82654a5b5bd57fc1d8cf',
  R2: '024026d4ad4ecfc1f705a9b42ca64af6d2ad947509c085534a30b8861d756c6ff0',
}
/** Index of a block that was mined without a line; the note of the first line that contains its hash says so. */
const UNRECORDED_BLOCK = 168

/** Returns the previous block hash, in display order, from a block's hex. */
function parsePreviousHash(blockHex: string): string {
  return Buffer.from(blockHex.slice(8, 72), 'hex').reverse().toString('hex')
}

export interface Story {
  readonly nodes: ReadonlyMap<string, ReplayNode>
  readonly follower: Follower
}

/**
 * Starts the two nodes of the regtest recording. Blocks and transactions of one node are relayed to the other, except
 * while the recorded nodes were disconnected.
 */
export async function startRegtestStory(fromSource: boolean): Promise<Story> {
  const started = await Promise.all(
    Object.entries(PUBKEYS).map(([name, pubkey]) =>
      startNode(name, { args: [...CHAIN_ARGS.split(' '), `-mocktime=${START_TIME}`, `-pubkey=${pubkey}`], fromSource }),
    ),
  )
  const nodes = new Map(started.map((node) => [node.name, node]))
  const blocks = readBlocks('regtest')
  const stale = readStaleBlocks()
  const hexOf = new Map([...blocks, ...stale].map(({ hash, hex }) => [hash, hex]))
  /** blocks that each node mined or received */
  const held = new Map(started.map(({ name }) => [name, new Set<string>()]))
  let connected = true
  const relay = createRelay(
    { nodes, peersOf: (name) => (connected ? started.filter((node) => node.name !== name) : []) },
    collectTransactions([...blocks, ...stale]),
  )

  const deliverBlock = async (name: string, hash: string) => {
    const hex = hexOf.get(hash)
    if (hex === undefined) throw new Error(`No block ${hash} in the recordings`)
    if (held.get(name)?.has(hash)) return
    held.get(name)?.add(hash)
    await relay.node(name).give(hex)
  }
  /**
   * Submits the blocks of a longer chain to a peer, starting with the first missing one. Does nothing if the chain is
   * not longer.
   */
  const catchUp = async (from: string, to: string) => {
    const tip = String(await relay.node(from).result('getbestblockhash'))
    const missing: string[] = []
    for (let hash = tip; hexOf.has(hash) && !held.get(to)?.has(hash); hash = parsePreviousHash(hexOf.get(hash) ?? '')) {
      missing.push(hash)
    }
    const heights = await Promise.all([from, to].map((name) => relay.node(name).result('getblockcount')))
    const [theirs = 0, own = 0] = heights.map((height) => Number(printExact(height)))
    if (theirs > own) for (const hash of missing.reverse()) await deliverBlock(to, hash)
  }
  const mined = async (name: string, hash: string) => {
    await deliverBlock(name, hash)
    if (connected) for (const peer of nodes.keys()) if (peer !== name) await catchUp(name, peer)
  }
  const reconnect = async () => {
    connected = true
    await catchUp('R2', 'R1')
    await catchUp('R1', 'R2')
  }

  const follower: Follower = {
    async before(line) {
      const missing = blocks[UNRECORDED_BLOCK]
      const named = missing !== undefined && line.paramsText.includes(missing.hash)
      if (missing && named) await mined('R1', missing.hash)
    },
    async replaces(line: Line) {
      if (line.method === 'disconnectnode') connected = false
      if (line.method === 'addnode' && !connected) await reconnect()
      if (await relay.followSend(line)) return true
      const hashes = line.method === 'generate' ? recordedResult(line) : undefined
      if (!Array.isArray(hashes) || hashes.length === 0) return false
      for (const hash of hashes as readonly string[]) await mined(line.node, hash)
      return true
    },
    async after(line, succeeded) {
      await relay.forwardCall(line, succeeded)
      const hash = firstText(line)
      // The reference rejected this (its simulated notarisation), but our node accepted it. Undo it to stay in step.
      const refused = line.method === 'invalidateblock' && recordedResult(line) === undefined
      if (refused && succeeded && hash !== undefined) await relay.node(line.node).result('reconsiderblock', hash)
    },
  }
  return { nodes, follower }
}
