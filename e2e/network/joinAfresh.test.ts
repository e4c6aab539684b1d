/**
 * Tests a chain that mined its own block 1 and is joined afresh: its blocks are set aside, downloaded from its peer,
 * and restored.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import { getBestHash, type NetworkNode, startNetworkNode, until } from '../support/network.ts'
import { freePort } from '../support/ports.ts'
import { type ListedChain, type SocketApp, startSocketApp } from '../support/socketApp.ts'

const OPTIONS = ['-ac_name=AFRESH', '-ac_supply=1000', '-ac_cc=2', '-ac_public=1', '-regtest']
const OWN_BLOCKS = 4
const THEIR_BLOCKS = 9

interface JoinedChain extends ListedChain {
  readonly kept: { readonly folder: string } | null
}

const home = temporaryFolder()
const theirs = temporaryFolder()
let app: SocketApp
let peer: NetworkNode
let id = ''
let ownTip = ''
let ownBalance = 0
let address = ''

const startApp = () => startSocketApp({ home, args: ['-listen=0', '-dnsseed=0'] })
const chain = async () => (await app.chain(id)) as JoinedChain
const untilTip = (hash: string) =>
  until(`the tip ${hash}`, async () => (await app.call('getbestblockhash').catch(() => '')) === hash)
const balance = () => app.call<number>('getbalance')

/**
 * Starts the peer, which mines before it listens on the app's configured address; otherwise both would have the same
 * chain.
 */
async function startPeer(p2pPort: number): Promise<NetworkNode> {
  const alone = await startNetworkNode({ chain: OPTIONS, dataDir: theirs })
  await alone.rpc.call('generate', THEIR_BLOCKS)
  await alone.stop()
  return startNetworkNode({ chain: OPTIONS, dataDir: theirs, p2pPort })
}

beforeAll(async () => {
  const port = await freePort()
  app = await startApp()
  const peers = [`127.0.0.1:${port}`]
  ;({ id } = await app.call<{ id: string }>('createchain', { label: '', options: OPTIONS, peers, testnode: true }))
  await app.call('startchain', id, { p2pport: await freePort(), rpcport: await freePort() })
  await app.call('selectchain', id)
  address = await app.call('getnewaddress')
  await app.call('generate', OWN_BLOCKS)
  ownTip = await app.call('getbestblockhash')
  ownBalance = await balance()
  peer = await startPeer(port)
})
afterAll(async () => {
  await Promise.all([app?.stop(), peer?.stop()])
  for (const folder of [home, theirs]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

describe('joinafresh', () => {
  it('sets the blocks aside and follows the peer, with the same wallet', async () => {
    expect(ownBalance).toBeGreaterThan(0)
    await until('the state', async () => (await app.call<{ state: string }>('getsyncstate')).state === 'other-chain')
    await app.call('joinafresh', id)
    await untilTip(await getBestHash(peer))
    expect(await app.call('validateaddress', address)).toMatchObject({ ismine: true })
    expect(await balance()).toBe(0)
    const { directory, kept } = await chain()
    expect(kept?.folder).toMatch(/\/regtest\.before-\d{4}-\d\d-\d\d$/)
    expect(readdirSync(kept!.folder).toSorted()).toEqual(expect.arrayContaining(['blocks', 'chain.db']))
    expect(existsSync(join(directory, 'regtest', 'wallet.db'))).toBe(true)
    await until('the tip', async () => (await app.call<{ state: string }>('getsyncstate')).state === 'synced')
  })

  it('restores the earlier blocks and their coins when undone', async () => {
    const { kept: before } = await chain()
    await app.call('undojoinafresh', id)
    await untilTip(ownTip)
    expect(await balance()).toBe(ownBalance)
    const { kept } = await chain()
    expect(kept?.folder).toBe(`${before!.folder}-2`)
    expect(existsSync(join(kept!.folder, 'chain.db'))).toBe(true)
  })

  it.each([0, 20, 80, 200])(
    'leaves the chain complete when the program is killed %i ms after the call',
    async (millis) => {
      const tips = [ownTip, await getBestHash(peer)]
      void app.call('joinafresh', id).catch(() => undefined)
      await delay(millis)
      await app.program.stop('SIGKILL')
      app = await startApp()
      const tip = await until('one of the two tips', async () => {
        const found = await app.call<string>('getbestblockhash').catch(() => '')
        return tips.includes(found) && found
      })
      expect(await app.call('validateaddress', address)).toMatchObject({ ismine: true })
      if (tip !== ownTip) {
        await app.call('undojoinafresh', id)
        await untilTip(ownTip)
      }
      expect(await balance()).toBe(ownBalance)
    },
  )
})
