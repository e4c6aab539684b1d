/**
 * Tests the way from an empty home folder to a token. The user types a name, a supply and a description, reviews the
 * transaction, confirms, and sees the token in a block. The same token is found over HTTP and on the command line.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { processorMillis } from '../support/daemon.ts'
import { desktopProgram } from '../support/desktopApp.ts'
import { CLAIM_MS, claimPort, isFree, SANDBOX_PORT } from '../support/ports.ts'
import { startProgram } from '../support/programs.ts'
import { type AppWindow, keepEvidence, openWindow, transports } from './app.ts'
import { becomes, focusBecomes, goTo, holdNotification, releaseNotifications, statusFigure } from './frame.ts'
import { focusedName } from './inPage.ts'
import { resize } from './resize.ts'
import { fillToken, openToken, review, sentId, tokenRow, unfold } from './tokens.ts'

const MINTED = { name: 'GOLD', supply: '250,000', description: 'One unit is a milligram, kept in Bern' }

/** Maximum processor time of a first start, in milliseconds. */
const READY_MS = 5_000

console.log(`The desktop app runs in ${desktopProgram}.`)

describe.each(transports)('click to token, %s', (transport) => {
  let window: AppWindow
  let firstStart: { readonly seconds: number; readonly processorMillis: number }
  let releasePort: (() => void) | undefined
  keepEvidence(() => window)

  beforeAll(async () => {
    // On an empty home folder, and without any option if the default port is free.
    releasePort = await claimPort(SANDBOX_PORT)
    window = await openWindow({ transport, ownPort: await isFree(SANDBOX_PORT) })
    await window.page.getByRole('contentinfo').getByText('Running alone').waitFor()
    const { pid = 0 } = window.program.process
    firstStart = { seconds: (performance.now() - window.startedAt) / 1000, processorMillis: processorMillis(pid) }
  }, CLAIM_MS + 60_000)
  afterAll(async () => {
    await window?.close()
    releasePort?.()
  })

  it('starts with a ready sandbox, with coins to spend and without a question', async () => {
    const { seconds, processorMillis: used } = firstStart
    console.log(
      `First start to a ready sandbox in the ${transport}: ${seconds.toFixed(2)} s, processor ${Math.round(used)} ms`,
    )
    expect(used).toBeLessThan(READY_MS)
    expect(await window.rpc.call<number>('getbalance')).toBeGreaterThan(999_000)
    expect(await window.rpc.call('getinfo')).toMatchObject({ name: 'SANDBOX' })
  })

  it('mints the token that the user typed, after a review of the transaction', async () => {
    const { page, rpc } = window
    await fillToken(page, MINTED)
    const sheet = await review(page)
    expect(await sheet.getByRole('heading', { level: 2 }).innerText()).toBe('Create 250,000 units of GOLD?')
    await unfold(sheet)
    await sheet.getByRole('tab', { name: 'Decoded' }).click()
    await sheet.getByRole('tree', { name: 'Decoded transaction' }).getByText('txid').waitFor()
    // Nothing has been sent: the reviewed transaction is not in the mempool.
    expect(await rpc.call('getrawmempool')).toEqual([])
    expect(await rpc.call('tokenlist')).toEqual([])
    await rpc.call('setautomine', false)
    await sheet.getByRole('button', { name: 'Create token' }).click()
    await page.getByText('Waiting for the next block.').waitFor()
    const tokenid = await sentId(page)
    // In the smallest window the usual position of a notification would cover the button.
    await resize(page, { width: 960, height: 640 })
    await goTo(page, 'Console')
    await page.getByRole('combobox', { name: 'Command' }).fill('getinfo')
    await rpc.call('generate', 1)
    await holdNotification(page, 'Created GOLD')
    const notified = page
      .locator('[data-toasts]')
      .getByText(
        /^Confirmed in block \d+\. You paid 0\.0027 SANDBOX: 0\.0025 in token units \+ listing deposit 0\.0001 \+ network fee 0\.0001\.$/,
      )
    await notified.getByRole('link', { name: /, block \d+$/ }).waitFor()
    expect(await rpc.call('tokenlist')).toEqual([tokenid])
    // A click must not hit the notification that is still visible.
    await page.getByRole('button', { name: 'Run', exact: true }).click({ trial: true })
    expect(await page.getByText('Created GOLD', { exact: true }).isVisible()).toBe(true)
    await releaseNotifications(page)
    await page.getByRole('combobox', { name: 'Command' }).fill('')
    await rpc.call('setautomine', true)
    await resize(page, { width: 1280, height: 820 })
    await becomes(() => page.getByRole('contentinfo').getByRole('button', { name: 'No tasks running' }).count(), 1)
  })

  it('shows the token in the list and in its details', async () => {
    const { page } = window
    await goTo(page, 'Tokens')
    expect(await tokenRow(page, 'GOLD').innerText()).toMatch(/GOLD\s+250,000\s+250,000/)
    const drawer = await openToken(page, 'GOLD')
    await drawer.getByText(MINTED.description).waitFor()
    await drawer.getByRole('grid', { name: 'Holders' }).getByText('100.00 %').waitFor()
    await drawer.getByRole('grid', { name: 'History' }).getByText('Created').waitFor()
  })

  it('shows the token on Home, finds it by the search, and links to its block and transaction', async () => {
    const { page, rpc } = window
    const [tokenid = ''] = await rpc.call<string[]>('tokenlist')
    await goTo(page, 'Home')
    const recent = page.getByRole('region', { name: /^Recent transactions/ })
    await recent.getByRole('listitem').filter({ hasText: 'Created GOLD' }).waitFor()
    const search = page.getByRole('combobox', { name: 'Search or run a command' })
    const find = async (text: string, first: string) => {
      await page.keyboard.press('ControlOrMeta+k')
      await search.fill(text)
      await page.getByRole('option', { selected: true }).filter({ hasText: first }).waitFor()
      await page.keyboard.press('Enter')
      await search.waitFor({ state: 'detached' })
    }
    const leadsTo = (end: string) => becomes(async () => page.url().split('#')[1], end)
    await find('gold', 'GOLD')
    await leadsTo(`/tokens/${tokenid}`)
    const height = await rpc.call<number>('getblockcount')
    const hash = await rpc.call<string>('getblockhash', height)
    await goTo(page, 'Explorer')
    const newest = page
      .getByRole('list', { name: 'Latest blocks, newest first' })
      .getByRole('button', { name: new RegExp(`^Block ${height},`) })
    await newest.focus()
    await page.keyboard.press('Enter')
    await leadsTo(`/block/${hash}`)
    const rows = page.getByRole('grid', { name: 'Transactions of the block' }).getByRole('row')
    await rows.filter({ hasText: 'Token' }).click()
    await leadsTo(`/tx/${tokenid}`)
    await page.goBack()
    await leadsTo(`/block/${hash}`)
  })

  it('bans at once, and undoes the ban', async () => {
    const { page, rpc } = window
    const bans = async () => (await rpc.call<readonly { readonly address: string }[]>('listbans')).length
    await goTo(page, 'Bans')
    const field = page.getByRole('textbox', { name: 'Address or range' })
    await field.fill('203.0.113.0/24')
    await page.getByRole('status', { name: 'What the ban does' }).getByText('Covers 256 addresses').waitFor()
    await field.press('Enter')
    await becomes(bans, 1)
    const told = page.locator('li').filter({ hasText: 'Banned 203.0.113.0/24' })
    await told.getByRole('button', { name: 'Undo', exact: true }).click()
    await becomes(bans, 0)
  })

  it('returns the same over HTTP and on the command line', async () => {
    const { rpc, cli } = window
    const [tokenid = ''] = await rpc.call<string[]>('tokenlist')
    const info = await rpc.call<Record<string, unknown>>('tokeninfo', tokenid)
    expect(info).toMatchObject({ result: 'success', tokenid, name: 'GOLD', description: MINTED.description })
    expect(String(info['supply'])).toBe('250000')
    const { pubkey } = await rpc.call<{ pubkey: string }>('getinfo')
    expect(info['owner']).toBe(pubkey)
    const balance = await rpc.call<Record<string, unknown>>('tokenbalance', tokenid)
    expect(balance).toMatchObject({ result: 'success', tokenid })
    expect(String(balance['balance'])).toBe('250000')

    expect(JSON.parse((await cli('tokeninfo', tokenid)).output)).toEqual(info)
    expect(JSON.parse((await cli('tokenbalance', tokenid, pubkey)).output)).toEqual(balance)
    const script = ['run', '-s', 'cli', '--', '-ac_name=SANDBOX', `-rpcport=${window.rpcPort}`, 'tokenlist']
    const viaScript = startProgram('npm', script, { env: { HOME: window.home } })
    expect(await viaScript.ended).toBe(0)
    expect(JSON.parse(viaScript.output())).toEqual([tokenid])
  })

  it('shows in the status bar the values that the node reports', async () => {
    const { blocks } = await window.rpc.call<{ blocks: number }>('getinfo')
    await becomes(() => statusFigure(window.page, 'Height'), String(blocks))
  })

  it('mints with Tab, typing and Space; Enter never confirms the review', async () => {
    const { page, rpc } = window
    const { keyboard } = page
    await goTo(page, 'Home')
    await keyboard.press('n')
    await page.getByRole('heading', { level: 1, name: 'Create a token' }).waitFor()
    await page.locator('input:focus').waitFor()
    await keyboard.type('SILVER')
    await keyboard.press('Tab')
    await keyboard.type('1000')
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await keyboard.type('Minted without a mouse')
    await keyboard.press('Tab')
    expect(await focusedName(page)).toBe('Review')
    await keyboard.press('Enter')

    const sheet = page.getByRole('dialog', { name: 'Create 1,000 units of SILVER?' })
    await sheet.waitFor()
    await focusBecomes(page, 'Change')
    await keyboard.press('Tab')
    expect(await focusedName(page)).toBe('Create token')
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    expect(await sheet.isVisible()).toBe(true)
    expect(await rpc.call('getrawmempool')).toEqual([])
    await keyboard.press('Space')
    await page.getByText(/Token created\. Confirmed in block \d+\./).waitFor()
    await becomes(() => page.getByRole('list', { name: 'Steps to a token' }).getByText(', done').count(), 3)
    // The finished task links to its transaction and its block; no notification repeats it.
    const told = page.getByRole('main')
    await told.getByRole('link', { name: /, block \d+$/ }).waitFor()
    await told.getByRole('link', { name: /^transaction id [0-9a-f]{64}$/ }).waitFor()
    expect(
      await page
        .locator('[data-toasts]')
        .getByText(/SILVER/)
        .count(),
    ).toBe(0)
    expect(await rpc.call('tokeninfo', await sentId(page))).toMatchObject({
      name: 'SILVER',
      description: 'Minted without a mouse',
    })
  })

  it('keeps the typed text when the review is left with Escape', async () => {
    const { page, rpc } = window
    const before = await rpc.call<string[]>('tokenlist')
    await fillToken(page, { name: 'COPPER', supply: '7', description: '' })
    await review(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('COPPER')
    expect(await rpc.call('tokenlist')).toEqual(before)
  })

  it('causes no script error, policy violation or foreign request', () => {
    expect(window.complaints).toEqual([])
  })
})
