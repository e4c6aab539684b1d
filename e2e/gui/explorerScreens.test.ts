/**
 * Takes screenshots of the explorer's pages in both themes and at three sizes: empty, full, with hostile texts and with
 * errors.
 */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nightly } from '../../src-main/node/testing/nightly.ts'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { troubleFor } from './faultInjector.ts'
import { hiddenBeside, sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { resize } from './resize.ts'
import { mintOverRpc } from './tokens.ts'

const HOSTILE = `<script>alert(1)</script>\u202e${'W'.repeat(4)}`
const sizes = [
  ['', { width: 1280, height: 800 }],
  ['small-', { width: 960, height: 640 }],
  ['wide-', { width: 1920, height: 1080 }],
] as const

describe('explorer screens', () => {
  let window: AppWindow
  let page: Page
  let payment: string
  let tokenid: string
  keepEvidence(() => window)

  const open = (path: string) => page.evaluate(`location.hash = '#${path}'`)
  const shoot = async (name: string) => {
    expect(await sidewaysOverflow(page), name).toBe(0)
    expect(await inspect(page, name)).toEqual([])
  }

  beforeAll(async () => {
    window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
    page = window.page
    await disableAnimations(page)
    const { rpc } = window
    tokenid = await mintOverRpc(rpc, HOSTILE, '0.00001', `${'A very long description. '.repeat(40)}`)
    payment = await rpc.call<string>('sendtoaddress', await rpc.call('getnewaddress'), 12.5)
    for (let n = 0; n < 12; n++) await rpc.call('sendtoaddress', await rpc.call('getnewaddress'), 1 + n)
    await rpc.call('generate', 2)
    await rpc.call('sendtoaddress', await rpc.call('getnewaddress'), 3)
  })
  afterAll(() => window?.close())

  it.each(nightly() ? sizes : sizes.slice(0, 1))(
    'shows all explorer pages with data (%s)',
    async (prefix, viewport) => {
      const { rpc } = window
      await resize(page, viewport)
      const height = await rpc.call<number>('getblockcount')
      await open('/explorer')
      await page.getByRole('img', { name: /^1 block reward, 13 payment/ }).waitFor()
      await page.getByRole('img', { name: /^Supply from/ }).waitFor()
      await page.getByRole('img', { name: /^Wallet balance from/ }).waitFor()
      await shoot(`${prefix}explorer`)
      await open('/')
      await page.getByRole('img', { name: /^1 block reward, 13 payment/ }).waitFor()
      await shoot(`${prefix}explorer-overview`)
      await open(`/block/${height - 1}`)
      await page.getByRole('grid', { name: 'Transactions of the block' }).getByText('Payment').first().waitFor()
      await shoot(`${prefix}explorer-block`)
      await page.getByRole('tab', { name: 'Header' }).click()
      await page.getByText('Chainwork', { exact: true }).waitFor()
      await shoot(`${prefix}explorer-block-header`)
      await page.getByRole('tab', { name: 'Raw' }).click()
      await page.getByRole('region', { name: 'raw block' }).waitFor()
      // Lines wrap at the edge of the box.
      expect(await hiddenBeside(page, '[aria-label="raw block"]')).toBe(0)
      await shoot(`${prefix}explorer-block-raw`)
      await open(`/tx/${payment}`)
      await page.getByRole('region', { name: 'Outputs' }).waitFor()
      await page.getByText('Details', { exact: true }).waitFor()
      await shoot(`${prefix}explorer-transaction`)
      await page.getByText('Details', { exact: true }).click()
      await page.getByRole('grid', { name: 'Scripts of the transaction' }).getByText('Output 0').waitFor()
      await shoot(`${prefix}explorer-transaction-details`)
      await open(`/tx/${tokenid}`)
      await page.getByText(/^You created 1,000/).waitFor()
      await shoot(`${prefix}explorer-transaction-token`)
      await open(`/tokens/${tokenid}`)
      await page.getByRole('grid', { name: 'Holders' }).getByText('you').waitFor()
      await shoot(`${prefix}explorer-token`)
      await open('/tx/nothing')
      await page.getByText('Transaction not found').waitFor()
      await shoot(`${prefix}explorer-not-found`)
    },
  )

  it('shows the hover card of a transaction link', async () => {
    await resize(page, { width: 1280, height: 800 })
    await open(`/tx/${payment}`)
    const link = page
      .getByRole('region', { name: 'Inputs' })
      .getByRole('link', { name: /^spent transaction/ })
      .first()
    await link.focus()
    await page.getByRole('tooltip').getByText('confirmation').first().waitFor()
    await shoot('explorer-hover-card')
  })

  it('shows the error state of a transaction page', async () => {
    const other = await page.context().newPage()
    const trouble = await troubleFor(other)
    trouble.fail('no disk', 'resolvehash', 'getblocksummary')
    await disableAnimations(other)
    await other.goto(`${page.url().split('#')[0]}#/tx/${payment}`)
    await other.getByText('Something went wrong inside the node').first().waitFor()
    expect(await inspect(other, 'explorer-transaction-error')).toEqual([])
    await other.close()
  })
})
