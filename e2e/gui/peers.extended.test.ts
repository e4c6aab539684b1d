/**
 * Tests peers and bans with real nodes: connect, inspect, disconnect, ban and undo, ban ranges with a preview, and find
 * the bans after a restart. Includes hostile names and keyboard-only use.
 */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { type NetworkNode, until } from '../support/network.ts'
import type { RawPeer } from '../support/rawPeer.ts'
import { keepEvidence } from './app.ts'
import { becomes, goTo, showsCard, statusFigure } from './frame.ts'
import { sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import {
  type BanEntry,
  connectNamed,
  findRow,
  fitsNarrow,
  grid,
  type ListeningWindow,
  openListening,
  type PeerInfo,
  reconnectTo,
  startOther,
} from './peers.ts'

const home = temporaryFolder()
let window: ListeningWindow
let first: NetworkNode
let second: NetworkNode
const strangers: RawPeer[] = []

beforeAll(async () => {
  window = await openListening({ transport: 'browser', home })
  await disableAnimations(window.page)
  first = await startOther()
  second = await startOther()
})
afterAll(async () => {
  for (const stranger of strangers) stranger.end()
  await window?.close()
  await first?.stop()
  await second?.stop()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

const fetchPeers = () => window.rpc.call<readonly PeerInfo[]>('getpeerinfo')
const fetchBans = () => window.rpc.call<readonly BanEntry[]>('listbans')
/** Presses *Undo* in a notification. */
const undo = (title: string) =>
  window.page.locator('li').filter({ hasText: title }).getByRole('button', { name: 'Undo', exact: true }).click()

const reconnect = (...nodes: readonly NetworkNode[]) => reconnectTo(window.rpc, nodes)

describe('peers', () => {
  keepEvidence(() => window)

  it('shows that there are no peers and that it looks for some', async () => {
    const { page } = window
    await goTo(page, 'Peers')
    await grid(page, 'Peers').getByText('Looking for peers…', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'State of the chain' }).getByText('No peers').waitFor()
    expect(await inspect(page, 'peers-empty')).toEqual([])
  })

  it('adds a node by keyboard alone, and shows it with its height and ping', async () => {
    const { page } = window
    await page.getByRole('button', { name: 'Add node' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('not an address!')
    await page.keyboard.press('Enter')
    await page.getByText('Not an address or host name.').waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('127.0.0.1:99999')
    await page.keyboard.press('Enter')
    await page.getByText('The port must be a number from 1 to 65535.').waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(first.target)
    await page.keyboard.press('Enter')
    await page.getByText('Address of the node').waitFor({ state: 'detached' })
    await findRow(page, 'Peers', first.target).waitFor()
    await becomes(async () => /\d (µs|ms)/.test(await findRow(page, 'Peers', first.target).innerText()), true)
    await until('the same tip', async () => (await first.rpc.call('getblockcount')) === 3)
    await page.getByRole('region', { name: 'State of the chain' }).getByText('Synced').waitFor()
    await becomes(() => statusFigure(page, 'Peers'), '1 peer')
    // The list of added nodes contains it too.
    await page.getByRole('radio', { name: 'Added (1)' }).click()
    await findRow(page, 'Added nodes', first.target).getByText('Connected').waitFor()
    expect(await inspect(page, 'peers-added')).toEqual([])
    await page.getByRole('button', { name: `Remove ${first.target}` }).click()
    await page.getByText('No added nodes').waitFor()
    await undo(`Removed ${first.target}`)
    await findRow(page, 'Added nodes', first.target).waitFor()
    await page.getByRole('button', { name: `Remove ${first.target}` }).click()
    await page.getByText('No added nodes').waitFor()
    await page.getByRole('radio', { name: /^Connected/ }).click()
  })

  it('shows everything about a peer, by keyboard alone', async () => {
    const { page } = window
    await grid(page, 'Peers').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: first.target })
    await drawer.getByText('This node connected to it').waitFor()
    await drawer.getByText('serves the full chain').waitFor()
    await drawer.getByRole('grid', { name: 'Messages by type' }).getByText('version').waitFor()
    await drawer
      .getByText(/B\/s now$/)
      .first()
      .waitFor()
    expect(await inspect(page, 'peers-drawer')).toEqual([])
    // The heights advance with the peer's announcements.
    const getBlockLink = (name: string) =>
      drawer
        .getByText(name, { exact: true })
        .locator('xpath=..')
        .getByRole('link', { name: /^\d, block \d$/ })
    await first.rpc.call('generate', 1)
    await becomes(() => getBlockLink('Peer height').innerText(), '4')
    await showsCard(getBlockLink('Peer height'), 'Confirmations')
    expect(await getBlockLink('Height at connection').innerText()).toMatch(/^[03]$/)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
  })

  it('renders hostile peer names as harmless text', async () => {
    const { page, p2pPort } = window
    strangers.push(await connectNamed(p2pPort, `/<img src=x onerror=alert(1)>\u0007\u001b[31m/${'w'.repeat(200)}`))
    const row = grid(page, 'Peers').getByText('/<img src=x onerror=alert(1)>', { exact: false })
    await row.waitFor()
    await row.click()
    const drawer = page.getByRole('dialog').filter({ hasText: 'It connected to this node' })
    await drawer.getByText('w'.repeat(100), { exact: false }).waitFor()
    expect(await sidewaysOverflow(page)).toBe(0)
    expect(await inspect(page, 'peers-hostile')).toEqual([])
    // The connection ends while its details are open.
    strangers.pop()?.end()
    await drawer.getByText('This connection has ended.', { exact: false }).waitFor()
    await page.keyboard.press('Escape')
    expect(await page.locator('img').count()).toBe(0)
  })

  it('selects several peers by keyboard, and disconnects them', async () => {
    const { page } = window
    await reconnect(second)
    await findRow(page, 'Peers', second.target).waitFor()
    await grid(page, 'Peers').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await page.getByText('1 peer selected').waitFor()
    await page.keyboard.press('Control+A')
    await page.getByText('2 peers selected').waitFor()
    expect(await inspect(page, 'peers-selected')).toEqual([])
    await grid(page, 'Peers').focus()
    await page.keyboard.press('Delete')
    await grid(page, 'Peers').getByText('Looking for peers…', { exact: true }).waitFor()
    expect(await fetchPeers()).toEqual([])
    await page.getByRole('button', { name: 'Connect again' }).click()
    await findRow(page, 'Peers', first.target).waitFor()
    await findRow(page, 'Peers', second.target).waitFor()
  })

  it('bans at once from the details of a peer, and undoes it', async () => {
    const { page } = window
    await findRow(page, 'Peers', first.target).click()
    await page.getByRole('dialog', { name: first.target }).getByRole('button', { name: 'Ban', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Ban for 1 hour' }).click()
    await page.getByText('Banned 127.0.0.1 for 1 hour', { exact: true }).waitFor()
    await becomes(async () => (await fetchBans()).map(({ address }) => address), ['127.0.0.1/255.255.255.255'])
    await becomes(async () => (await fetchPeers()).length, 0)
    // The last peer is gone; a notice about that stays visible on every page.
    const notice = page.getByRole('alert').getByText('No peers, and some addresses are banned')
    await notice.waitFor()
    await undo('Banned 127.0.0.1 for 1 hour')
    await becomes(async () => (await fetchBans()).length, 0)
    await becomes(() => notice.count(), 0)
    await reconnect(first, second)
    // Two clicks in the row have the same effect.
    await findRow(page, 'Peers', first.target)
      .getByRole('button', { name: `Ban ${first.target}` })
      .click()
    await page.getByRole('menuitem', { name: 'Ban for 1 day' }).click()
    await becomes(async () => (await fetchBans()).length, 1)
    expect(await page.getByRole('dialog', { name: first.target }).count()).toBe(0)
    await undo('Banned 127.0.0.1 for 1 day')
    await becomes(async () => (await fetchBans()).length, 0)
    await reconnect(first, second)
  })

  it('shows the traffic graph and the peer groups, and pings all peers', async () => {
    const { page, rpc } = window
    const graph = page.getByRole('img', { name: /^Traffic of the last 5 min: [1-9]/ })
    await graph.waitFor({ timeout: MAX_WAIT_MS })
    await page.getByRole('radio', { name: '24 h' }).click()
    await page.getByRole('img', { name: /^Traffic of the last 24 h: [1-9]/ }).waitFor()
    await page.getByRole('img', { name: /^2 peers in 1 group, median ping/ }).waitFor()
    await page.getByRole('radio', { name: 'Table' }).click()
    await grid(page, 'Peers by group').getByText('this computer').waitFor()
    const pings = async () =>
      (await rpc.call<readonly { readonly pings: readonly number[] }[]>('listpeers')).map(({ pings }) => pings.length)
    const before = Math.min(...(await pings()))
    await page.getByRole('button', { name: 'Ping all' }).click()
    await becomes(async () => Math.min(...(await pings())) > before, true)
    expect(await inspect(page, 'peers-full')).toEqual([])
    await fitsNarrow(page, 'peers-full')
  })
})

describe('bans', () => {
  keepEvidence(() => window)

  it('previews a range during typing, and bans it', async () => {
    const { page } = window
    await page.keyboard.press('Escape')
    await goTo(page, 'Bans')
    await page.getByText('Nobody is banned').waitFor()
    expect(await inspect(page, 'bans-empty')).toEqual([])
    const says = page.getByRole('status', { name: 'What the ban does' })
    const field = page.getByRole('textbox', { name: 'Address or range' })
    await field.pressSequentially('127.0.0')
    await says.getByText('Not an IP address or range.').waitFor()
    await field.pressSequentially('.9/24')
    await says.getByText('Covers 256 addresses; drops 2 of your 2 peers. Stored as 127.0.0.0/24.').waitFor()
    await page.getByRole('textbox', { name: /^Note/ }).fill('a test \u202e of notes')
    expect(await inspect(page, 'bans-preview')).toEqual([])
    await field.press('Enter')
    await findRow(page, 'Bans', '127.0.0.0/24').getByText('in 23 h 59 min').waitFor()
    await becomes(async () => (await fetchPeers()).length, 0)
    await becomes(() => statusFigure(page, 'Peers'), '0 peers')
  })

  it('unbans one and several addresses, and undoes it', async () => {
    const { page, rpc } = window
    // A ban from outside this window; undoing its removal must restore all of its fields.
    const now = Math.floor(Date.now() / 1000)
    const made = { address: '203.0.113.0/255.255.255.0', banned_until: now + 3600, created: now - 7200 }
    const other = { ...made, reason: 'misbehaving', note: 'from elsewhere' }
    await rpc.call('restorebans', [other])
    await findRow(page, 'Bans', '203.0.113.0/24').getByText('Misbehaved').waitFor()
    await findRow(page, 'Bans', '203.0.113.0/24').getByRole('button', { name: 'Unban 203.0.113.0/24' }).click()
    await becomes(async () => (await fetchBans()).length, 1)
    await undo('Unbanned 203.0.113.0/24')
    await becomes(async () => (await fetchBans()).find(({ address }) => address.startsWith('203')), {
      ...other,
      covers: '256',
    })
    await findRow(page, 'Bans', '203.0.113.0/24').waitFor()
    // An expired ban disappears without a reload.
    await rpc.call('setban', '198.51.100.7', 'add', 600)
    await findRow(page, 'Bans', '198.51.100.7').waitFor()
    await rpc.call('setmocktime', now + 900)
    await findRow(page, 'Bans', '198.51.100.7').waitFor({ state: 'detached' })
    await rpc.call('setmocktime', 0)
    await grid(page, 'Bans').focus()
    await page.keyboard.press('Control+A')
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Unban', exact: true }).click()
    await page.getByText('Nobody is banned').waitFor()
    await undo('2 bans lifted')
    await findRow(page, 'Bans', '127.0.0.0/24').waitFor()
    expect(await fetchBans()).toHaveLength(2)
  })

  it('exports bans, lifts all after a question, and imports them', async () => {
    const { page } = window
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const file = await (await download).path()
    await page.getByRole('button', { name: 'Unban all' }).click()
    const sheet = page.getByRole('dialog', { name: 'Unban all 2?' })
    await sheet.getByRole('button', { name: 'Unban all' }).focus()
    await page.keyboard.press('Enter')
    expect(await fetchBans()).toHaveLength(2)
    expect(await inspect(page, 'bans-lift-all')).toEqual([])
    await page.keyboard.press('Space')
    await becomes(async () => (await fetchBans()).length, 0)
    await page.getByText('Nobody is banned').waitFor()
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import bans' })
    await dialog.getByLabel('File with bans').setInputFiles(file)
    await dialog.getByText('2 bans found').waitFor()
    expect(await inspect(page, 'bans-import')).toEqual([])
    await dialog.getByRole('button', { name: 'Import 2 bans' }).click()
    await dialog.waitFor({ state: 'detached' })
    await becomes(
      async () => (await fetchBans()).map(({ note }) => note).sort(),
      ['a test \u202e of notes', 'from elsewhere'],
    )
    expect(await inspect(page, 'bans-full')).toEqual([])
    await fitsNarrow(page, 'bans-full')
  })

  it('shows the bans again after a restart', async () => {
    expect(window.complaints).toEqual([])
    await window.close()
    window = await openListening({ transport: 'browser', home })
    const { page } = window
    await disableAnimations(page)
    await goTo(page, 'Bans')
    await findRow(page, 'Bans', '127.0.0.0/24').waitFor()
    await findRow(page, 'Bans', '127.0.0.0/24').getByRole('button', { name: 'Unban 127.0.0.0/24' }).click()
    await becomes(async () => (await fetchBans()).length, 1)
    await goTo(page, 'Peers')
    // The traffic before the restart is still in the graph.
    await page.getByRole('img', { name: /^Traffic of the last 5 min: [1-9]/ }).waitFor()
    expect(window.complaints).toEqual([])
  })
})
