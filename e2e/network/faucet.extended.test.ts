/** Tests the faucet between nodes: funded by one, claimed by others. Blocks and transactions are passed on over RPC. */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeWif } from '../../src-main/node/script/index.ts'
import { testKey } from '../../src-main/node/testing/index.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { toHex } from '../../src-main/node/util/index.ts'
import { type Daemon, startDaemon, untilIdle } from '../support/daemon.ts'
import { expectSoonEnded, timed } from '../support/endTime.ts'

const ARGS = ['-ac_name=FAUCETS', '-regtest', '-ac_supply=1000', '-ac_cc=2', '-ac_reward=100000000']
const REFUSED = 'couldnt create faucet get transaction'
const [rich, fresh, other] = [testKey(1), testKey(2), testKey(3)]

interface Claim {
  readonly state: string
  readonly attempts: number
  readonly error?: string
}
interface Built {
  readonly result: string
  readonly hex: string
  readonly error?: string
}

describe('the faucet', () => {
  const nodes: Daemon[] = []
  let startMillis = 0
  let [funder, claimer, third]: Daemon[] = []

  beforeAll(async () => {
    for (const { pub } of [rich, fresh, other]) {
      const { result, millis } = await timed(() => startDaemon({ args: [...ARGS, `-pubkey=${toHex(pub)}`] }))
      nodes.push(result)
      startMillis = millis
    }
    ;[funder, claimer, third] = nodes
    await funder!.rpc.call('importprivkey', encodeWif({ privateKey: rich.priv, compressed: true }), '', false)
    await mine(3)
  })

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
  })

  /** Mines blocks on the first node and submits them to the others. */
  async function mine(count: number): Promise<void> {
    for (const hash of await funder!.rpc.call<string[]>('generate', count)) {
      const block = await funder!.rpc.call<string>('getblock', hash, false)
      for (const node of nodes.slice(1)) expect(await node.rpc.call('submitblock', block)).toBeNull()
    }
  }
  const send = async (hex: string, to: readonly Daemon[] = nodes) => {
    for (const node of to) await node.rpc.call('sendrawtransaction', hex)
  }
  const failing = async (node: Daemon) => {
    const { checks } = await node.rpc.call<{ checks: { name: string; passed: boolean }[] }>('fauceteligibility')
    return checks.filter(({ passed }) => !passed).map(({ name }) => name)
  }
  /** Restarts the search until it is observed running, because a few searches end at once. */
  async function searching(node: Daemon): Promise<void> {
    for (;;) {
      const { state, error } = await node.rpc.call<Claim>('startfaucetclaim')
      if (state === undefined) throw new Error(error)
      if (state === 'searching') return
    }
  }

  it('reports an error while it is empty', async () => {
    expect(await claimer!.rpc.call('faucetinfo')).toEqual({ result: 'success', name: 'Faucet', funding: 0 })
    const { result, error } = await claimer!.rpc.call<Built>('faucetget')
    expect([result, error]).toEqual(['error', `${REFUSED}. The faucet is empty: it has no confirmed coins to claim.`])
    expect(await failing(claimer!)).toEqual(['pool'])
  })

  it('accepts funds from any wallet', async () => {
    for (const amount of ['2', 1]) {
      const { hex, result } = await funder!.rpc.call<Built>('faucetfund', amount)
      expect(result).toBe('success')
      await send(hex)
    }
    expect(await claimer!.rpc.call('faucetinfo')).toMatchObject({ funding: 0 })
    await mine(1)
    expect(await claimer!.rpc.call('faucetinfo')).toMatchObject({ funding: 3 })
    expect(await failing(claimer!)).toEqual([])
    expect(await failing(funder!)).toEqual(['history'])
  })

  it('pays a new address once, while other calls are answered quickly', async () => {
    const found = claimer!.rpc.call<Built>('faucetget')
    let done = false
    found.then(
      () => (done = true),
      () => (done = true),
    )
    const times: number[] = []
    while (!done) {
      const begun = performance.now()
      await claimer!.rpc.call('getinfo')
      times.push(performance.now() - begun)
    }
    const { hex, result } = await found
    expect(result).toBe('success')
    times.sort((a, b) => a - b)
    console.log(`      getinfo, p99 of ${times.length} while searching: ${times[Math.floor(times.length * 0.99)]} ms`)

    await send(hex)
    expect(await failing(claimer!)).toEqual(['mempool', 'claimed'])
    expect((await claimer!.rpc.call<Built>('faucetget')).error).toBe(
      `${REFUSED}. The claim of ${fresh.address} is in the mempool, unconfirmed. Each address can claim once.`,
    )
    await mine(1)
    const { mybalance, FaucetCCBalance } = await claimer!.rpc.call<Record<string, number>>('faucetaddress')
    expect([mybalance, FaucetCCBalance]).toEqual([0.1, 2.8999])
    expect((await claimer!.rpc.call<Built>('faucetget')).error).toMatch(/claimed in block 5/)
    const { total, events } = await third!.rpc.call<{ total: number; events: unknown[] }>('faucethistory')
    expect(total).toBe(3)
    expect(events).toMatchObject([
      { kind: 'claim', height: 5, amount: 0.1, address: fresh.address, mine: false },
      { kind: 'deposit', height: 4, address: null },
      { kind: 'deposit', height: 4, address: null },
    ])
  })

  it('stops a search on request, and searches again', async () => {
    await searching(third!)
    expect((await third!.rpc.call<Built>('faucetget')).error).toMatch(/The search for a claim is running/)
    expect((await third!.rpc.call<Built>('startfaucetclaim')).error).toMatch(/The search for a claim is running/)
    const { state, attempts } = await third!.rpc.call<Claim>('cancelfaucetclaim')
    // A search may have ended just before the request.
    expect(['cancelled', 'found']).toContain(state)
    await untilIdle(third!.process.pid ?? 0)
    expect(await third!.rpc.call('getfaucetclaim')).toMatchObject({ state, attempts })
    await searching(third!)
    await third!.rpc.call('cancelfaucetclaim')
  })

  it('stops the search of a client that disconnects', async () => {
    for (let state = 'found'; state === 'found'; ) {
      const { id: before } = await third!.rpc.call<{ id: number }>('getfaucetclaim')
      const outgoing = request({
        host: '127.0.0.1',
        port: third!.port,
        method: 'POST',
        auth: 'e2e:e2e-password',
      })
      outgoing.on('error', () => undefined)
      outgoing.end(JSON.stringify({ id: 1, method: 'faucetget', params: [] }))
      let id = before
      for (let asked = 0; id === before && asked < 1000; asked++)
        ({ id } = await third!.rpc.call<{ id: number }>('getfaucetclaim'))
      outgoing.destroy()
      await waitFor(async () => {
        ;({ state } = await third!.rpc.call<Claim>('getfaucetclaim'))
        expect(state).not.toBe('searching')
      })
      if (state !== 'found') expect(state).toBe('cancelled')
    }
  })

  it('allows a node to stop during a search', async () => {
    await searching(third!)
    nodes.splice(nodes.indexOf(third!), 1)
    const { result, millis } = await timed(() => third!.stop())
    expect(result).toBe(0)
    expectSoonEnded(millis, startMillis)
  })
})
