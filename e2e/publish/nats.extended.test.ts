/** Tests the publisher of the daemon with a NATS server: every event once, whichever side is killed, and its status. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { nightly } from '../../src-main/node/testing/index.ts'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { type Daemon, type DaemonOptions, startDaemon, temporaryFolder } from '../support/daemon.ts'
import { type LoadChain, writeLoadChain } from '../support/loadChain.ts'
import { type Message, type Nats, natsProgram, startNats } from '../support/nats.ts'

/** Number of kills of the daemon, and of the server. */
const KILLS = nightly() ? 20 : 3
const CHAIN = ['-ac_name=PUB', '-regtest', '-ac_supply=100000', '-ac_cc=2', '-disablewallet']
const STREAM = 'chainwright-PUB'

interface PublishInfo {
  readonly state: string
  readonly height: number
  readonly problem: string
}

interface Verbose {
  readonly hash: string
  readonly tx: readonly { readonly txid: string }[]
}

const info = (daemon: Daemon) => daemon.rpc.call('getpublishinfo') as Promise<PublishInfo>
const reaches = (daemon: Daemon, height: number) =>
  waitFor(async () => expect(await info(daemon)).toMatchObject({ state: 'level', height }))

/** Follows the events and returns the active chain that they describe, without disconnected blocks. */
function follow(messages: readonly Message[]) {
  const blocks: { block: string; parts: number; events: Record<string, unknown>[] }[] = []
  for (const { body } of messages) {
    const { event, height, block, part, parts } = body as {
      event: string
      height: number
      block: string
      part: number
      parts: number
    }
    const newest = blocks.at(-1)
    if (event === 'block.disconnected') {
      expect(newest?.block).toBe(block)
      blocks.pop()
      continue
    }
    if (event === 'block.connected') {
      expect([height, newest?.events.length]).toEqual([blocks.length, newest?.parts])
      blocks.push({ block, parts, events: [] })
    }
    const { events } = blocks.at(-1)!
    expect([blocks.length - 1, events.length]).toEqual([height, part])
    events.push(body)
  }
  return blocks
}

