/** Starts other nodes of the sandbox's chain, and reads the screens of peers and bans. */
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { type NetworkNode, startNetworkNode, until } from '../support/network.ts'
import { freePort } from '../support/ports.ts'
import { buildVersionMessage, connectRaw, type RawPeer } from '../support/rawPeer.ts'
import type { RpcClient } from '../support/rpcClient.ts'
import { type AppWindow, type OpenOptions, openWindow } from './app.ts'
import { sidewaysOverflow } from './inPage.ts'
import { inspect } from './inspect.ts'
import { resize } from './resize.ts'

/** Options of the sandbox's chain for another node. */
const SANDBOX_CHAIN = ['-ac_name=SANDBOX', '-ac_supply=1000000', '-ac_cc=2', '-ac_sapling=1', '-regtest']

export const startOther = (): Promise<NetworkNode> => startNetworkNode({ chain: SANDBOX_CHAIN })

export interface ListeningWindow extends AppWindow {
  readonly p2pPort: number
}

/** Opens an app that other nodes can connect to. */
export async function openListening(options: Omit<OpenOptions, 'args'>): Promise<ListeningWindow> {
  const p2pPort = await freePort()
  const args = ['-automine=0', '-listen', '-bind=127.0.0.1', `-port=${p2pPort}`, '-discover=0']
  return { ...(await openWindow({ ...options, args })), p2pPort }
}

/** Connects a raw peer with the given user agent. */
export async function connectNamed(port: number, userAgent: string): Promise<RawPeer> {
  const peer = await connectRaw(port, SANDBOX_CHAIN, { silent: true })
  peer.send({ ...buildVersionMessage(3), userAgent })
  await peer.next('verack')
  peer.send({ type: 'verack' })
  return peer
}

/** Checks that the page fits into the smallest window, and then restores its size. */
export async function fitsNarrow(page: Page, name: string): Promise<void> {
  await resize(page, { width: 960, height: 640 })
  expect(await sidewaysOverflow(page)).toBe(0)
  expect(await inspect(page, `${name}-narrow`)).toEqual([])
  await resize(page, { width: 1280, height: 820 })
}

export const grid = (page: Page, name: string): Locator => page.getByRole('grid', { name, exact: true })

/** Returns the row whose name equals, or begins with, `name`. */
export const findRow = (page: Page, table: string, name: string | RegExp): Locator =>
  grid(page, table).getByRole('row', { name })

export interface PeerInfo {
  readonly id: number
  readonly addr: string
  readonly inbound: boolean
  readonly pingtime: number
}

export interface BanEntry {
  readonly address: string
  readonly banned_until: number
  readonly created: number
  readonly reason: string
  readonly note: string
  readonly covers: string
}

/** Connects to the nodes and waits until each has a ping time. */
export async function reconnectTo(rpc: RpcClient, nodes: readonly NetworkNode[]): Promise<void> {
  for (const { target } of nodes) await rpc.call('addnode', target, 'onetry')
  await until('peers', async () => {
    const known = await rpc.call<readonly PeerInfo[]>('getpeerinfo')
    return nodes.every(({ target }) => known.some(({ addr, pingtime }) => addr === target && pingtime > 0))
  })
}

/** Returns a listpeers entry of a fake peer. */
export function inventedPeer(id: number) {
  const wide = id % 7 === 0
  const ip = wide ? `2a01:4f8:${id}::5` : `20.${id % 5}.113.${id}`
  const pings = Array.from({ length: id % 30 }, (_, index) => 0.004 + ((id * 37 + index * 13) % 190) / 1000)
  return {
    ...{ id, addr: wide ? `[${ip}]:8233` : `${ip}:${8233 + id}`, services: '0000000030000005', ip, timeoffset: 0 },
    ...{ lastsend: 1_700_000_000, lastrecv: 1_700_000_000, bytessent: id * 12_345, bytesrecv: id * 99_991 },
    ...{ conntime: 1_700_000_000 + id, pingtime: pings.at(-1) ?? 0, minping: Math.min(1, ...pings), pings },
    ...{ version: 170_013, subver: '/x/', inbound: id % 3 === 0, startingheight: 3, banscore: id % 11 },
    ...{
      synced_headers: 1200 + id,
      synced_blocks: 1200 + id,
      inflight: id % 13 === 0 ? [7, 8] : [],
      whitelisted: false,
    },
    ...{ addr_processed: 5, addr_rate_limited: 0, network: wide ? 'ipv6' : 'ipv4' },
    ...{
      group: wide ? '2a01:4f8::/32' : `20.${id % 5}.0.0/16`,
      height: 1200 + id,
      useragent: `/Software:${id}/${'x'.repeat(id)}`,
    },
  }
}
