/** Opens apps on their own main-mode chain, and reads their mining screen. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { temporaryFolder } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import { connectRpc } from '../support/rpcClient.ts'
import { type AppWindow, openWindow } from './app.ts'

const CHAIN = [
  '-ac_name=DIGGER',
  '-ac_supply=1000',
  '-ac_reward=100000000',
  '-ac_public=1',
  '-ac_cc=2',
  '-ac_sapling=1',
]

/** The computer's power supply as Linux reports it, in a folder of the test. */
export interface FakePower {
  readonly folder: string
  plug(online: boolean): void
}

export function fakePower(): FakePower {
  const folder = temporaryFolder()
  const put = (name: string, properties: Record<string, string>) => {
    mkdirSync(join(folder, name), { recursive: true })
    for (const [file, text] of Object.entries(properties)) writeFileSync(join(folder, name, file), `${text}\n`)
  }
  const plug = (online: boolean) => {
    put('AC', { type: 'Mains', online: online ? '1' : '0' })
    put('BAT0', { type: 'Battery', status: online ? 'Charging' : 'Discharging' })
  }
  return { folder, plug }
}

export interface MinerWindow extends AppWindow {
  /** opens the mining screen with the keyboard alone */
  openMining(): Promise<void>
}

/**
 * Opens an app on its own chain, without peers.
 * @param home kept if given, so that a later start finds the chain again
 */
export async function openDigger(power: FakePower, more: readonly string[] = [], home?: string): Promise<MinerWindow> {
  const [port, p2pPort] = [await freePort(), await freePort()]
  const [user, password] = ['digger', 'spade']
  const rpcArgs = [`-rpcport=${port}`, `-rpcuser=${user}`, `-rpcpassword=${password}`]
  // Programs started from here inherit this environment variable and find the folder by it.
  process.env['CHAINWRIGHT_POWER_SUPPLY'] = power.folder
  try {
    const args = [...CHAIN, ...rpcArgs, `-port=${p2pPort}`, '-listen=0', '-dnsseed=0', ...more]
    const window = await openWindow({ transport: 'browser', unnamed: true, args, ...(home && { home }) })
    await window.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    const rpc = connectRpc({ port, user, password })
    return {
      ...window,
      rpc,
      async openMining() {
        await window.page.keyboard.press('g')
        await window.page.keyboard.press('m')
        await window.page.getByRole('heading', { level: 1, name: 'Mining' }).waitFor()
      },
      async close() {
        rpc.close()
        await window.close()
      },
    }
  } finally {
    delete process.env['CHAINWRIGHT_POWER_SUPPLY']
  }
}

/** Returns one of the figures at the top of the page, with its note. */
export const figure = (page: Page, label: string): Promise<string> =>
  page.getByText(label, { exact: true }).first().locator('../..').innerText()

/** Presses Tab until an element with this name has the focus. */
export async function tabTo(page: Page, name: RegExp, max = 60): Promise<void> {
  for (let step = 0; step < max; step++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate<string>(
      "document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''",
    )
    if (name.test(focused)) return
  }
  throw new Error(`Tab never comes to ${String(name)}`)
}

/** Status of a miner with many cores on a chain with a very high difficulty, waiting for a reason with a long text. */
export const VAST_MINER = {
  ...{
    state: 'waiting',
    detail: `no block can be made: ${'a reason that does not end, '.repeat(12)}`,
    generate: true,
    staking: false,
  },
  ...{ limit: -1, threads: 0, cores: 128, threadmemory: 236_000_000, alone: false, power: 'unknown' },
  reward: { to: 'address', address: 'RRhc5nNQyjKFkkEtNSXiX6rmHQ4QnSb7hn', mine: false },
  ...{
    pauseonbattery: true,
    resumeatstart: false,
    interrupted: false,
    rate: 512.4,
    history: Array.from({ length: 120 }, (_, i) => 500 + (i % 13)),
  },
  ...{ solutions: 123_456_789, chance: 1e-14, expected: 1.95e11, blocks: 98_765, total: 1_234_567, last: null },
}

/** Returns replies of this miner, with more blocks than are listed. */
export function vast(): Record<string, string> {
  const hash = (index: number) => index.toString(16).padStart(64, 'a')
  const states = ['immature', 'orphaned', 'mature'] as const
  const blocks = Array.from({ length: 200 }, (_, index) => ({
    ...{ hash: hash(index), height: 9_876_543 - index, time: 1_700_000_000 - 60 * index },
    ...{ reward: 12345.12345678, state: states[Math.min(index, 2)], confirmations: index, staked: false },
  }))
  return {
    getminerstatus: JSON.stringify(VAST_MINER),
    listfoundblocks: JSON.stringify({ total: 1_234_567, blocks }),
  }
}
