/**
 * The app that is attacked: the unmodified build with two regtest chains of one name, each with coins. What the tests know
 * of it comes over RPC with the password of its owner. Its nodes reach others through a proxy only, which is a witness: it
 * sees every name and address that they ask for. Others come in directly.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { buildChainParams, canonicalOptions, parseChainOptions } from '../../src-main/node/consensus/index.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { type AppWindow, openWindow } from '../gui/app.ts'
import type { Consent } from '../gui/consent.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { until } from '../support/network.ts'
import { freePort } from '../support/ports.ts'
import { connectRpc, type RpcClient } from '../support/rpcClient.ts'
import { type SocksProxy, startSocksProxy } from '../support/socksProxy.ts'

const NAME = 'TWIN'
const PASSWORD = 'the-owner-of-the-wallet-has-it'
/** Both chains have one name; what differs is not in it. */
const COMMON = [`-ac_name=${NAME}`, '-regtest', '-ac_reward=100000000', '-ac_cc=2', '-ac_ccenable=227,228,242']
const SUPPLIES = [1000, 2000] as const
/** Blocks that bury the first coins. */
const FIRST_BLOCKS = 5

export const PASSPHRASE = 'nineteen quiet herons over the pond'

export interface VictimChain {
  readonly id: string
  /** as a daemon of somebody else takes it */
  readonly words: readonly string[]
  readonly folder: string
  readonly p2pPort: number
  readonly rpc: RpcClient
  /** where its coins are */
  readonly address: string
  readonly pubkey: string
}

export interface Victim {
  readonly chains: readonly [VictimChain, VictimChain]
  readonly socks: SocksProxy
  readonly home: string
  /** of the wallet of the first chain, which has a passphrase too */
  readonly phrase: string
  readonly page: Page
  readonly consent: Consent
  readonly window: AppWindow
  /** Ends the app, lets both chains run again, and opens it once more. */
  restart(): Promise<void>
  close(): Promise<void>
}

interface ChainFiles extends Omit<VictimChain, 'address' | 'pubkey'> {
  readonly entry: object
}

async function chainFiles(home: string, supply: number): Promise<ChainFiles> {
  const words = [...COMMON, `-ac_supply=${supply}`]
  const parsed = parseChainOptions(words)
  if (!parsed.ok) throw new Error(parsed.error)
  const params = buildChainParams(parsed.options)
  const magic = params.magic.toString(16).padStart(8, '0')
  const [p2pPort, rpcPort] = [await freePort(), await freePort()]
  const folder = `${NAME}-${magic}`
  const id = folder
  const directory = join(home, '.chainwright', folder)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const exports = join(directory, 'exports')
  const conf = `rpcuser=owner\nrpcpassword=${PASSWORD}\nrpcport=${rpcPort}\nexportdir=${exports}\n`
  writeFileSync(join(directory, `${NAME}.conf`), conf, { mode: 0o600 })
  const entry = {
    ...{ id, kind: 'joined', label: NAME, name: NAME, network: 'regtest', options: canonicalOptions(params.options) },
    ...{ peers: [], folder, testnode: true, p2pPort, rpcPort, created: 1_700_000_000 },
    ...{ lastUsed: null, height: null, tipTime: null },
  }
  const rpc = connectRpc({ port: rpcPort, user: 'owner', password: PASSWORD })
  return { id, words, folder: directory, p2pPort, rpc, entry }
}

/** An address of the wallet that gets the rewards, and coins that can be spent. */
async function prepare({ entry: _, ...files }: ChainFiles): Promise<VictimChain> {
  const { rpc } = files
  const address = await rpc.call<string>('getnewaddress')
  const { pubkey } = await rpc.call<{ pubkey: string }>('validateaddress', address)
  await rpc.call('setidentity', pubkey)
  await rpc.call('generate', FIRST_BLOCKS)
  return { ...files, address, pubkey }
}

/** Why a node did not start: the last lines of its log. */
const logEnd = (folder: string): string =>
  readFileSync(join(folder, 'debug.log'), 'utf8').split('\n').slice(-20).join('\n')

export async function startVictim(): Promise<Victim> {
  const home = temporaryFolder()
  const socks = await startSocksProxy({})
  const files = [await chainFiles(home, SUPPLIES[0]), await chainFiles(home, SUPPLIES[1])] as const
  const open = async () => {
    // As the owner left it: whatever a page stopped runs again.
    const list = { version: 1, current: files[0].id, running: files.map(({ id }) => id) }
    const text = JSON.stringify({ ...list, chains: files.map(({ entry }) => entry) })
    writeFileSync(join(home, '.chainwright/chains.json'), text, { mode: 0o600 })
    const args = ['-dnsseed=0', '-listen', '-bind=127.0.0.1', '-discover=0', `-proxy=${socks.at}`]
    const options = { transport: 'shell', home, unnamed: true, args } as const
    // A busy machine's browser sometimes hangs at its start.
    const opened = await openWindow(options).catch(() => openWindow(options))
    for (const { rpc, folder } of files)
      await until('a node', () => rpc.call('getblockhash', 0).catch(() => undefined)).catch((error) => {
        throw new Error(`${error.message}; its log ends with\n${logEnd(folder)}\n${opened.program.output()}`)
      })
    await opened.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    return opened
  }
  let window = await open()
  const [first] = files
  const { phrase } = await first.rpc.call<{ phrase: string }>('newphrase', 12)
  await first.rpc.call('setphrase', phrase)
  const chains = [await prepare(files[0]), await prepare(files[1])] as const
  await first.rpc.call('protectwallet', PASSPHRASE)
  await unlock(first.rpc)
  return {
    ...{ chains, socks, home, phrase },
    get window() {
      return window
    },
    get page() {
      return window.page
    },
    get consent() {
      return window.consent
    },
    async restart() {
      const { given } = window.consent
      await window.close()
      window = await open()
      window.consent.given = given
      await unlock(first.rpc)
    },
    async close() {
      for (const { rpc } of files) rpc.close()
      await window.close()
      socks.server.close()
    },
  }
}

/** For a day, which the attacks do not take. */
export const unlock = (rpc: RpcClient) => rpc.call('unlockwallet', PASSPHRASE, 86_400)

/** The page of the app in front of nothing: as after its start. */
export async function reload({ page }: Pick<Victim, 'page'>): Promise<void> {
  await waitFor(() => page.reload())
  await page.waitForFunction("typeof globalThis.node === 'object'")
}

/** Everything that its nodes asked the proxy for and that is no address: names, which carry data to the server that resolves them. */
export const namesAsked = ({ socks }: Pick<Victim, 'socks'>): readonly string[] =>
  socks.asked.filter((place) => !isIPv4(place.replace(/:\d+$/, '')))