describe.skipIf(
  leaveOut('publishing to NATS', natsProgram() === undefined ? 'nats-server is not installed' : undefined),
)('chainwrightd -publish=nats://', () => {
  let server: Nats
  let load: LoadChain
  const open: Daemon[] = []
  beforeAll(async () => {
    server = await startNats(temporaryFolder())
    load = writeLoadChain(join(temporaryFolder(), 'chain.dat'), {
      args: CHAIN.slice(0, -1),
      ...{ seed: 15, blocks: 160, payments: 25, addresses: 200, coins: 2_000, hot: 0.1 },
    })
  })
  afterAll(async () => {
    for (const daemon of open) await daemon.kill()
    await server?.stop('SIGKILL')
  })

  async function start(args: readonly string[], options: Partial<DaemonOptions> = {}): Promise<Daemon> {
    const daemon = await startDaemon({ ...options, args })
    open.push(daemon)
    return daemon
  }

  it('publishes each event once when both sides are killed repeatedly, and disconnects blocks', async () => {
    const dataDir = temporaryFolder()
    const imported = await start([...CHAIN, `-loadblock=${load.file}`], { dataDir })
    await imported.stop()
    const count = async () => (await server.messages(STREAM).catch(() => [])).length
    for (let kill = 0; kill < KILLS; kill++) {
      const before = await count()
      const daemon = await start([...CHAIN, `-publish=${server.url}`], { dataDir, early: true })
      // Simulates a kill in the middle of the work, after at most 3 s because everything may be published already.
      await vi
        .waitFor(async () => expect(await count()).toBeGreaterThan(before), { timeout: 3_000, interval: 1 })
        .catch(() => undefined)
      await daemon.kill()
      await server.stop('SIGKILL')
      await server.start()
    }
    const daemon = await start([...CHAIN, `-publish=${server.url}`], { dataDir })
    for (let kill = 0; kill < KILLS; kill++) {
      await server.stop('SIGKILL')
      await server.start()
      const before = await count()
      await waitFor(async () => expect((await info(daemon)).state === 'level' || (await count()) > before).toBe(true))
    }
    await reaches(daemon, load.height)
    const cut = (await daemon.rpc.call('getblockhash', load.height - 5)) as string
    await daemon.rpc.call('invalidateblock', cut)
    await reaches(daemon, load.height - 6)
    await daemon.rpc.call('reconsiderblock', cut)
    await reaches(daemon, load.height)
    const messages = await server.messages(STREAM)
    expect(messages.filter(({ subject }) => subject.includes('.block.disconnected.'))).toHaveLength(6)
    const blocks = follow(messages)
    expect(blocks).toHaveLength(load.height + 1)
    for (const height of [1, 2, 100, load.height]) {
      const { hash, tx } = (await daemon.rpc.call('getblock', String(height), 2)) as Verbose
      const { block, events } = blocks[height]!
      expect(block).toBe(hash)
      expect(events.filter(({ event }) => event === 'tx.confirmed').map(({ txid }) => txid)).toEqual(
        tx.map(({ txid }) => txid),
      )
    }
    const events = blocks.flatMap((block) => block.events)
    const sum = (address: string) =>
      events.reduce((total, event) => total + (event['address'] === address ? Number(event['satoshis']) : 0), 0)
    const { balance } = (await daemon.rpc.call('getaddressbalance', { addresses: [load.hotAddress] })) as {
      balance: number
    }
    expect(sum(load.hotAddress)).toBe(balance)
    const history = events.filter((event) => event['event'] === 'token' && event['tokenid'] === load.token)
    const { total } = (await daemon.rpc.call('tokenhistory', load.token)) as { total: number }
    expect(history).toHaveLength(total)
    await daemon.stop()
  })

  it('starts at a height, publishes unconfirmed transactions, and continues when the server is back', async () => {
    const args = ['-ac_name=SEEN', '-regtest', '-ac_supply=1000', `-publish=${server.url}?from=2`]
    const daemon = await start(args)
    await daemon.rpc.call('generate', 3)
    await reaches(daemon, 3)
    const send = async () =>
      (await daemon.rpc.call('sendtoaddress', await daemon.rpc.call('getnewaddress'), 1)) as string
    const seen = async () =>
      (await server.messages('chainwright-SEEN-seen')).map(({ body }) => [body['number'], body['txid']])
    const first = await send()
    await waitFor(async () => expect(await seen()).toEqual([[0, first]]))
    await server.stop('SIGTERM')
    const second = await send()
    await daemon.rpc.call('generate', 1)
    await waitFor(async () => expect((await info(daemon)).problem).not.toBe(''))
    await server.start()
    await reaches(daemon, 4)
    await waitFor(async () =>
      expect(await seen()).toEqual([
        [0, first],
        [1, second],
      ]),
    )
    const messages = await server.messages('chainwright-SEEN')
    expect(messages[0]).toMatchObject({ subject: 'chainwright.SEEN.block.connected.2', body: { height: 2, part: 0 } })
    const confirmed = messages.filter(({ subject }) => subject.startsWith('chainwright.SEEN.tx.confirmed.'))
    expect(confirmed.map(({ body }) => body['txid'])).toEqual(expect.arrayContaining([first, second]))
    await daemon.stop()
  })

  it('rejects the stream of another chain, and never logs the password', async () => {
    const wrong = await start([
      '-ac_name=SEEN',
      '-regtest',
      '-ac_supply=1000',
      `-publish=${server.url.replace('s3cret', 'wr0ng')}`,
    ])
    await waitFor(async () => expect((await info(wrong)).problem).toMatch(/authorization/i))
    const other = await start(['-ac_name=SEEN', '-regtest', '-ac_supply=2000', `-publish=${server.url}`])
    const refused = { state: 'refused', problem: 'the stream holds another chain' }
    await waitFor(async () => expect(await info(other)).toMatchObject(refused))
    for (const daemon of [wrong, other]) {
      const files = readdirSync(daemon.dataDir, { recursive: true, encoding: 'utf8' })
      const logs = files.filter((name) => name.endsWith('debug.log'))
      const log = logs.map((name) => readFileSync(join(daemon.dataDir, name), 'utf8')).join('')
      expect(log).toContain('publishing failed, retrying')
      expect(log + daemon.output()).not.toMatch(/s3cret|wr0ng/)
      await daemon.stop()
    }
  })
})
