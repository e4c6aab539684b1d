/**
 * The two people of the sandbox: *Me*, whose node is the sandbox's own, and *Friend*, a second node of the same chain with
 * a wallet of its own, so that sending, claiming and trading can be tried with nobody else.
 *
 * A second node, rather than a second wallet in one node: a wallet is one file with one token key, and everything that
 * asks for "mine" (balances, tokens, consent) asks the node's one wallet. Friend's coins arrive as a stranger's would, over
 * the network and in blocks, and what the window shows of Friend are the pages of any chain. Friend is an entry of the list
 * (`kind` friend) with a folder of its own, made when it is asked for first: whoever never asks pays no memory for it. From
 * then on both start, stop and go together (chainSupervisor.ts, chainCalls.ts).
 *
 * Friend listens on a free port of 127.0.0.1, which Me is told to connect to. Only Me makes blocks by itself: two miners
 * would compete for every transaction.
 */
import { FIRST_COINS_COMMENT, FRIEND } from '#shared/chains/index.ts'
import { createRpcClient, type RpcClient } from '#shared/rpc/client.ts'
import { type ChainProfile, confFileOf, sandboxPair } from './chainProfile.ts'
import type { ChainRun } from './chainRun.ts'
import { recordConfPort } from './confPort.ts'
import { freePortFor } from './preflight/ports.ts'

const LOOPBACK = '127.0.0.1'
/** Satoshis that Me pays to Friend once: a hundredth of the supply. */
const FIRST_COINS = 10_000n * 100_000_000n

export interface SandboxPerson {
  readonly id: string
  /** to send coins to */
  readonly address: string
  /** the token key: 66 hex digits */
  readonly pubkey: string
}

export interface SandboxFriendDeps {
  profiles(): readonly ChainProfile[]
  run(id: string): ChainRun
  /** one node alone. @throws Error for people */
  startNode(id: string, words: readonly string[]): Promise<void>
  /** for the terminal that the program was started from */
  print(line: string): void
}

/** The second wallet of the sandbox, and its connection with the first. */
export class SandboxFriend {
  readonly #deps: SandboxFriendDeps
  #starting: Promise<void> | undefined
  /** where Friend was reached last, as Me's node has it in its list */
  #reachedAt: string | undefined
  /** ports of all starts: none is used twice (p2p/peer/pairNonces.ts) */
  readonly #ports = new Set<number>()

  constructor(deps: SandboxFriendDeps) {
    this.#deps = deps
  }

  /** Starts both, connects them, and gives Friend coins the first time. @throws Error for people */
  start(): Promise<void> {
    this.#starting ??= this.#begin().finally(() => {
      this.#starting = undefined
    })
    return this.#starting
  }

  /** Returns the one of the two that this is not, while it runs; undefined for any other chain. */
  otherOf(id: string): ChainProfile | undefined {
    const { me, friend } = sandboxPair(this.#deps.profiles())
    const other = id === me?.id ? friend : id === friend?.id ? me : undefined
    return other !== undefined && this.#deps.run(other.id).now().state === 'running' ? other : undefined
  }

  /** Returns `host:port` of Friend's node, as Me's node connects to it; null before it has started. */
  peer(): string | null {
    return this.#reachedAt ?? null
  }

  /** Resolves to Me and Friend, who both run. @throws Error for people */
  async people(): Promise<readonly [SandboxPerson, SandboxPerson]> {
    const { me, friend } = this.#pair()
    const theirs = this.#client(friend.id)
    const address = await receivingAddress(theirs)
    return [await personOf(me.id, this.#client(me.id)), { ...(await personOf(friend.id, theirs)), address }]
  }

  #client(id: string): RpcClient {
    return createRpcClient((method, params) => this.#deps.run(id).call(method, params))
  }

  #pair() {
    const { me, friend } = sandboxPair(this.#deps.profiles())
    if (me === undefined || friend === undefined) throw new Error('The sandbox has no second wallet')
    return { me, friend }
  }

  async #begin(): Promise<void> {
    const deps = this.#deps
    const { me, friend } = this.#pair()
    await deps.startNode(me.id, [])
    if (deps.run(friend.id).now().state === 'running') return
    const peerPort = await freePort(this.#ports)
    this.#ports.add(peerPort)
    const rpcPort = await freePort(new Set([peerPort]))
    const peer = `${LOOPBACK}:${peerPort}`
    if (deps.run(me.id).now().state !== 'running') throw new Error(`${me.label} was stopped`)
    // What the app was started with may bind all of its nodes already.
    const bind = `-bind=${LOOPBACK}`
    const bound = friend.argv.includes(bind) ? [] : [bind]
    const words = ['-listen=1', ...bound, `-port=${peerPort}`, '-discover=0', `-rpcport=${rpcPort}`]
    await deps.startNode(friend.id, words)
    // For command-line clients that are given its folder.
    recordConfPort(confFileOf(friend), rpcPort, deps.print)
    const mine = this.#client(me.id)
    // Its port of the last start: nobody listens there any more.
    const before = this.#reachedAt
    if (before !== undefined) await mine.call('addnode', { node: before, command: 'remove' }).catch(() => {})
    await mine.call('addnode', { node: peer, command: 'add' })
    this.#reachedAt = peer
    // A locked or emptied wallet of Me's is no reason to have no Friend.
    await giveCoins(mine, this.#client(friend.id)).catch((error: unknown) =>
      deps.print(`${friend.label}: no coins: ${String(error)}`),
    )
  }
}

async function freePort(avoid: ReadonlySet<number>): Promise<number> {
  // Near no port: the system chooses.
  const port = await freePortFor({ name: 'p2pport', port: 65_535, hosts: [LOOPBACK] }, avoid)
  if (port === null) throw new Error('There is no free port')
  return port
}

async function personOf(id: string, client: RpcClient): Promise<SandboxPerson> {
  const key = (await client.call('listtokenkeys')).find(({ identity }) => identity)
  if (key === undefined) throw new Error('The wallet has no token key')
  return { id, address: key.address, pubkey: key.pubkey }
}

/**
 * Where Friend is paid: not at the token key, because the faucet pays new addresses only, and Friend is who can claim.
 * The address is known again by its label.
 */
async function receivingAddress(client: RpcClient): Promise<string> {
  const known = (await client.call('listreceiveaddresses')).find(({ label }) => label === FIRST_COINS_COMMENT)
  if (known !== undefined) return known.address
  const komodoaddress = await client.call('getnewaddress')
  await client.call('setaccount', { komodoaddress, account: FIRST_COINS_COMMENT })
  return komodoaddress
}

/** Once for an address: the wallet that pays remembers. */
async function giveCoins(payer: RpcClient, friend: RpcClient): Promise<void> {
  const address = await receivingAddress(friend)
  const { rows } = await payer.call('listwallethistory', { options: { limit: 1, search: address } })
  if (rows.length > 0) return
  const said = { comment: FIRST_COINS_COMMENT, 'comment-to': FRIEND }
  await payer.call('sendtoaddress', { address, amount: FIRST_COINS, ...said })
}
