import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type NetworkNode, startNetworkNode, until } from '../support/network.ts'
import { freePort } from '../support/ports.ts'

let node: NetworkNode
let servers: Server[] = []
beforeEach(async () => {
  node = await startNetworkNode()
})
afterEach(async () => {
  for (const server of servers) server.close()
  servers = []
  await node.stop()
})

interface AddedNodeRow {
  readonly node: string
  readonly kept: boolean
  readonly state: string
  readonly failure: string | null
  readonly retryin: number | null
}

const rowFor = async (target: string) =>
  (await node.rpc.call<readonly AddedNodeRow[]>('listaddednodes')).find((row) => row.node === target)

/** Listens and calls `meet` for each connection. Resolves to the address. */
async function serve(meet: (socket: Socket) => void): Promise<string> {
  const port = await freePort()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    meet(socket)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return `127.0.0.1:${port}`
}

/** Adds a target and resolves to its row with the reason of the first failure. */
async function failureFor(target: string, command: 'add' | 'onetry'): Promise<AddedNodeRow> {
  await node.rpc.call('addnode', target, command)
  return until(`a failure of ${target}`, async () => {
    const row = await rowFor(target)
    return row?.failure == null ? undefined : row
  })
}

describe('listaddednodes', () => {
  it('reports why an added node is not connected, and when the next attempt is', async () => {
    const row = await failureFor(`127.0.0.1:${await freePort()}`, 'add')
    expect(row).toMatchObject({ kept: true, failure: 'refused' })
    await until('a wait', async () => ((await rowFor(row.node))?.retryin ?? 0) > 0)
    await node.rpc.call('addnode', row.node, 'remove')
    expect(await rowFor(row.node)).toBeUndefined()
  })

  it('distinguishes this node itself, another protocol and a node that disconnects', async () => {
    const greeting = await serve((socket) => void socket.write(`SSH-2.0-server${'.'.repeat(100)}\r\n`))
    // A node of another chain closes the connection at the first bytes of the wrong network.
    const elsewhere = await serve((socket) => void socket.once('data', () => socket.destroy()))
    const failures = []
    for (const target of [node.target, greeting, elsewhere]) failures.push(await failureFor(target, 'onetry'))
    expect(failures.map(({ state, failure, kept }) => [state, failure, kept])).toEqual([
      ['failed', 'self', false],
      ['failed', 'other-network', false],
      ['failed', 'closed', false],
    ])
  })

  it('removes a onetry entry whose connection ended after the handshake', async () => {
    const other = await startNetworkNode()
    try {
      await node.rpc.call('addnode', other.target, 'onetry')
      await until('a connection', async () => (await rowFor(other.target))?.state === 'connected')
      await node.rpc.call('disconnectnode', other.target)
      await until('no row', async () => (await rowFor(other.target)) === undefined)
    } finally {
      await other.stop()
    }
  })

  it('reports connected after the handshake, and banned once the address is banned', async () => {
    const other = await startNetworkNode()
    try {
      await node.rpc.call('addnode', other.target, 'add')
      await until('a connection', async () => (await rowFor(other.target))?.state === 'connected')
      expect(await rowFor(other.target)).toMatchObject({ failure: null, retryin: null })
      await node.rpc.call('setban', '127.0.0.1', 'add')
      await until('the ban', async () => (await rowFor(other.target))?.failure === 'banned')
    } finally {
      await other.stop()
    }
  })
})
