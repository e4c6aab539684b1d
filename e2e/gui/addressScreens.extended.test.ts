/** Tests the address screens in every state and both themes, including node errors and a very long history. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { nightly } from '../../src-main/node/testing/nightly.ts'
import {
  BROKEN,
  exportByDownload,
  exported,
  type Fixture,
  list,
  makeHistory,
  openAddress,
  rowTexts,
  UNUSED,
} from './addresses.ts'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { type Answers, EVERYTHING, stubbed, troubleFor } from './faultInjector.ts'
import { goTo, useDeveloperMode } from './frame.ts'
import { baselinesApart, cutFromTitle, cutTexts, sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { resize } from './resize.ts'

describe('addresses screens', () => {
  const NARROW = { width: 960, height: 640 }
  let window: AppWindow
  let fixture: Fixture
  keepEvidence(() => window)

  beforeAll(async () => {
    window = await openWindow({ transport: 'browser' })
    await disableAnimations(window.page)
  })
  afterAll(() => window?.close())

  it('shows empty address screens, and an unused and an invalid address', async () => {
    const { page } = window
    await goTo(page, 'Addresses')
    await page.getByText('No watched addresses yet').waitFor()
    expect(await inspect(page, 'addresses-empty')).toEqual([])
    await openAddress(page, UNUSED)
    await page.getByText('No transactions yet').waitFor()
    expect(await inspect(page, 'address-unused')).toEqual([])
    await page.goto(`${page.url().split('#')[0]}#/addresses/${BROKEN}`)
    await page.getByText('This is not an address of this chain').waitFor()
    expect(await inspect(page, 'address-invalid')).toEqual([])
  })

  it('shows address screens with data, in nightly runs also in the smallest window', async () => {
    const { page, rpc } = window
    fixture = await makeHistory(rpc)
    await rpc.call('watchaddress', fixture.address, 'Rent of the flat on the third floor, paid by bank')
    await rpc.call('watchaddress', UNUSED, `${'W'.repeat(96)}\u00e9…`)
    const sizes = [
      ['', { width: 1280, height: 820 }],
      ['small-', NARROW],
    ] as const
    for (const [size, viewport] of nightly() ? sizes : sizes.slice(0, 1)) {
      await resize(page, viewport)
      const shoot = async (name: string) => {
        expect(await sidewaysOverflow(page)).toBe(0)
        expect(await inspect(page, `${size}${name}`)).toEqual([])
      }
      await goTo(page, 'Addresses')
      await list(page, /^Watched/)
        .getByText(/^Rent/)
        .waitFor()
      await shoot('addresses-full')
      await page.goto(`${page.url().split('#')[0]}#/addresses?q=${fixture.address}%20${UNUSED}%20${BROKEN}`)
      await list(page, /^Addresses looked up/)
        .getByText('never used')
        .waitFor()
      expect(await cutTexts(page)).toEqual([])
      await shoot('addresses-several')
      for (const tab of ['Transactions', 'Unspent', 'Unconfirmed', 'Check'] as const) {
        await openAddress(
          page,
          fixture.address,
          tab === 'Transactions' ? '' : `?tab=${tab === 'Unconfirmed' ? 'pending' : tab.toLowerCase()}`,
        )
        if (tab === 'Check') await page.getByText(/All three are equal/).waitFor()
        else await rowTexts(list(page, new RegExp(`^${tab}`)), 1)
        expect(await cutFromTitle(page)).toBe(0)
        expect(await baselinesApart(page, '[data-figure]')).toBeLessThan(0.5)
        await shoot(`address-${tab.toLowerCase()}`)
      }
      await page.getByRole('button', { name: 'QR code' }).click()
      await page.getByRole('img', { name: /^QR code of/ }).waitFor()
      await shoot('address-qr')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: /^QR code/ }).waitFor({ state: 'detached' })
      await page.getByRole('radio', { name: 'Table' }).click()
      await shoot('address-chart-table')
      await page.goto(`${page.url().split('#')[0]}#/addresses/snapshot`)
      await rowTexts(list(page, /^Largest holders/), 1)
      await shoot('snapshot')
    }
  })

  it('shows the loading and error states of the address screens', async () => {
    const page = await window.page.context().newPage()
    const trouble = await troubleFor(page)
    await disableAnimations(page)
    const open = async (path: string, heading: string) => {
      await page.goto('about:blank')
      await page.goto(`${window.page.url().split('#')[0]}#${path}`)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    }
    const screens = [
      ['addresses', '/addresses', 'Addresses'],
      ['address', `/addresses/${fixture.address}`, 'Address'],
      ['snapshot', '/addresses/snapshot', 'Addresses'],
    ] as const
    trouble.hold(EVERYTHING)
    for (const [name, path, heading] of screens) {
      await open(path, heading)
      expect(await inspect(page, `${name}-loading`)).toEqual([])
    }
    trouble.hold()
    trouble.fail('disk I/O error', EVERYTHING)
    for (const [name, path, heading] of screens) {
      await open(path, heading)
      await page.getByRole('alert').first().waitFor()
      expect(await inspect(page, `${name}-error`)).toEqual([])
    }
    await page.close()
  })
})

describe('a list too long to load at once', () => {
  const TOTAL = 4500
  const ADDRESS = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
  let window: AppWindow
  let asked = 0
  keepEvidence(() => window)

  /** Simulates, for one page, an address with thousands of transactions. */
  const answers: Answers = {
    listaddresstransactions([, , options]) {
      const { cursor, limit = 100 } = (options ?? {}) as { cursor?: string; limit?: number }
      const from = Number(cursor ?? 0)
      if (limit > 1) asked += 1
      const rows = Array.from({ length: Math.min(limit, TOTAL - from) }, (_, place) => {
        const height = TOTAL - from - place
        const txid = height.toString(16).padStart(64, '0')
        return `{"txid":"${txid}","height":${height},"time":1700000000,"amount":0.00001000,"balance":${height}.00000001}`
      })
      const next = from + limit < TOTAL ? `"${from + limit}"` : 'null'
      return `{"rows":[${rows.join()}],"next":${next},"total":${TOTAL},"height":${TOTAL},"hash":"${'ab'.repeat(32)}"}`
    },
    getaddresssummary: ([, ccvout]) =>
      `{"address":"${ADDRESS}","type":"${ccvout ? 'cryptocondition' : 'pubkeyhash'}","balance":12345678.12345678,"received":192345678.12345678,"pending":-0.5,"deltas":${ccvout ? 0 : TOTAL},"utxos":1225,"transactions":${TOTAL},"first":null,"last":null,"label":null,"height":${TOTAL},"hash":"${'ab'.repeat(32)}"}`,
    getblockcount: () => String(TOTAL),
  }

  beforeAll(async () => {
    window = await openWindow({ transport: 'browser' })
  })
  afterAll(() => window?.close())

  it('loads rows while the user scrolls, and still exports all of them', async () => {
    const page = await stubbed(window, answers)
    await page.goto(`${window.page.url().split('#')[0]}#/addresses/${ADDRESS}`)
    await page.getByText('1,000 of 4,500 transactions loaded; scroll to load more').waitFor()
    expect(asked).toBe(1)
    await exportByDownload(page)
    const csv = await exported(page, 'Export all transactions', 'CSV')
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(TOTAL + 1)
    expect(await page.getByText('1,000 of 4,500 transactions').count()).toBe(1)
    const transactions = list(page, /^Transactions/)
    expect(await transactions.getAttribute('aria-rowcount')).toBe(String(TOTAL + 1))
    await transactions.focus()
    await expect
      .poll(
        async () => {
          await page.keyboard.press('End')
          return page
            .getByRole('status')
            .filter({ hasText: /^4,500 transactions$/ })
            .count()
        },
        { timeout: MAX_WAIT_MS },
      )
      .toBe(1)
    await page.keyboard.press('End')
    await transactions.getByText('1.00000001', { exact: true }).waitFor()
    // Only visible rows are in the DOM.
    expect(await transactions.getByRole('row').count()).toBeLessThan(60)
    expect(await sidewaysOverflow(page)).toBe(0)
    await page.close()
  })

  it('shows the progress of the check of every address, and cancels it', async () => {
    const page = await window.page.context().newPage()
    await page.routeWebSocket('**/ws', (socket) => {
      const node = socket.connectToServer()
      let audit = 0
      socket.onMessage((text) => {
        const call = JSON.parse(String(text)) as { kind: string; id: number; method?: string }
        if (call.method === 'auditaddressindex') {
          audit = call.id
          for (const id of [audit, audit + 1000]) {
            const progress = { done: id === audit ? 1_234_000 : 1, total: 3_456_789, unit: 'rows' }
            socket.send(JSON.stringify({ kind: 'event', event: { type: 'progress', call: id, progress } }))
          }
        } else if (call.kind === 'cancel' && call.id === audit) {
          const error = { code: -1, message: 'The call was cancelled' }
          socket.send(JSON.stringify({ kind: 'error', id: audit, error }))
        } else node.send(text)
      })
      node.onMessage((text) => socket.send(text))
    })
    await page.goto(`${window.page.url().split('#')[0]}#/addresses`)
    await useDeveloperMode(page)
    await page.getByRole('button', { name: 'Check every address' }).click()
    await page.getByText('1,234,000 of 3,456,789 rows · 35 %').waitFor()
    expect(await inspect(page, 'addresses-checking')).toEqual([])
    await page.getByRole('region', { name: 'Proof of the whole index' }).getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Checks for each address that its changes').waitFor()
    await page.close()
  })

  it('shows an inconsistency of the index, and rebuilds it after a confirmation', async () => {
    const rebuilds: string[] = []
    const difference = `{"address":"${ADDRESS}","type":"pubkeyhash","balance":2.00000000,"deltas":1.00000000,"unspent":1.00000000,"counters":false}`
    const page = await stubbed(window, {
      auditaddressindex: () =>
        `{"height":9,"hash":"${'ab'.repeat(32)}","addresses":3,"deltas":9,"utxos":4,"sums":null,"differences":[${difference}],"count":1,"totalsagree":true,"ok":false,"seconds":0.01}`,
      rebuildaddressindex() {
        rebuilds.push('asked')
        return '{"when":"next start","detail":"The index is made again at the next start."}'
      },
    })
    await disableAnimations(page)
    await page.goto(`${window.page.url().split('#')[0]}#/addresses`)
    await useDeveloperMode(page)
    await page.getByRole('button', { name: 'Check every address' }).click()
    const banner = page.getByRole('alert')
    await banner.getByText('The address index is inconsistent for 1 address at block 9').waitFor()
    expect(await inspect(page, 'addresses-mismatch')).toEqual([])
    await banner.getByRole('button', { name: 'Rebuild the index' }).click()
    const sheet = page.getByRole('dialog', { name: 'Rebuild the address index?' })
    await sheet.getByRole('button', { name: 'Rebuild the index' }).focus()
    await page.keyboard.press('Enter')
    expect(rebuilds).toEqual([])
    expect(await inspect(page, 'addresses-rebuild')).toEqual([])
    await page.keyboard.press('Space')
    await banner.getByText('The index is made again at the next start.').waitFor()
    expect(rebuilds).toEqual(['asked'])
    await page.close()
  })
})

describe('a node without the address index', () => {
  let window: AppWindow
  keepEvidence(() => window)

  beforeAll(async () => {
    window = await openWindow({ transport: 'browser', args: ['-addressindex=0'] })
    await disableAnimations(window.page)
  })
  afterAll(() => window?.close())

  it('shows on the overview and on an address page that the index is missing', async () => {
    const { page } = window
    await goTo(page, 'Addresses')
    await page.getByText('This node keeps no address index').waitFor()
    expect(await inspect(page, 'addresses-off')).toEqual([])
    await page.goto(`${page.url().split('#')[0]}#/addresses/${UNUSED}`)
    await page.getByText('This node keeps no address index').waitFor()
    expect(window.complaints).toEqual([])
  })
})
