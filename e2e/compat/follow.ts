import { computeTxid, parseBlock, serializeTransaction } from '../../src-main/node/primitives/index.ts'
import { fromHex, toDisplayHex, toHex } from '../../src-main/node/util/index.ts'
import { type Exact, getExactMember, parseExact } from './exactJson.ts'
import type { ReplayNode } from './nodes.ts'
import type { Line } from './recordings.ts'

/** Keeps our nodes in the state that the recorded nodes had at each line. */
export interface Follower {
  /** runs before a line: submits blocks that were mined, or arrived, without a line of their own */
  before(line: Line): Promise<void>
  /**
   * returns true if the line made a change that cannot be repeated, and was applied from the recording instead of being
   * called
   */
  replaces(line: Line): Promise<boolean>
  after(line: Line, succeeded: boolean): Promise<void>
}

/** Returns every transaction of the given blocks, by id. */
export function collectTransactions(blocks: readonly { readonly hex: string }[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { hex } of blocks) {
    for (const tx of parseBlock(fromHex(hex)).txs)
      found.set(toDisplayHex(computeTxid(tx)), toHex(serializeTransaction(tx)))
  }
  return found
}

/** Returns the recorded result, or undefined if the line has an error or no reply. */
export function recordedResult(line: Line): Exact | undefined {
  if (line.response === undefined) return undefined
  const reply = parseExact(line.response)
  return getExactMember(reply, 'error') === null ? getExactMember(reply, 'result') : undefined
}

export const WALLET_SENDS: ReadonlySet<string> = new Set(['sendtoaddress', 'sendmany', 'sendfrom'])

/** Returns the first argument of a call if it is a string, or else undefined. */
export function firstText(line: Line): string | undefined {
  const [first] = line.params as readonly Exact[]
  return typeof first === 'string' ? first : undefined
}

export interface Group {
  readonly nodes: ReadonlyMap<string, ReplayNode>
  /** nodes that are currently connected to this one */
  peersOf(name: string): readonly ReplayNode[]
}

/** Relay used by all stories: takes wallet sends from the recorded blocks, and passes data of one node to its peers. */
export function createRelay(group: Group, transactions: ReadonlyMap<string, string>) {
  const node = (name: string) => {
    const found = group.nodes.get(name)
    if (!found) throw new Error(`No node ${name}`)
    return found
  }
  const transactionToAll = async (from: string, hex: string) => {
    await Promise.all([node(from), ...group.peersOf(from)].map((each) => each.offer(hex)))
  }
  return {
    node,
    async followSend(line: Line): Promise<boolean> {
      const txid = line.method !== null && WALLET_SENDS.has(line.method) ? recordedResult(line) : undefined
      if (typeof txid !== 'string') return false
      const hex = transactions.get(txid)
      if (hex === undefined) throw new Error(`The transaction of line ${line.seq} is not in any recorded block`)
      await transactionToAll(line.node, hex)
      return true
    },
    async forwardCall(line: Line, succeeded: boolean): Promise<void> {
      const hex = firstText(line)
      if (!succeeded || hex === undefined) return
      if (line.method === 'sendrawtransaction')
        await Promise.all(group.peersOf(line.node).map((peer) => peer.offer(hex)))
    },
  }
}
