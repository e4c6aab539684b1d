import type { Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type BlockHeader, blockHash } from '../../src-main/node/primitives/index.ts'
import { toHex } from '../../src-main/node/util/index.ts'
import { connectNodes, type NetworkNode, REGTEST_CHAIN, startNetworkNode, until } from '../support/network.ts'
import { freePort } from '../support/ports.ts'
import { connectRaw, listenRaw, type RawPeer } from '../support/rawPeer.ts'

/** More than the download window beyond the first missing block. */
const BLOCKS = 1_100
const PIECE = 100
const FIRST_TIME = 1_700_000_000
const NO_STOP = new Uint8Array(32)

let nodes: NetworkNode[] = []
let raw: RawPeer[] = []
let server: Server | undefined
afterEach(async () => {
  for (const peer of raw) peer.end()
  server?.close()
  await Promise.all(nodes.map((node) => node.stop().catch(() => node.kill())))
  nodes = []
  raw = []
})

async function start(args: readonly string[] = []): Promise<NetworkNode> {
  const node = await startNetworkNode({ args })
  nodes.push(node)
  return node
}

async function fetchHeaders(node: NetworkNode): Promise<BlockHeader[]> {
  const asking = await connectRaw(node.p2pPort, REGTEST_CHAIN)
  raw.push(asking)
  const headers: BlockHeader[] = []
  let from: Uint8Array = NO_STOP
  for (;;) {
    asking.send({ type: 'getheaders', version: 170_013, hashes: [from], stop: NO_STOP })
    const answer = await asking.next('headers')
    const last = answer?.headers.at(-1)
    if (answer === undefined || last === undefined) return headers
    headers.push(...answer.headers)
    from = blockHash(last)
  }
}

/** Answers every getheaders like an honest node, and nothing else. */
function answerHeaders(peer: RawPeer, headers: readonly BlockHeader[]): void {
  const places = new Map(headers.map((header, index) => [toHex(blockHash(header)), index + 1]))
  peer.socket.on('data', () => {
    for (const message of peer.heard.splice(0)) {
      if (message.type === 'getdata') asked.push(...message.items)
      if (message.type !== 'getheaders') continue
      const known = message.hashes.map((hash) => places.get(toHex(hash))).find((place) => place !== undefined) ?? 0
      peer.send({ type: 'headers', headers: headers.slice(known, known + 160) })
    }
  })
}

let asked: unknown[] = []

describe('a peer that sends headers and delivers no block', () => {
  it('disconnects when the download waits for it alone, and the blocks come from another peer', async () => {
    asked = []
    const good = await start([`-mocktime=${FIRST_TIME}`])
    // Mined in parts, so that no single call takes long on a busy machine; the clock advances with them.
    for (let made = PIECE; made <= BLOCKS; made += PIECE) {
      await good.rpc.call('setmocktime', FIRST_TIME + made)
      await good.rpc.call('generate', PIECE)
    }
    const headers = await fetchHeaders(good)
    expect(headers).toHaveLength(BLOCKS)
    const port = await freePort()
    const stallers: RawPeer[] = []
    server = await listenRaw(port, REGTEST_CHAIN, BLOCKS, (peer) => {
      raw.push(peer)
      stallers.push(peer)
      answerHeaders(peer, headers)
    })
    const fresh = await start([`-mocktime=${FIRST_TIME + BLOCKS}`])
    await fresh.rpc.call('addnode', `127.0.0.1:${port}`, 'onetry')
    await until('sixteen blocks asked of it', async () => asked.length >= 16)
    expect(stallers[0]?.closed).toBe(false)
    const met = performance.now()
    await connectNodes(fresh, good)
    await until('all blocks', async () => (await fresh.rpc.call<number>('getblockcount')) === BLOCKS)
    console.log(`      ${BLOCKS} blocks ${Math.round(performance.now() - met)} ms after an honest peer came`)
    expect(stallers[0]?.closed).toBe(true)
    expect(await fresh.rpc.call('getbestblockhash')).toBe(await good.rpc.call('getbestblockhash'))
    expect(await fresh.rpc.call('listbanned')).toEqual([])
  })
})
