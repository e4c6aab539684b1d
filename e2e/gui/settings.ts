/** Prepares home folders for the settings of a chain and of the app, and reads their files. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { type Daemon, temporaryFolder } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import type { Program } from '../support/programs.ts'
import { connectRpc, type RpcClient } from '../support/rpcClient.ts'
import { followChain } from './faucet.ts'
import { becomes } from './frame.ts'

/** In the order of the page. */
export const SECTIONS = ['general', 'notifications', 'connections', 'data', 'rpc', 'log', 'shortcuts', 'about'] as const
type Section = (typeof SECTIONS)[number]

/** Creates a home folder whose chain list contains the running sandbox on a free port. */
export async function homeWithSandbox(): Promise<string> {
  const home = temporaryFolder()
  const root = join(home, '.chainwright')
  mkdirSync(join(root, 'SANDBOX'), { recursive: true })
  const options = ['-ac_name=SANDBOX', '-ac_supply=1000000', '-ac_cc=2', '-ac_sapling=1', '-regtest']
  const sandbox = {
    ...{ id: 'sandbox', kind: 'sandbox', label: 'Sandbox', name: 'SANDBOX', network: 'regtest', options, peers: [] },
    ...{ folder: 'SANDBOX', testnode: false, p2pPort: null, rpcPort: await freePort(), created: 1_700_000_000 },
    ...{ lastUsed: null, height: null, tipTime: null },
  }
  const list = { version: 1, current: 'sandbox', running: ['sandbox'], chains: [sandbox] }
  writeFileSync(join(root, 'chains.json'), JSON.stringify(list))
  return home
}

export const readSandboxConf = (home: string) => readFileSync(join(home, '.chainwright/SANDBOX/SANDBOX.conf'), 'utf8')
export const valueIn = (conf: string, key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(conf)?.[1] ?? ''

/** Opens a new connection to the desktop app's Chromium, once it shows a page of the app. */
export async function reconnect({ process }: Program): Promise<Browser> {
  const [, port = ''] = /--remote-debugging-port=(\d+)/.exec(process.spawnargs.join(' ')) ?? []
  const address = `http://127.0.0.1:${port}`
  await becomes(async () => {
    const targets = (await (await fetch(`${address}/json/list`)).json()) as { type: string; url: string }[]
    return targets.some(({ type, url }) => type === 'page' && url.includes('//chainwright'))
  }, true)
  return chromium.connectOverCDP(address)
}

interface ListOnDisk {
  readonly chains: readonly { readonly rpcPort: number; readonly settings?: readonly string[] }[]
}
export const readFirstChain = (home: string) => {
  const { chains } = JSON.parse(readFileSync(join(home, '.chainwright/chains.json'), 'utf8')) as ListOnDisk
  return chains[0] ?? { rpcPort: 0 }
}

export function connect(home: string): RpcClient {
  const conf = readSandboxConf(home)
  return connectRpc({
    port: readFirstChain(home).rpcPort,
    user: valueIn(conf, 'rpcuser'),
    password: valueIn(conf, 'rpcpassword'),
  })
}

export async function openSection(page: Page, section: Section): Promise<void> {
  await page.evaluate(`location.hash = '#/settings?section=${section}'`)
  await page.locator('nav a[aria-current="page"]', { hasText: /./ }).first().waitFor()
  await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor()
}

/** Sends coins from another wallet to the sandbox of this home folder. */
export async function receive(home: string, { rpc: giver }: Daemon): Promise<void> {
  const rpc = connect(home)
  await followChain(giver, rpc)
  const txid = await giver.call<string>('sendtoaddress', await rpc.call('getnewaddress'), 3)
  await rpc.call('sendrawtransaction', await giver.call('getrawtransaction', txid))
  await becomes(async () => (await rpc.call<string[]>('getrawmempool')).length, 1)
  // Confirm the transaction at the sender only, so that its next payment does not spend unconfirmed change unknown to
  // the other node.
  await giver.call('generate', 1)
  rpc.close()
}
