/** Tests a main-mode chain created in one app and joined by another with only its invitation text. */
import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import { until } from '../support/network.ts'
import { freePort } from '../support/ports.ts'
import { type PreflightAnswer, type SocketApp, startSocketApp } from '../support/socketApp.ts'

/** Peers are found only by given addresses, on this machine. */
const LOCAL = ['-bind=127.0.0.1', '-dnsseed=0', '-dns=0', '-discover=0']
const OPTIONS = [
  ...['-ac_name=FRIENDS', '-ac_supply=5000', '-ac_reward=100000000', '-ac_halving=1000', '-ac_end=10000'],
  ...['-ac_cc=2', '-ac_ccenable=227,228,242', '-ac_public=1'],
]

describe('a chain created in one app', () => {
  let homes: string[] = []
  let apps: SocketApp[] = []
  beforeEach(() => {
    homes = [temporaryFolder(), temporaryFolder()]
  })
  afterEach(async () => {
    await Promise.all(apps.map((app) => app.stop()))
    apps = []
    for (const home of homes) rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })

  async function start(home: string | undefined): Promise<SocketApp> {
    const app = await startSocketApp({ home: home ?? '', args: LOCAL })
    apps.push(app)
    return app
  }
  const height = (app: SocketApp) => app.call<number>('getblockcount')

  it('joins another app by its invitation text, on free ports, and reopens after a restart', async () => {
    const [first, second] = (await Promise.all(homes.map(start))) as [SocketApp, SocketApp]
    const { id } = await first.call<{ id: string }>('createchain', {
      label: 'Ours',
      options: OPTIONS,
      testnode: true,
    })
    const ports = { p2pport: await freePort(), rpcport: await freePort() }
    await first.call('startchain', id, ports)
    await first.call('selectchain', id)
    await first.call('setgenerate', true, 1)
    await until('a block', async () => (await height(first)) >= 1)
    await first.call('setgenerate', false)

    const peers = [`127.0.0.1:${ports.p2pport}`]
    const { sharetext } = await first.call<{ sharetext: string }>('describechain', { options: OPTIONS, peers })
    const described = await second.call<{ ok: boolean; warnings: string[]; magic: string }>('describechain', {
      text: `"${sharetext.replaceAll(' -', '\n-')}"`,
    })
    expect(described).toMatchObject({ ok: true, warnings: [] })
    const joined = await second.call<{ id: string }>('joinchain', { label: 'Theirs', text: sharetext })
    expect(joined.id).toBe(`FRIENDS-${described.magic}`)

    // The default ports are taken on this machine, here by the first app.
    await expect(second.call('startchain', joined.id, ports)).rejects.toThrow(/is taken by node\S* \(process \d+\)/)
    const { checks } = await second.call<PreflightAnswer>('preflight', { id: joined.id })
    const free = (name: string) => checks.find((check) => check.name === name)?.freeport
    const own = { p2pport: free('p2pport'), rpcport: free('rpcport') }
    expect(new Set([...Object.values(ports), ...Object.values(own)]).size).toBe(4)
    await second.call('startchain', joined.id, own)
    await second.call('selectchain', joined.id)
    const best = await first.call('getbestblockhash')
    await until('the same block', async () => (await second.call('getbestblockhash')) === best)
    expect(await second.call('getinfo')).toMatchObject({ name: 'FRIENDS', connections: 1, p2pport: own.p2pport })

    await second.stop()
    const again = await start(homes[1])
    await until('it runs', async () => (await again.chain(joined.id)).state === 'running')
    expect(await again.call('getbestblockhash')).toBe(best)
    await until('they meet again', async () => (await again.call('getconnectioncount')) === 1)
    expect(await again.chain(joined.id)).toMatchObject({ ...own, label: 'Theirs', kind: 'joined' })
  })
})
