/** What the window says when its chain goes on with blocks that this program cannot check. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppWindow, openWindow } from './app.ts'
import { holdStill, inspect } from './inspect.ts'
import { troubleFor } from './trouble.ts'

const DETAIL =
  'From block 4 on this chain uses shielded transactions, which this program cannot check. It stays at block 3: it does not ' +
  'know what happened since, and payments made here may be worth nothing on the chain.'

let window: AppWindow
beforeAll(async () => {
  window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
})
afterAll(() => window?.close())

it('tells above everything that the node stays behind, and why', async () => {
  const page = await window.page.context().newPage()
  const trouble = await troubleFor(page)
  await holdStill(page)
  const evidence = {
    height: 3,
    headers: 3,
    peersheight: 120,
    peers: 2,
    outbound: 2,
    tiptime: 1_700_000_000,
    inflight: 0,
  }
  trouble.answer({
    getsyncstate: JSON.stringify({
      ...{ enabled: true, state: 'unsupported', since: 1_700_000_000, detail: DETAIL, progress: 0.025 },
      evidence: { ...evidence, waitingfor: null },
    }),
  })
  await page.goto(new URL('/#/', window.page.url()).href)
  const alert = page.getByRole('alert')
  await alert.waitFor()
  expect(await alert.innerText()).toContain(DETAIL)
  expect(await page.getByRole('status').filter({ hasText: 'Cannot follow' }).count()).toBe(1)
  await page.getByText('117 blocks behind').waitFor()
  expect(await inspect(page, 'overview-blocked-chain')).toEqual([])
  await page.close()
})
