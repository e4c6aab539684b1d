/**
 * Manages the two wallets of the sandbox: *Me*, whose node is the sandbox's own, and *Friend*, a second node of the
 * same chain with its own wallet. So one user can try sending, claiming and trading alone.
 *
 * Friend is a second node, not a second wallet in one node: a wallet is one file with one token key, and everything
 * that reads "mine" (balances, tokens, consent) uses the node's one wallet. Friend receives coins as another user
 * would, over the network and in blocks, and the window shows Friend with the pages of any chain. Friend is a
 * chain-list entry (`kind` friend) with its own folder, created on first use, so that it costs no memory until then.
 * From then on both are started, stopped and removed together (chainSupervisor.ts, chainCalls.ts).
 *
 * Friend listens on a free port of 127.0.0.1, to which Me connects by `addnode`. Only Me mines automatically: two
 * miners would compete for every transaction.
 */
import { FIRST_COINS_COMMENT, FRIEND } from '#shared/chains/index.ts'
import { createRpcClient, type RpcClient } from '#shared/rpc/client.ts'
import { type ChainProfile, getConfFile, sandboxPair } from './chainProfile.ts'
import type { ChainRun } from './chainRun.ts'
import { recordConfPort } from './confPort.ts'
import { freePortFor } from './preflight/ports.ts'

const LOOPBACK = '127.0.0.1'
/** Amount in satoshis that Me pays to Friend once: a hundredth of the supply. */
const FIRST_COINS = 10_000n * 100_000_000n

export interface SandboxPerson {
  readonly id: string
  /** receiving address */
  readonly address: string
  /** public token key: 66 hex digits */
  readonly pubkey: string
}

export interface SandboxFriendDeps {
  profiles(): readonly ChainProfile[]
  run(id: string): ChainRun
  /** Starts a single node. @throws Error with a text for users */
  startNode(id: string, words: readonly string[]): Promise<void>
  /** Prints a line to the terminal that started the program. */
  print(line: string): void
}

/** Manages the sandbox's second wallet and its connection to the first. */
export class SandboxFriend {
  readonly #deps: SandboxFriendDeps
  #starting: Promise<void> | undefined
  /** `host:port` of Friend's node at its last start, as Me's node knows it */
  #reachedAt: string | undefined
  /** P2P ports of all starts; no port is used twice (p2p/peer/pairNonces.ts) */
  readonly #ports = new Set<number>()

  constructor(deps: SandboxFriendDeps) {
    this.#deps = deps
  }

  /** Starts both nodes, connects them, and pays Friend the first time. @throws Error with a text for users */
  start(): Promise<void> {
    this.#starting ??= this.#begin().finally(() => {
      this.#starting = undefined
    })
    return this.#starting
  }

  /**
   * Returns the other of the sandbox's two wallets while its node runs; undefined otherwise, and for any other chain.
   */
  otherOf(id: string): ChainProfile | undefined {
    const { me, friend } = sandboxPair(this.#deps.profiles())
    const other = id === me?.id ? friend : id === friend?.id ? me : undefined
    return other !== undefined && this.#deps.run(other.id).now().state === 'running' ? other : undefined
  }

  /** Returns `host:port` of Friend's node, as Me's node connects to it; null before it has started. */
  peer(): string | null {
    return this.#reachedAt ?? null
  }

  /** Resolves to Me and Friend; both must be running. @throws Error with a text for users */
  async people(): Promise<readonly [SandboxPerson, SandboxPerson]> {
    const { me, friend } = this.#pair()
    const theirs = this.#client(friend.id)
    const address = await receivingAddress(theirs)
    return [await readWallet(me.id, this.#client(me.id)), { ...(await readWallet(friend.id, theirs)), address }]
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
    // The command line of the app may already bind all its nodes.
    const bind = `-bind=${LOOPBACK}`
    const bound = friend.argv.includes(bind) ? [] : [bind]
    const words = ['-listen=1', ...bound, `-port=${peerPort}`, '-discover=0', `-rpcport=${rpcPort}`]
    await deps.startNode(friend.id, words)
    // For command-line clients that read the port from Friend's folder.
    recordConfPort(getConfFile(friend), rpcPort, deps.print)
    const mine = this.#client(me.id)
    // Remove Friend's port of the last start, on which no node is listening.
    const before = this.#reachedAt
    if (before !== undefined) await mine.call('addnode', { node: before, command: 'remove' }).catch(() => {})
    await mine.call('addnode', { node: peer, command: 'add' })
    this.#reachedAt = peer
    // A locked or empty wallet of Me must not prevent Friend from starting.
    await payFirstCoins(mine, this.#client(friend.id)).catch((error: unknown) =>
      deps.print(`${friend.label}: sending the first coins failed: ${String(error)}`),
    )
  }
}

async function freePort(avoid: ReadonlySet<number>): Promise<number> {
  // Above 65,535 no port exists, so the system chooses one.
  const port = await freePortFor({ name: 'p2pport', port: 65_535, hosts: [LOOPBACK] }, avoid)
  if (port === null) throw new Error('No free port found')
  return port
}

async function readWallet(id: string, client: RpcClient): Promise<SandboxPerson> {
  const key = (await client.call('listtokenkeys')).find(({ identity }) => identity)
  if (key === undefined) throw new Error('The wallet has no token key')
  return { id, address: key.address, pubkey: key.pubkey }
}

/**
 * Returns the address to pay Friend. Not the address of the token key, because the faucet pays only new addresses, and
 * Friend must be able to claim. The address is found again by its label.
 */
async function receivingAddress(client: RpcClient): Promise<string> {
  const known = (await client.call('listreceiveaddresses')).find(({ label }) => label === FIRST_COINS_COMMENT)
  if (known !== undefined) return known.address
  const komodoaddress = await client.call('getnewaddress')
  await client.call('setaccount', { komodoaddress, account: FIRST_COINS_COMMENT })
  return komodoaddress
}

/** Pays Friend once per address: the payer's wallet history shows whether it has paid. */
async function payFirstCoins(payer: RpcClient, friend: RpcClient): Promise<void> {
  const address = await receivingAddress(friend)
  const { rows } = await payer.call('listwallethistory', { options: { limit: 1, search: address } })
  if (rows.length > 0) return
  const said = { comment: FIRST_COINS_COMMENT, 'comment-to': FRIEND }
  await payer.call('sendtoaddress', { address, amount: FIRST_COINS, ...said })
}
