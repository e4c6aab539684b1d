/**
 * Two nodes of the attacker, connected to the victim. A daemon with its wallet follows the chain; a raw peer records
 * every message and requests each announced transaction. Neither shares code with the tested program beyond the wire
 * format.
 */
import { connectNodes, type NetworkNode, startNetworkNode, until } from '../support/network.ts'
import { connectRaw, type RawPeer } from '../support/rawPeer.ts'
import type { VictimChain } from './victim.ts'

const TRANSACTION = 1
const POLL_MS = 50

export interface Attacker {
  readonly node: NetworkNode
  readonly address: string
  readonly pubkey: string
  readonly privkey: string
  /** ids and bytes of unconfirmed transactions that the attacker received */
  readonly received: readonly string[]
  /** reconnects after a restart of the victim's node */
  reconnect(): Promise<void>
  /** Resolves when the attacker's daemon has the victim's best block. */
  catchUp(): Promise<void>
  /** txids of all non-coinbase transactions in blocks, and coinbase outputs that do not pay the victim */
  strangeInBlocks(): Promise<readonly string[]>
  /** coins in the attacker's wallet, including unconfirmed ones */
  balance(): Promise<number>
  close(): Promise<void>
}

const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

interface RecordedBlock {
  readonly tx: readonly {
    readonly txid: string
    readonly vin: readonly { readonly coinbase?: string }[]
    readonly vout: readonly { readonly value: number; readonly scriptPubKey: { readonly hex: string } }[]
  }[]
}

export async function startAttacker(victim: VictimChain): Promise<Attacker> {
  const node = await startNetworkNode({ chain: victim.words })
  const target = { target: `127.0.0.1:${victim.p2pPort}` } as NetworkNode
  const address = await node.rpc.call<string>('getnewaddress')
  const { pubkey } = await node.rpc.call<{ pubkey: string }>('validateaddress', address)
  const privkey = await node.rpc.call<string>('dumpprivkey', address)
  const received: string[] = []
  const peers: RawPeer[] = []
  let scannedHeight = 0
  let handled = 0
  const strange: string[] = []

  /** Reads the messages that the peer received since the last call. */
  const listen = () => {
    const peer = peers.at(-1)
    if (peer === undefined) return
    for (; handled < peer.heard.length; handled++) {
      const message = peer.heard[handled]
      if (message?.type === 'inv') {
        const items = message.items.filter(({ type }) => type === TRANSACTION)
        for (const { hash } of items) received.push(`inv ${toHex(hash.toReversed())}`)
        if (items.length > 0) peer.send({ type: 'getdata', items })
      } else if (message?.type === 'tx') received.push(`tx ${toHex(message.bytes)}`)
      else if (message?.type === 'ping') peer.send({ ...message, type: 'pong' })
    }
  }
  const timer = setInterval(listen, POLL_MS)

  const reconnect = async () => {
    peers.at(-1)?.end()
    peers.push(await until('the victim', () => connectRaw(victim.p2pPort, victim.words).catch(() => undefined)))
    handled = 0
    await connectNodes(node, target)
  }
  await reconnect()
  return {
    ...{ node, address, pubkey, privkey, received, reconnect },
    async catchUp() {
      const tip = await victim.rpc.call<string>('getbestblockhash')
      await until('the block of the victim', async () => (await node.rpc.call('getbestblockhash')) === tip)
      listen()
    },
    async strangeInBlocks() {
      const height = await node.rpc.call<number>('getblockcount')
      for (; scannedHeight < height; scannedHeight++) {
        const { tx } = await node.rpc.call<RecordedBlock>('getblock', String(scannedHeight + 1), 2)
        for (const { txid, vin, vout } of tx) {
          if (vin[0]?.coinbase === undefined) strange.push(txid)
          const elsewhere = vout.filter(
            ({ value, scriptPubKey }) => value > 0 && !scriptPubKey.hex.includes(victim.pubkey),
          )
          if (elsewhere.length > 0) strange.push(`${txid} ${JSON.stringify(elsewhere)}`)
        }
      }
      return strange
    },
    async balance() {
      const [confirmed, unconfirmed] = [
        await node.rpc.call<number>('getbalance'),
        await node.rpc.call<number>('getunconfirmedbalance'),
      ]
      return confirmed + unconfirmed
    },
    async close() {
      clearInterval(timer)
      for (const peer of peers) peer.end()
      await node.stop()
    },
  }
}
