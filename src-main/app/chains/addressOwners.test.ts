import { describe, expect, it } from 'vitest'
import { identifyOwners } from './addressOwners.ts'

const FRIEND_PEER = '127.0.0.1:7771'
const FROM_ME = '127.0.0.1:49138'

const peer = (addr: string, inbound: boolean) => ({
  ...{ id: 1, addr, services: '00', lastsend: 0, lastrecv: 0, bytessent: 0, bytesrecv: 0, conntime: 0, timeoffset: 0 },
  ...{ pingtime: 0, version: 170_013, subver: '', inbound, startingheight: 0, banscore: 0, synced_headers: 0 },
  ...{ synced_blocks: 0, inflight: [], addr_processed: 0, addr_rate_limited: 0, whitelisted: false },
})

const nodeWith = (...peers: readonly ReturnType<typeof peer>[]) => ({
  call: async (method: string) => JSON.stringify(method === 'getpeerinfo' ? peers : []),
})

/** Returns the owner of a peer of Friend's node while Friend's wallet is shown. */
async function ownerOfPeer(addr: string, friend: ReturnType<typeof nodeWith>, me: ReturnType<typeof nodeWith>) {
  const nodes = { shown: friend, other: me, friendPeer: FRIEND_PEER, isMe: false }
  return (await identifyOwners([addr], nodes, undefined))[0]?.owner
}

describe("identifyOwners for a peer of Friend's node", () => {
  const me = nodeWith(peer(FRIEND_PEER, false))

  it("names Me's node if it alone connected from this computer", async () => {
    const friend = nodeWith(peer(FROM_ME, true), peer('203.0.113.9:50000', true))
    expect(await ownerOfPeer(FROM_ME, friend, me)).toBe('other')
    expect(await ownerOfPeer('203.0.113.9:50000', friend, me)).toBe('unknown')
  })

  it('names no peer if two programs connected from this computer', async () => {
    expect(await ownerOfPeer(FROM_ME, nodeWith(peer(FROM_ME, true), peer('127.0.0.1:50000', true)), me)).toBe('unknown')
  })

  it("names no peer while Me's node is not connected", async () => {
    expect(await ownerOfPeer(FROM_ME, nodeWith(peer(FROM_ME, true)), nodeWith())).toBe('unknown')
  })
})
