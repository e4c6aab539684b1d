/**
 * Tests a chain that is created in one app and joined by another with only its invitation text, and a chain list that
 * survives a restart. Main-mode chains, mined with real proof of work.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { nightly } from '../../src-main/node/testing/nightly.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { withPatience } from '../support/patience.ts'
import { CLAIM_MS, claimPort, SANDBOX_PORT } from '../support/ports.ts'
import { type AppWindow, keepEvidence, type Transport } from './app.ts'
import { height, openDrawer, openWithoutChain, overview, row, switcher, tray } from './chains.ts'
import { becomes, goTo } from './frame.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { fillToken, pressReview, tokenRow } from './tokens.ts'

/** A new chain name per run, so that no other node on this machine uses its ports. */
const NAME = `E2E${Date.now().toString(36).toUpperCase()}`
const BLOCKS = 1
/** Mining a block takes one core a few seconds, varying at random. */
const MINING_MS = withPatience(240_000)

/** Creator and guest see the same pages, so the nightly run swaps their transports. */
const [makers, guests]: readonly [Transport, Transport] = nightly() ? ['shell', 'browser'] : ['browser', 'shell']

describe('a chain that is created in one app and joined in another', () => {
  const homes = { maker: temporaryFolder(), guest: temporaryFolder() }
  let maker: AppWindow
  let guest: AppWindow | undefined
  let text = ''
  keepEvidence(() => maker)
  keepEvidence(() => guest)
  let releasePort: (() => void) | undefined
  beforeAll(async () => {
    maker = await openWithoutChain(makers, homes.maker)
  })
  afterAll(async () => {
    await maker?.close()
    await guest?.close()
    releasePort?.()
  })

  it('gets created and started with the keyboard alone', async () => {
    const { page } = maker
    await page.getByRole('link', { name: /^Create a chain/ }).focus()
    await page.keyboard.press('Enter')
    const name = page.getByRole('textbox', { name: /^Name/ })
    await name.and(page.locator(':focus')).waitFor()
    await page.keyboard.type(NAME)
    const to = async (name: RegExp) => {
      for (let steps = 0; steps < 60; steps += 1) {
        await page.keyboard.press('Tab')
        const shown = await page.evaluate<string>(
          '(({ labels, textContent, ariaLabel }) => ariaLabel ?? (labels?.[0]?.textContent || textContent))(document.activeElement)',
        )
        if (name.test(shown)) return
      }
      throw new Error(`Nothing that the Tab key reaches is called ${name}`)
    }
    await to(/^Initial supply/)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('21,000')
    await page.getByText(`21,000 ${NAME} now, 1 per minute: 546,960 after a year.`).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Invite others' }).waitFor({ timeout: MAX_WAIT_MS })
    await to(/^Public address of this computer/)
    await page.keyboard.type('127.0.0.1')
  })

  it('offers an invitation text for others to join', async () => {
    const { page } = maker
    await page
      .getByText(/-addnode=127\.0\.0\.1/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Copy invitation text' }).click()
    text = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(text).toContain(`-ac_name=${NAME}`)
    expect(text).toContain('-ac_public=1')
    expect(text).toMatch(/-addnode=127\.0\.0\.1:\d{4,5}\b/)
  })

  it(
    'mines its first blocks without another user action',
    async () => {
      const { page } = maker
      await page
        .getByRole('main')
        .getByText(/^(Mining the first block|\d+ blocks? mined)/)
        .waitFor()
      expect(await inspect(page, 'chain-mining')).toEqual([])
      await page.getByText(/^\d+ blocks? mined$/).waitFor({ timeout: MINING_MS })
      await page.getByRole('button', { name: 'Stop mining' }).click()
      await page.getByRole('button', { name: 'Start mining' }).waitFor()
      await page.getByRole('link', { name: /^Go to Home/ }).click()
      await overview(page).waitFor()
      expect(await height(page)).toBeGreaterThanOrEqual(BLOCKS)
    },
    MINING_MS,
  )

  it('shows in the second app the decoded invitation, and the program that holds taken ports', async () => {
    guest = await openWithoutChain(guests, homes.guest)
    const { page } = guest
    await disableAnimations(page)
    await page.getByRole('link', { name: /^Join a chain/ }).click()
    await page.getByRole('textbox', { name: 'Invitation' }).fill(`> Look at this!\n> ${text.replaceAll('\n', '\n> ')}`)
    const understood = page
      .getByRole('region', { name: 'Chain details' })
      .or(page.locator('section', { hasText: 'Chain details' }))
    await understood.getByText('Complete').waitFor()
    // The cell also contains a sentence about the rest.
    await understood
      .getByText(/^21,000(?!\d)/)
      .first()
      .waitFor()
    const checks = page.getByRole('list', { name: 'Pre-start checks' })
    await checks
      .getByText(new RegExp(`\\b${maker.program.process.pid}\\b`))
      .first()
      .waitFor()
    await checks
      .getByText(/^Port \d+ will be used instead\.$/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Join', exact: true }).click()
  })

  it('syncs all blocks of the first app to the second', async () => {
    if (!guest) throw new Error('The second app was not opened')
    const { page } = guest
    await page.getByRole('heading', { name: 'Connection' }).waitFor({ timeout: MAX_WAIT_MS })
    await page.getByText(/^1 peer; latest block here/).waitFor({ timeout: MAX_WAIT_MS })
    expect(await inspect(page, 'chain-connected')).toEqual([])
    await page.getByRole('link', { name: /^Go to Home/ }).click()
    await overview(page).waitFor()
    const wanted = await height(maker.page)
    await becomes(() => height(page), wanted)
    await goTo(page, 'Tokens')
    await page.getByText('No tokens on this chain yet').waitFor()
    expect(guest.complaints).toEqual([])
  })

  it(
    'shows in one app a token that was created in the other',
    async () => {
      if (!guest) throw new Error('The second app was not opened')
      const { page } = maker
      await fillToken(page, { name: 'SEED', supply: '1000', description: 'For the garden' })
      await pressReview(page)
      await page.getByText(/Waiting for the next block/).waitFor()
      await goTo(page, 'Console')
      const line = page.getByRole('combobox', { name: 'Command' })
      await line.fill('setgenerate true 1')
      await line.press('Enter')
      await tray(page, 'No tasks running').waitFor({ timeout: MINING_MS })
      await line.fill('setgenerate false')
      await line.press('Enter')
      await tokenRow(guest.page, 'SEED').waitFor()
      await goTo(page, 'Home')
      await becomes(() => height(page), await height(guest.page))
    },
    MINING_MS,
  )

  it('runs next to another chain, and keeps the data of both apart', { timeout: CLAIM_MS + 60_000 }, async () => {
    const { page } = maker
    // Claims the sandbox's own port, because two apps that search for a free port at the same time may choose the same
    // one.
    releasePort = await claimPort(SANDBOX_PORT)
    const blocks = await height(page)
    await goTo(page, 'Chains')
    // A later invitation contains the address given at the creation of the chain.
    await row(page, NAME).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Share' }).click()
    await page
      .getByRole('dialog', { name: /^Share/ })
      .getByText(/-addnode=127\.0\.0\.1:\d{4,5}\b/)
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add sandbox' }).click()
    await row(page, 'Sandbox').waitFor()
    await page.keyboard.press('h')
    await page.getByRole('menu').waitFor()
    await page.getByRole('menuitem', { name: /^Sandbox/ }).press('Enter')
    await overview(page).waitFor()
    await becomes(async () => (await switcher(page).innerText()).includes('Sandbox'), true)
    const automatic = page.getByRole('switch', { name: /^Automatic mining/ })
    await automatic.click()
    await becomes(() => automatic.isChecked(), false)
    await fillToken(page, { name: 'WAITING', supply: '5', description: '' })
    // A sandbox started with a binding option is not private, so the main process asks for approval.
    await pressReview(page)
    await page.getByText(/Waiting for the next block/).waitFor()
    await tray(page, '1 task running').waitFor()
    await goTo(page, 'Chains')
    await becomes(() => page.getByRole('row').filter({ hasText: 'Running' }).count(), 2)
    await page.keyboard.press('h')
    await page.getByRole('menuitem', { name: new RegExp(`^${NAME}`) }).press('Enter')
    await overview(page).waitFor()
    await becomes(() => height(page), blocks)
    expect(await page.getByText('Automatic mining').count()).toBe(0)
    await tray(page, 'No tasks running').waitFor()
    await goTo(page, 'Tokens')
    await tokenRow(page, 'SEED').waitFor()
    expect(await tokenRow(page, 'WAITING').count()).toBe(0)
    await tray(page, 'No tasks running').waitFor()
    await page.keyboard.press('h')
    await page.getByRole('menuitem', { name: /^Sandbox/ }).press('Enter')
    await overview(page).waitFor()
    await tray(page, '1 task running').waitFor()
    await page.keyboard.press('h')
    await page.getByRole('menuitem', { name: new RegExp(`^${NAME}`) }).press('Enter')
    await overview(page).waitFor()
    await becomes(() => height(page), blocks)
  })

  it('reopens and runs again after a restart of the app', async () => {
    const blocks = await height(maker.page)
    expect(maker.complaints).toEqual([])
    await maker.close()
    maker = await openWithoutChain(makers, homes.maker)
    await overview(maker.page).waitFor({ timeout: MAX_WAIT_MS })
    await becomes(async () => (await switcher(maker.page).innerText()).includes(NAME), true)
    await becomes(() => height(maker.page), blocks)
    await goTo(maker.page, 'Chains')
    await becomes(() => maker.page.getByRole('row').filter({ hasText: 'Running' }).count(), 2)
  })

  it('accepts another label and keeps its name', async () => {
    const { page } = maker
    await (await openDrawer(page, NAME)).getByRole('button', { name: 'Rename' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rename' })
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Our garden')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await row(page, 'Our garden').getByText(NAME).waitFor()
    await becomes(async () => (await switcher(page).innerText()).includes('Our garden'), true)
    await page.keyboard.press('Escape')
  })

  it('leaves the list with its data kept, and joins again by its invitation', async () => {
    const { page } = maker
    await (await openDrawer(page, 'Our garden')).getByRole('button', { name: 'Remove from list' }).click()
    const dialog = page.getByRole('dialog', { name: /^Remove .* from the list/ })
    await dialog.getByText('Stop the chain first.').waitFor()
    await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
    await dialog.getByText('Enter does not confirm').waitFor()
    await dialog.getByRole('button', { name: 'Remove from list', exact: true }).press('Space')
    await row(page, 'Our garden').waitFor({ state: 'detached' })
    await page
      .getByRole('region', { name: /^Notifications/ })
      .getByText(/Its data stays in/)
      .waitFor()
    await goTo(page, 'Chains')
    await page.getByRole('link', { name: 'Join a chain' }).click()
    await page.getByRole('textbox', { name: 'Invitation' }).fill(text)
    await page.getByText('Complete', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await page.getByRole('heading', { name: 'Connection' }).waitFor({ timeout: MAX_WAIT_MS })
    await page.getByRole('link', { name: /^Go to Home/ }).click()
    await overview(page).waitFor()
    await becomes(async () => (await height(page)) >= BLOCKS, true)
  })

  it('loses its whole folder on deletion, and only after its name was typed', async () => {
    const { page } = maker
    const drawer = await openDrawer(page, NAME)
    const folder = (await drawer.getByText(homes.maker).first().innerText()).trim()
    expect(existsSync(folder)).toBe(true)
    await drawer.getByRole('button', { name: 'Stop', exact: true }).click()
    await drawer.getByRole('button', { name: 'Start', exact: true }).waitFor()
    await drawer.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: /^Delete/ })
    const confirm = dialog.getByRole('button', { name: 'Delete', exact: true })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill(NAME.toLowerCase())
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill(NAME)
    await confirm.press('Enter')
    expect(existsSync(folder)).toBe(true)
    await confirm.press('Space')
    await row(page, NAME).waitFor({ state: 'detached' })
    await becomes(async () => existsSync(folder), false)
    expect(existsSync(join(homes.maker, '.chainwright/SANDBOX'))).toBe(true)
    expect(maker.complaints).toEqual([])
  })
})
