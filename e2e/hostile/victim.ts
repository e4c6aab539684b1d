/**
 * Starts the app to attack: the unmodified build with two regtest chains of the same name, each with coins. The tests
 * inspect it over RPC with the owner's password. Its nodes connect only through a proxy, which records every requested
 * name and address. Inbound connections are direct.
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
/** Options shared by both chains, including the name; only the supply differs. */
const COMMON = [`-ac_name=${NAME}`, '-regtest', '-ac_reward=100000000', '-ac_cc=2', '-ac_ccenable=227,228,242']
const SUPPLIES = [1000, 2000] as const
/** Number of blocks that make the first coins mature. */
const FIRST_BLOCKS = 5

export const PASSPHRASE = 'nineteen quiet herons over the pond'

export interface VictimChain {
  readonly id: string
  /** command-line options for another daemon on this chain */
  readonly words: readonly string[]
  readonly folder: string
  readonly p2pPort: number
  readonly rpc: RpcClient
  /** address of its coins */
  readonly address: string
  readonly pubkey: string
}

export interface Victim {
  readonly chains: readonly [VictimChain, VictimChain]
  readonly socks: SocksProxy
  readonly home: string
  /** phrase of the first chain's wallet, which also has a passphrase */
  readonly phrase: string
  readonly page: Page
  readonly consent: Consent
  readonly window: AppWindow
  /** Quits the app, marks both chains as running, and reopens it. */
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

/** Mines spendable coins to a new address of the wallet, which becomes its main address. */
async function prepare({ entry: _, ...files }: ChainFiles): Promise<VictimChain> {
  const { rpc } = files
  const address = await rpc.call<string>('getnewaddress')
  const { pubkey } = await rpc.call<{ pubkey: string }>('validateaddress', address)
  await rpc.call('setidentity', pubkey)
  await rpc.call('generate', FIRST_BLOCKS)
  return { ...files, address, pubkey }
}

/** Returns the last lines of a node's log, for errors at startup. */
const logEnd = (folder: string): string =>
  readFileSync(join(folder, 'debug.log'), 'utf8').split('\n').slice(-20).join('\n')

export async function startVictim(): Promise<Victim> {
  const home = temporaryFolder()
  const socks = await startSocksProxy({})
  const files = [await chainFiles(home, SUPPLIES[0]), await chainFiles(home, SUPPLIES[1])] as const
  const open = async () => {
    // Restores the owner's chain list, so that chains stopped by a page run again.
    const list = { version: 1, current: files[0].id, running: files.map(({ id }) => id) }
    const text = JSON.stringify({ ...list, chains: files.map(({ entry }) => entry) })
    writeFileSync(join(home, '.chainwright/chains.json'), text, { mode: 0o600 })
    const args = ['-dnsseed=0', '-listen', '-bind=127.0.0.1', '-discover=0', `-proxy=${socks.at}`]
    const options = { transport: 'shell', home, unnamed: true, args } as const
    // On a busy machine the browser sometimes hangs at startup.
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

/** Unlocks the wallet for a day, which is longer than all attacks. */
export const unlock = (rpc: RpcClient) => rpc.call('unlockwallet', PASSPHRASE, 86_400)

/** Reloads the page of the app, as after its start. */
export async function reload({ page }: Pick<Victim, 'page'>): Promise<void> {
  await waitFor(() => page.reload())
  await page.waitForFunction("typeof globalThis.node === 'object'")
}

/**
 * Returns all names that its nodes requested from the proxy. A name carries data to its DNS server, an address does
 * not.
 */
export const namesAsked = ({ socks }: Pick<Victim, 'socks'>): readonly string[] =>
  socks.asked.filter((place) => !isIPv4(place.replace(/:\d+$/, '')))
