import { collectTransactions, createRelay, type Follower } from './follow.ts'
import { startNode } from './nodes.ts'
import { readBlocks } from './recordings.ts'
import type { Story } from './storyRegtest.ts'

const KEY_A = '0292a4ae260909b6aeb0e631081517ac24cc7c489c94faf00795be3d23f8f87c8d'
const KEY_B = '02ad8becdec6511c9ecb28596bb5a0b16ac2e228dad9301540ea811dea7c0d7bb3'
const KEY_E = '02215a88f1bfd2cb2a115fafabccf9de1834c1720647298ffb50879ed06bc4a5c5'
const WIF = {
  A: 'UpfFbm841uQETgRZrCchMqPYPXVDUAmhh7AVGoG3F4bi4rHZBRFP',
  B: 'UrEBC4qzxht5ziwzcat6LdWtu9ErrYd1fVqVDHFJ6d6Y9hL9cPGe',
  E: 'UxPC5tfxnsz6PVvqnmFdJiEWAf3c6irHx119tecb5HkHkRgtUWhi',
}
export const CHAIN_ARGS = '-ac_name=TST1 -ac_supply=1000000 -ac_cc=2 -ac_public=1'
/** Blocks and transactions come over RPC, in the recorded order. */
const NO_PEERS = '-maxconnections=0'
const INDEXES = '-addressindex=1 -spentindex=1'

const NODES: Readonly<Record<string, string>> = {
  A: `${CHAIN_ARGS} ${INDEXES} -pubkey=${KEY_A}`,
  // Host name in the recorder's raw requests.
  B: `${CHAIN_ARGS} ${INDEXES} -pubkey=${KEY_B} -rpcallowhost=x`,
  E: `${CHAIN_ARGS} ${INDEXES} -pubkey=${KEY_E}`,
  C: `${CHAIN_ARGS} -addressindex=0 -spentindex=0 -pubkey=${KEY_A}`,
  N: `${CHAIN_ARGS} ${INDEXES}`,
  D: `-ac_name=TST0 -ac_supply=1000000 -ac_public=1 ${INDEXES} -pubkey=${KEY_A}`,
  R: `-regtest ${INDEXES} -pubkey=${KEY_A}`,
}
const ON_TST1 = ['A', 'B', 'E', 'C', 'N']
/** Nodes that received unconfirmed transactions: C and N were started later and received none. */
const HEARING = ['A', 'B', 'E']

/**
 * [first line, height]: the recorded miner ran independently, so lines do not name blocks. Derived from heights in
 * results, expiry heights of transactions built there, and the blocks that contain the sent transactions.
 */
const HEIGHTS: readonly (readonly [number, number])[] = [
  [0, 0],
  [23, 17],
  [37, 19],
  [50, 19],
  [52, 21],
  [61, 23],
  [73, 61],
  [87, 62],
  [104, 64],
  [124, 66],
  [269, 68],
  [337, 70],
  [566, 73],
  [571, 75],
  [574, 78],
  [705, 79],
  [893, 84],
]

const heightAt = (seq: number) => HEIGHTS.findLast(([first]) => first <= seq)?.[1] ?? 0

/** Starts the nodes of the main-mode recording that lines of the given names need. */
export async function startTst1Story(fromSource: boolean, names: ReadonlySet<string>): Promise<Story> {
  const started = await Promise.all(
    Object.entries(NODES)
      .filter(([name]) => names.has(name))
      .map(([name, args]) => startNode(name, { args: [...args.split(' '), NO_PEERS], fromSource })),
  )
  const nodes = new Map(started.map((node) => [node.name, node]))
  for (const [name, wif] of Object.entries(WIF)) await nodes.get(name)?.result('importprivkey', wif)
  const blocks = readBlocks('tst1')
  const together = started.filter(({ name }) => ON_TST1.includes(name))
  const relay = createRelay(
    {
      nodes,
      peersOf: (name) =>
        ON_TST1.includes(name) ? together.filter((node) => node.name !== name && HEARING.includes(node.name)) : [],
    },
    collectTransactions(blocks),
  )
  let height = 0
  const follower: Follower = {
    async before(line) {
      for (const wanted = heightAt(line.seq); height < wanted; height++) {
        const hex = blocks[height + 1]?.hex ?? ''
        await Promise.all(together.map((node) => node.give(hex)))
      }
    },
    replaces: (line) => relay.followSend(line),
    after: (line, succeeded) => relay.forwardCall(line, succeeded),
  }
  return { nodes, follower }
}

/** Time of the newest recorded block; with an earlier clock the node would reject the blocks. */
export const lastBlockTime = () => readBlocks('tst1').at(-1)?.time ?? 0
