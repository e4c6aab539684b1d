/** Tests the display of notarised blocks and of shielded parts. */
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppWindow, openWindow } from './app.ts'
import { troubleFor } from './faultInjector.ts'
import { openPath, useDeveloperMode } from './frame.ts'
import { disableAnimations, inspect } from './inspect.ts'

const NOTARISED = 2

let window: AppWindow
let page: Page
beforeAll(async () => {
  window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
  const { rpc } = window
  page = await window.page.context().newPage()
  const trouble = await troubleFor(page)
  await disableAnimations(page)
  const hash = await rpc.call<string>('getblockhash', NOTARISED)
  const info = (await resultText('getinfo')).replace('"notarized":0', `"notarized":${NOTARISED}`)
  trouble.answer({ getinfo: info.replace(`"notarizedhash":"${'0'.repeat(64)}"`, `"notarizedhash":"${hash}"`) })
  await page.goto(new URL('/#/', window.page.url()).href)
  await useDeveloperMode(page)
  await openPath(page, '/settings?section=developer')
  await page.getByText('Notarised up to').scrollIntoViewIfNeeded()
  expect(await inspect(page, 'settings-notarised')).toEqual([])
  answerBlock = async (height, more = {}) => {
    const told = await resultText('getblocksummary', String(height))
    const getblocksummary = withMembers(told, { notarizedheight: NOTARISED, ...more })
    trouble.answer({ getblocksummary, ...(lapse !== undefined && { getnotarisationstate: lapse }) })
    await page.evaluate(`location.hash = '#/block/${height}'`)
  }
  answerTransaction = async (txid, shielded) => {
    const told = await resultText('resolvehash', txid)
    trouble.answer({ resolvehash: told.replace('"shielded":null', `"shielded":${shielded}`) })
    await page.evaluate(`location.hash = '#/tx/${txid}'`)
  }
})
afterAll(() => window?.close())

let answerBlock: (height: number, more?: Readonly<Record<string, number | string>>) => Promise<void>
/** Reply to getnotarisationstate; undefined for that of the node. */
let lapse: string | undefined
let answerTransaction: (txid: string, shielded: string) => Promise<void>

/** Returns the result as it was written, including the text of amounts. */
async function resultText(method: string, ...params: readonly unknown[]): Promise<string> {
  const { body } = await window.rpc.raw(method, params)
  return /^\{"result":(.*),"error":null,"id":.*\}\s*$/s.exec(body)![1]!
}

/** Returns JSON text of an object with some of its numbers replaced. */
const withMembers = (text: string, changes: Readonly<Record<string, number | string>>) =>
  Object.entries(changes).reduce(
    (told, [name, value]) => told.replace(new RegExp(`"${name}":[-\\d.]+`), `"${name}":${value}`),
    text,
  )

it('a block page shows whether the block can still be disconnected', async () => {
  await answerBlock(1)
  const said = page.getByText(/^Notarised: .* up to block 2\. No reorganisation takes this block back\.$/)
  await said.getByRole('link', { name: '2, block 2' }).waitFor()
  expect(await inspect(page, 'block-notarised')).toEqual([])
  await answerBlock(2)
  await page.getByText('wrote this block into its base chain').waitFor()
  await answerBlock(3, { confirmations: 1 })
  await page.getByText('Not notarised yet: blocks up to 2 are.').waitFor()
  expect(await inspect(page, 'block-not-notarised')).toEqual([])
})

it('says that confirmations count blocks if notaries have stopped', async () => {
  lapse = '{"notarised":true,"height":2,"found":2,"time":1736899200,"lapsed":true}'
  await answerBlock(3, { confirmations: 1 })
  await page.reload()
  await page
    .getByText('The last notarisation is of Jan 15, 2025: notaries have stopped, so confirmations count blocks.')
    .waitFor()
  expect(await inspect(page, 'block-notaries-stopped')).toEqual([])
  lapse = undefined
  await answerBlock(3, { confirmations: 1 })
  await page.reload()
  await page.getByText('Not notarised yet: blocks up to 2 are.').waitFor()
})

it('a block page shows the public values of shielded transactions', async () => {
  const { rpc } = window
  await rpc.call('generate', 1)
  await answerBlock(4, { shieldedtxs: 3, shieldedin: '12.50000000', shieldedout: '0.00010000' })
  await page.getByText('3 shielded transactions: 12.5').waitFor()
  expect(await inspect(page, 'block-shielded')).toEqual([])
  const { tx } = await rpc.call<{ tx: string[] }>('getblock', '4')
  await answerTransaction(tx[0]!, '{"into":4.25000000,"out":0.00000000,"spent":0,"made":2}')
  await page.getByText('Shielded: 4.25').waitFor()
  await page.getByText('notes spent: 0, made: 2').waitFor()
  expect(await inspect(page, 'transaction-shielded')).toEqual([])
})
