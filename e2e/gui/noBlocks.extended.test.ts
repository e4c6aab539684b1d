/** Tests a chain without own blocks: the age of its genesis block, seventeen years, must not be shown. */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepEvidence } from './app.ts'
import { openDrawer, row } from './chains.ts'
import { becomes, goTo, statusFigure } from './frame.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { fakePower, type MinerWindow, openDigger } from './mining.ts'

const power = fakePower()
const AN_AGE = /\d+ (y|d) ago/

describe('a chain without blocks', () => {
  let digger: MinerWindow
  keepEvidence(() => digger)

  beforeAll(async () => {
    digger = await openDigger(power)
    await disableAnimations(digger.page)
  })
  afterAll(async () => {
    await digger?.close()
    rmSync(power.folder, { recursive: true, force: true })
  })
  const shown = () => digger.page.locator('body').innerText()

  it('shows no latest block on the overview and in the status bar', async () => {
    const { page } = digger
    await becomes(() => statusFigure(page, 'Height'), '0')
    await page.getByRole('region', { name: 'The state of the chain' }).getByText('no block yet').waitFor()
    const first = page.getByRole('button', { name: /^Block 0\b/ })
    expect(await first.innerText()).toContain('Genesis')
    expect(await shown()).not.toMatch(AN_AGE)
    expect(await inspect(page, 'overview-no-blocks')).toEqual([])
    await first.click()
    await page
      .getByRole('dialog', { name: 'Block 0' })
      .getByText('Genesis: defined by the rules of the chain')
      .waitFor()
    expect(await inspect(page, 'block-0')).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('shows no latest block in the state of its peers', async () => {
    const { page } = digger
    await goTo(page, 'Peers')
    const state = page.getByRole('region', { name: 'State of the chain' })
    await state.getByText(/^no block yet · /).waitFor()
    expect(await shown()).not.toMatch(AN_AGE)
    expect(await inspect(page, 'peers-no-blocks')).toEqual([])
  })

  it('looks for no peers if its options forbid it, and shows that until a node is added', async () => {
    const { page, rpc } = digger
    const alone = page.getByText('This chain runs on this computer alone.')
    await alone.waitFor()
    await rpc.call('addnode', '127.0.0.1:9', 'add')
    await page.getByText('Looking for peers…').waitFor()
    await rpc.call('addnode', '127.0.0.1:9', 'remove')
    await alone.waitFor()
  })

  it('shows no latest block in the list of chains', async () => {
    const { page } = digger
    await goTo(page, 'Chains')
    await row(page, 'DIGGER').getByText('no block yet').waitFor()
    expect(await inspect(page, 'chains-no-blocks')).toEqual([])
    const drawer = await openDrawer(page, 'DIGGER')
    await drawer.getByText('no block yet').waitFor()
    expect(await inspect(page, 'chain-drawer-no-blocks')).toEqual([])
  })
})
