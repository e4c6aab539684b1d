/** Tests Home and the frame: values that equal the node's, mining, palette, keyboard, links, themes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow, pageTransports } from './app.ts'
import { becomes, goTo, statusFigure, useDeveloperMode } from './frame.ts'
import { focusedName, pageColour } from './inPage.ts'
import { resize } from './resize.ts'
import { mintOverRpc, tokenRow } from './tokens.ts'

interface Info {
  readonly blocks: number
  readonly connections: number
}

/** Number of pixels by which the page is higher than its frame. */
const SCROLLS = `(() => { const page = document.querySelector('main h1').closest('.overflow-y-auto'); return page.scrollHeight - page.clientHeight })()`

const blockName = (height: number) => new RegExp(`^Block ${height}\\b`)

describe.each(pageTransports)('home and frame, %s', (transport) => {
  let window: AppWindow
  keepEvidence(() => window)

  beforeAll(async () => {
    window = await openWindow({ transport })
    await useDeveloperMode(window.page)
  })
  afterAll(() => window?.close())

  const height = () => window.rpc.call<number>('getblockcount')
  const figuresEqual = async () => {
    const { page, rpc } = window
    const info = await rpc.call<Info>('getinfo')
    const pool = await rpc.call<{ size: number }>('getmempoolinfo')
    await becomes(() => statusFigure(page, 'Height'), String(info.blocks))
    await becomes(() => statusFigure(page, 'Peers'), `${info.connections} peers`)
    await becomes(() => statusFigure(page, 'Unconfirmed').then((text) => text.split(' · ')[0]), `${pool.size} waiting`)
  }

  it('mines a block on request and shows it arrive', async () => {
    const { page } = window
    const before = await height()
    await page.getByRole('button', { name: 'Mine a block' }).click()
    await page.getByRole('button', { name: blockName(before + 1) }).waitFor()
    expect(await height()).toBe(before + 1)
    await figuresEqual()
  })

  it('shows state, height and peers in one line, and all mined blocks in one row', async () => {
    const { page } = window
    const line = page.getByRole('region', { name: 'The state of the chain' })
    await becomes(
      async () => (await line.innerText()).replace(/\s+/g, ' '),
      `Running alone · block ${await height()} · 0 peers`,
    )
    const today = page.getByRole('region', { name: /^Recent transactions/ }).getByRole('listitem')
    await becomes(async () => await today.filter({ hasText: /^Mined \d+ blocks?/ }).count(), 1)
    await today.getByText(`Mined ${await height()} blocks`).waitFor()
  })

  it('fits into 1280 × 800 without scrolling', async () => {
    const { page } = window
    await resize(page, { width: 1280, height: 800 })
    await becomes(() => page.evaluate<number>(SCROLLS), 0)
  })

  it('describes in the same words on every page how the next block is mined', async () => {
    const { page } = window
    for (const screen of ['Explorer', 'Mining', 'Home'] as const) {
      await goTo(page, screen)
      await page.getByRole('main').getByText('mined automatically').first().waitFor()
      expect([screen, await page.getByText('mined on demand').count()]).toEqual([screen, 0])
    }
  })

  it('stops automatic mining when switched off, and shows unconfirmed payments', async () => {
    const { page, rpc } = window
    const automatic = page.getByRole('switch', { name: 'Automatic mining' })
    await automatic.click()
    await becomes(
      () =>
        rpc
          .call<{ automine?: boolean }>('getnodestatus')
          .then((status) => (status as Record<string, unknown>)['automaticMining']),
      false,
    )
    const before = await height()
    const txid = await rpc.call<string>('sendtoaddress', await rpc.call('getnewaddress'), 1)
    const recent = page.getByRole('region', { name: /^Recent transactions/ })
    await recent.getByRole('button').filter({ hasText: 'unconfirmed' }).waitFor()
    expect(await rpc.call('getrawmempool')).toEqual([txid])
    await figuresEqual()
    expect(await height()).toBe(before)
    await page.getByRole('button', { name: 'Mine a block' }).click()
    await page.getByText('Nothing waiting').first().waitFor()
    await figuresEqual()
    await automatic.click()
    await becomes(() => automatic.isChecked(), true)
    await rpc.call('sendtoaddress', await rpc.call('getnewaddress'), 1)
    await becomes(height, before + 2)
    await figuresEqual()
  })

  it('opens a block, and keeps it open after a reload', async () => {
    const { page, rpc } = window
    const tip = await height()
    await page.getByRole('button', { name: blockName(tip - 1) }).click()
    const drawer = page.getByRole('dialog', { name: `Block ${tip - 1}` })
    const hash = await rpc.call<string>('getblockhash', tip - 1)
    await drawer
      .getByRole('button', { name: `Copy block hash ${hash}` })
      .first()
      .waitFor()
    await page.reload()
    await drawer.waitFor()
    await drawer.getByRole('button', { name: 'Newer block' }).click()
    await page.getByRole('dialog', { name: `Block ${tip}` }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('labels every address of the wallet as own, not only the main address', async () => {
    const { page, rpc } = window
    const txid = await rpc.call<string>('sendtoaddress', await rpc.call('getnewaddress'), 2)
    // Opened by its link, because it may be unconfirmed or in a block by now.
    await page.evaluate(`location.hash = '#/?tx=${txid}'`)
    const drawer = page.getByRole('dialog', { name: 'Transaction' })
    await drawer.getByText('Recipient', { exact: true }).waitFor()
    await becomes(() => drawer.getByText('Somebody else').count(), 0)
    await drawer
      .getByText(/^(You|Change, back to you)$/)
      .first()
      .waitFor()
    // A drawer leaves the page and its keyboard shortcuts usable.
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor()
    await goTo(page, 'Home')
  })

  it('shows for a figure the RPC call behind it', async () => {
    const { page, rpc, cli } = window
    await page.getByRole('button', { name: 'Show the RPC call behind this: getwalletsummary' }).first().click()
    const snippet = page.getByRole('region', { name: 'getwalletsummary as cli' })
    const [program, args] = (await snippet.innerText()).trim().split(' -- ')
    // Checks the package's own script, because only that is certainly installed on this machine.
    expect(program).toBe('npm run -s cli')
    expect(JSON.parse((await cli(...(args ?? '').split(' '))).output)).toEqual(await rpc.call('getwalletsummary'))
    await page.keyboard.press('Escape')
  })

  it('finds screens, actions and tokens in the command palette', async () => {
    const { page, rpc } = window
    await mintOverRpc(rpc, 'PALETTE', '0.00000001', '')
    const search = page
      .getByRole('combobox', { name: 'Search or run a command' })
      .or(page.getByPlaceholder(/Search screens/))
    const choose = async (words: string) => {
      await page.keyboard.press('ControlOrMeta+k')
      await search.first().waitFor()
      await page.keyboard.type(words)
      await page.getByRole('option', { selected: true }).waitFor()
      await page.keyboard.press('Enter')
    }
    await choose('console')
    await page.getByRole('heading', { level: 1, name: 'Console' }).waitFor()
    const before = await height()
    await choose('mine a block')
    await becomes(height, before + 1)
    await choose('PALETTE')
    await page.getByRole('heading', { level: 1, name: 'PALETTE' }).waitFor()
  })

  it('navigates everywhere by keyboard, and back to the previous focus', async () => {
    const { page } = window
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await tokenRow(page, 'PALETTE').waitFor()
    await page.getByRole('grid', { name: 'Tokens' }).focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await becomes(() => focusedName(page), 'Tokens')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'PALETTE' }).waitFor()
  })

  it('uses the chosen theme, also after a reload, and otherwise the system’s', async () => {
    const { page } = window
    await goTo(page, 'Settings')
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await pageColour(page)
    await page.getByRole('radio', { name: 'Dark' }).click()
    await becomes(() => pageColour(page).then((colour) => colour !== light), true)
    const dark = await pageColour(page)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    expect(await pageColour(page)).toBe(dark)
    await page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: 'System' }).click()
    await becomes(() => pageColour(page), light)
    await page.emulateMedia({ colorScheme: 'dark' })
    await becomes(() => pageColour(page), dark)
  })

  it('causes no script error, policy violation or foreign request', () => {
    expect(window.complaints).toEqual([])
  })
})
