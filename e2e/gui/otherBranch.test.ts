/** Tests the warning that the peers follow a branch that this node rejected. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppWindow, openWindow } from './app.ts'
import { troubleFor } from './faultInjector.ts'
import { disableAnimations, inspect } from './inspect.ts'

let window: AppWindow
beforeAll(async () => {
  window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
})
afterAll(() => window?.close())

const HASH = '0a4c3d'.padEnd(64, '5e7f')
const REFUSED = {
  ...{ height: 120, hash: HASH, followers: 3, counted: 4, refusedheight: 105, refusedhash: HASH.replace('0a', '0b') },
  ...{ reason: 'bad-cb-amount', byuser: false, refusedtime: 1_700_000_300 },
}

async function showOtherBranch(name: string, changes: Partial<Record<keyof typeof REFUSED, unknown>>) {
  const page = await window.page.context().newPage()
  const trouble = await troubleFor(page)
  await disableAnimations(page)
  const evidence = {
    height: 110,
    headers: 110,
    peersheight: 120,
    peers: 4,
    outbound: 4,
    tiptime: 1_700_000_000,
    inflight: 0,
  }
  trouble.answer({
    getsyncstate: JSON.stringify({
      ...{
        enabled: true,
        state: 'other-branch',
        since: 1_700_000_000,
        detail: 'Another branch has more work.',
        trusted: null,
        progress: 1,
      },
      evidence: { ...evidence, waitingfor: null, otherchain: null, otherbranch: { ...REFUSED, ...changes } },
    }),
  })
  await page.goto(new URL('/#/', window.page.url()).href)
  const alert = page.getByRole('alert')
  await alert.waitFor()
  await page.getByRole('contentinfo').getByText('Other branch').waitFor()
  expect(await inspect(page, `overview-${name}`)).toEqual([])
  return { page, alert }
}

it('warns that the peers follow another branch: their height, the rejected block and its reason, and the remedy', async () => {
  const { page, alert } = await showOtherBranch('other-branch', {})
  const text = await alert.innerText()
  for (const said of ['Your peers follow another branch', '120', '3 of 4 peers', '110', '105', 'bad-cb-amount'])
    expect(text).toContain(said)
  expect(text).toContain('newer version of this program')
  await alert.getByRole('button', { name: 'Check this branch again' }).click()
  // This node never had the block of the fake reply.
  await page.getByText('Block not found', { exact: true }).waitFor()
  await page.goto(new URL('/#/peers', window.page.url()).href)
  await page.getByRole('link', { name: 'What to do' }).waitFor()
  expect(await inspect(page, 'peers-other-branch')).toEqual([])
  await page.close()
})

it('warns of a branch that the user invalidated, and shows a hostile reason as text', async () => {
  const byHand = await showOtherBranch('other-branch-by-hand', { byuser: true, reason: '', followers: 1, counted: 1 })
  expect(await byHand.alert.innerText()).toMatch(/your only peer[\s\S]*You marked it as invalid on this node/)
  await byHand.page.close()
  const strange = await showOtherBranch('other-branch-strange', { reason: '<b>\u202ex', refusedtime: null })
  expect(await strange.alert.locator('b').filter({ hasText: /x/ }).count()).toBe(0)
  await strange.page.close()
})
