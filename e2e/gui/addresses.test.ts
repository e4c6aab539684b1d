/** What a person does with addresses: look up, list, filter, prove, watch, export; by keyboard alone, and with hostile text. */
import { rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import { exportByDownload, exported, type Fixture, list, makeHistory, openAddress, rowTexts } from './addresses.ts'
import { type AppWindow, keepEvidence, openWindow, transports } from './app.ts'
import { becomes, goTo } from './frame.ts'
import { focusedName, sidewaysOverflow } from './inPage.ts'
import { holdStill, inspect } from './inspect.ts'
import { EVERYTHING, troubleFor } from './trouble.ts'

const UNUSED = 'RRvwmbkxR5YRzPGL5kMFHMe1AH33MeD8rN'
/** one letter off */
const BROKEN = 'RRvwmbkxR5YRzPGL5kMFHMe1AH33MeD8rM'

interface Delta {
  readonly txid: string
  readonly index: number
  readonly satoshis: number
  readonly height: number
}

describe.each(transports)('addresses in the window, %s', (transport) => {
  let window: AppWindow
  let fixture: Fixture
  keepEvidence(() => window)

  beforeAll(async () => {
    window = await openWindow({ transport })
    fixture = await makeHistory(window.rpc)
  })
  afterAll(() => window?.close())

  it('looks an address up by keyboard alone', async () => {
    const { page, rpc } = window
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.getByRole('heading', { level: 1, name: 'Addresses' }).waitFor()
    await page.keyboard.press('/')
    expect(await focusedName(page)).toMatch(/^Addresses to look up/)
    await page.keyboard.type(fixture.address)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Address' }).waitFor()
    const { balance } = await rpc.call<{ balance: number }>('getaddressbalance', fixture.address)
    expect(balance).toBe(1_584_568_891)
    await page.getByText('15.84568891').first().waitFor()
    await page.getByText(`All three are equal at block ${fixture.height}`).waitFor()

    await page.getByRole('tab', { name: /^Changes/ }).focus()
    await page.keyboard.press('ArrowRight')
    await list(page, /^Transactions/).waitFor()
    await page.keyboard.press('ArrowRight')
    await list(page, /^Unspent/).waitFor()
    await page.keyboard.press('ArrowRight')
    await list(page, /^Pending/).waitFor()
    await page.keyboard.press('Home')
    const changes = list(page, /^Changes/)
    await changes.getByText('12.34567891').first().waitFor()
    await changes.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Transaction' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Transaction' }).waitFor({ state: 'detached' })
  })

  it('lists, sorts and filters what happened', async () => {
    const { page } = window
    await openAddress(page, fixture.address)
    const changes = list(page, /^Changes/)
    const newest = await rowTexts(changes, 4)
    expect(newest.map((row) => /[+−][\d.]+/.exec(row)?.[0])).toEqual([
      '+2.00000000',
      '+12.34567891',
      '+0.00001000',
      '+1.50000000',
    ])
    await changes.getByRole('button', { name: 'Block' }).click()
    await becomes(async () => (await rowTexts(changes, 4))[0], newest[3])

    await page.getByRole('textbox', { name: 'From block' }).fill(String(fixture.height - 2))
    await page.getByRole('textbox', { name: 'To block' }).fill(String(fixture.height - 1))
    await page.keyboard.press('Enter')
    await page.getByText('2 of 4 changes fit the filter').waitFor()
    await page.getByRole('textbox', { name: 'From block' }).fill('9999')
    await page.getByText('The first lies after the last.').waitFor()
    await page.getByRole('button', { name: 'All blocks' }).click()
    await page.getByRole('radio', { name: 'Spent' }).click()
    await page.getByText('Nothing fits this filter').waitFor()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await page.getByText('All 4 changes').waitFor()

    await page.getByRole('tab', { name: /^Unspent/ }).click()
    const outputs = list(page, /^Unspent/)
    await outputs.getByRole('button', { name: /^Amount/ }).click()
    await becomes(async () => /12\.34567891/.test((await rowTexts(outputs, 4))[0] ?? ''), true)
    await page.getByRole('tab', { name: 'Pending' }).click()
    expect(await rowTexts(list(page, /^Pending/), 1)).toEqual([expect.stringContaining('+0.25000000')])
  })

  it('follows the chain while somebody looks', async () => {
    const { page, rpc } = window
    await openAddress(page, fixture.address)
    await page.getByText('All 4 changes').waitFor()
    await rpc.call('generate', 1)
    await page.getByText('All 5 changes').waitFor()
    await page.getByText('16.09568891').first().waitFor()
    await page.getByText(`All three are equal at block ${fixture.height + 1}`).waitFor()
  })

  it('shows the chart as a table too, and the address as a QR code', async () => {
    const { page } = window
    await openAddress(page, fixture.address)
    await page.getByRole('img', { name: /^Balance from block/ }).waitFor()
    await page.getByRole('radio', { name: 'Table' }).click()
    await list(page, /^Balance over time/)
      .getByText('16.09568891')
      .waitFor()
    await page.getByRole('button', { name: 'QR code' }).click()
    const code = page.getByRole('img', { name: `QR code of ${fixture.address}` })
    await code.waitFor()
    expect(await code.locator('rect').getAttribute('fill')).toBe('#fff')
    await page.keyboard.press('Escape')
  })

  it('tells what is no address and what was never used', async () => {
    const { page } = window
    await goTo(page, 'Addresses')
    const field = page.getByRole('textbox', { name: /^Addresses to look up/ })
    await field.fill(`<td>${BROKEN}</td>\u202e ${UNUSED};${fixture.address}\n${UNUSED} <script>alert(1)</script>`)
    await page.getByText('3 addresses found in what you pasted.').waitFor()
    await field.press('Enter')
    const found = list(page, /^Addresses looked up/)
    const rows = await rowTexts(found, 3)
    expect(rows[0]).toContain('Not an address')
    expect(rows[1]).toContain('never used')
    expect(rows[2]).toContain('16.09568891')
    await found.getByRole('row').nth(1).click()
    await page.getByText('This is not an address of this chain').waitFor()
    await goTo(page, 'Addresses')
    await field.fill('R'.repeat(150_000))
    await page.getByText('No address in it').waitFor()
    await field.fill('ab'.repeat(32))
    await page.getByText('looks like the id of a transaction').waitFor()
    await field.fill('')
  })

  it('shows who holds what, as the node says', async () => {
    const { page, rpc } = window
    await goTo(page, 'Addresses')
    await page.getByRole('link', { name: 'Who holds what' }).click()
    const snapshot = await rpc.call<{ total_addresses: number; addresses: { addr: string; amount: string }[] }>(
      'getsnapshot',
    )
    const rows = await rowTexts(list(page, /^Largest holders/), snapshot.total_addresses)
    expect(rows.length).toBe(snapshot.addresses.length)
    snapshot.addresses.forEach(({ addr, amount }, place) => {
      expect(rows[place]).toContain(addr)
      expect(rows[place]?.replaceAll(',', '')).toContain(amount)
    })
    await page.getByRole('table', { name: /^Distribution/ }).waitFor()
  })

  it('proves the whole index', async () => {
    const { page } = window
    await goTo(page, 'Addresses')
    await page.getByRole('button', { name: 'Check every address' }).click()
    await page.getByText(/Everything adds up at block/).waitFor()
  })

  it('watches an address with a label, and takes a removal back', async () => {
    const { page, rpc } = window
    await openAddress(page, fixture.address)
    await page.getByRole('button', { name: 'Watch', exact: true }).click()
    await page.getByRole('textbox', { name: /^Label/ }).fill('<b>Rent</b> & more')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Watched' }).waitFor()
    await page.getByRole('heading', { level: 1, name: '<b>Rent</b> & more' }).waitFor()
    await goTo(page, 'Addresses')
    const watched = list(page, /^Watched addresses/)
    await watched.getByText('<b>Rent</b> & more').waitFor()
    await page.getByRole('textbox', { name: /^Addresses to look up/ }).fill('nowhere')
    await page.getByText('No label fits').waitFor()
    await page.getByRole('textbox', { name: /^Addresses to look up/ }).fill('rent')
    await watched.getByText('<b>Rent</b> & more').waitFor()
    await watched.getByRole('button', { name: /^Stop watching/ }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await watched.getByText('<b>Rent</b> & more').waitFor()
    expect(await rpc.call('listwatchedaddresses')).toMatchObject([
      { address: fixture.address, label: '<b>Rent</b> & more' },
    ])
    await page.getByRole('textbox', { name: /^Addresses to look up/ }).fill('')
  })

  it('did nothing that a window must not do', () => {
    expect(window.complaints).toEqual([])
  })
})

describe('files of addresses', () => {
  let window: AppWindow
  let fixture: Fixture
  const home = temporaryFolder()
  keepEvidence(() => window)

  beforeAll(async () => {
    window = await openWindow({ transport: 'browser', home })
    fixture = await makeHistory(window.rpc)
    await exportByDownload(window.page)
  })
  afterAll(async () => {
    await window?.close()
    rmSync(home, { recursive: true, force: true })
  })

  it('exports every change, as the node tells it', async () => {
    const { page, rpc } = window
    await openAddress(page, fixture.address)
    await page.getByText('All 4 changes').waitFor()
    const deltas = await rpc.call<Delta[]>('getaddressdeltas', { addresses: [fixture.address] })
    const csv = await exported(page, 'Export all changes', 'CSV')
    expect(csv.name).toBe(`${fixture.address}-changes.csv`)
    const [header, ...lines] = csv.text.trimEnd().split('\r\n')
    expect(header).toBe('height,time,txid,blockindex,index,spending,amount,balance')
    expect(
      lines.map((line) => line.split(',')).map(([height, , txid, , index, , amount]) => [height, txid, index, amount]),
    ).toEqual(
      deltas
        .toReversed()
        .map(({ height, txid, index, satoshis }) => [String(height), txid, String(index), (satoshis / 1e8).toFixed(8)]),
    )
    const json = JSON.parse((await exported(page, 'Export all changes', 'JSON')).text)
    expect(json).toMatchObject({ address: fixture.address, height: fixture.height })
    expect(json.rows.map((row: Delta) => row.txid)).toEqual(deltas.toReversed().map(({ txid }) => txid))
    await page.getByText('Exported 4 rows').first().waitFor()
  })

  it('exports what a filter leaves, unspent outputs, and who holds what', async () => {
    const { page, rpc } = window
    await openAddress(page, fixture.address, `?start=${fixture.height}`)
    await page.getByText('1 of 4 changes fit the filter').waitFor()
    const filtered = await exported(page, 'Export the changes that fit the filter', 'CSV')
    expect(filtered.text.trimEnd().split('\r\n')).toHaveLength(2)
    await page.getByRole('button', { name: 'All blocks' }).click()
    await page.getByRole('tab', { name: /^Unspent/ }).click()
    const outputs = JSON.parse((await exported(page, 'Export all unspent outputs', 'JSON')).text)
    const utxos = await rpc.call<{ txid: string }[]>('getaddressutxos', { addresses: [fixture.address] })
    expect(outputs.rows.map((row: { txid: string }) => row.txid).sort()).toEqual(utxos.map(({ txid }) => txid).sort())
    await page.goto(`${page.url().split('#')[0]}#/addresses/snapshot`)
    const holders = JSON.parse((await exported(page, 'Export all holders', 'JSON')).text)
    const snapshot = await rpc.call<{ addresses: { addr: string }[] }>('getsnapshot')
    expect(holders.rows.map((row: { address: string }) => row.address)).toEqual(
      snapshot.addresses.map(({ addr }) => addr),
    )
  })

  it('takes a watch list from a file and gives it back', async () => {
    const { page } = window
    await goTo(page, 'Addresses')
    await page.getByLabel('File with addresses to watch').setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`address,label\r\n${fixture.address},"Rent, flat 3"\r\n${UNUSED},'=1+1\r\n${BROKEN},x\r\n`),
    })
    await page.getByText('Watching 2 addresses of the file', { exact: true }).waitFor()
    const csv = await exported(page, 'Export the watch list', 'CSV')
    expect(csv.text).toContain(`${fixture.address},"Rent, flat 3",`)
    expect(csv.text).toContain(`${UNUSED},'=1+1,`)
  })

  it('keeps the watch list over a restart', async () => {
    expect(window.complaints).toEqual([])
    await window.close()
    window = await openWindow({ transport: 'browser', home })
    await goTo(window.page, 'Addresses')
    await list(window.page, /^Watched addresses/)
      .getByText('Rent, flat 3')
      .waitFor()
  })
})

describe('pictures of the addresses screens', () => {
  const NARROW = { width: 960, height: 640 }
  let window: AppWindow
  let fixture: Fixture
  keepEvidence(() => window)

  beforeAll(async () => {
    window = await openWindow({ transport: 'browser' })
    await holdStill(window.page)
  })
  afterAll(() => window?.close())

  it('empty', async () => {
    const { page } = window
    await goTo(page, 'Addresses')
    await page.getByText('No watched addresses yet').waitFor()
    expect(await inspect(page, 'addresses-empty')).toEqual([])
    await openAddress(page, UNUSED)
    await page.getByText('No changes yet').waitFor()
    expect(await inspect(page, 'address-unused')).toEqual([])
    await page.goto(`${page.url().split('#')[0]}#/addresses/${BROKEN}`)
    await page.getByText('This is not an address of this chain').waitFor()
    expect(await inspect(page, 'address-invalid')).toEqual([])
  })

  it('full, at both sizes', async () => {
    const { page, rpc } = window
    fixture = await makeHistory(rpc)
    await rpc.call('watchaddress', fixture.address, 'Rent of the flat on the third floor, paid by bank')
    await rpc.call('watchaddress', UNUSED, `${'W'.repeat(96)}\u00e9…`)
    for (const [size, viewport] of [
      ['', { width: 1280, height: 820 }],
      ['small-', NARROW],
    ] as const) {
      await page.setViewportSize(viewport)
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
      await shoot('addresses-several')
      for (const tab of ['Changes', 'Transactions', 'Unspent', 'Pending'] as const) {
        await openAddress(page, fixture.address, tab === 'Changes' ? '' : `?tab=${tab.toLowerCase()}`)
        await page.getByText(/All three are equal/).waitFor()
        await rowTexts(list(page, new RegExp(`^${tab}`)), 1)
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

  it('loading and in trouble', async () => {
    const page = await window.page.context().newPage()
    const trouble = await troubleFor(page)
    await holdStill(page)
    const open = async (path: string, heading: string) => {
      await page.goto('about:blank')
      await page.goto(`${window.page.url().split('#')[0]}#${path}`)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    }
    const screens = [
      ['addresses', '/addresses', 'Addresses'],
      ['address', `/addresses/${fixture.address}`, 'Address'],
      ['snapshot', '/addresses/snapshot', 'Who holds what'],
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

/** Answers of a node in a state that no test can bring it to, by method. */
type Answers = Readonly<Record<string, (params: readonly unknown[]) => string>>

/** A page whose node gives these answers, and else its own. */
async function stubbed(window: AppWindow, answers: Answers): Promise<Page> {
  const page = await window.page.context().newPage()
  await page.routeWebSocket('**/ws', (socket) => {
    const node = socket.connectToServer()
    socket.onMessage((text) => {
      const call = JSON.parse(String(text)) as { id: number; method?: string; params?: string }
      const answer = answers[call.method ?? '']
      if (answer === undefined) return node.send(text)
      const result = answer(JSON.parse(call.params ?? '[]') as unknown[])
      socket.send(JSON.stringify({ kind: 'result', id: call.id, result }))
    })
    node.onMessage((text) => socket.send(text))
  })
  return page
}

describe('a list too long to load at once', () => {
  const TOTAL = 4500
  const ADDRESS = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
  let window: AppWindow
  let asked = 0
  keepEvidence(() => window)

  /** A node whose one address has thousands of changes, as far as one page can tell. */
  const answers: Answers = {
    listaddressdeltas([, , options]) {
      const { cursor, limit = 100 } = (options ?? {}) as { cursor?: string; limit?: number }
      const from = Number(cursor ?? 0)
      if (limit > 1) asked += 1
      const rows = Array.from({ length: Math.min(limit, TOTAL - from) }, (_, place) => {
        const height = TOTAL - from - place
        const txid = height.toString(16).padStart(64, '0')
        return `{"txid":"${txid}","height":${height},"time":1700000000,"blockindex":1,"index":0,"spending":false,"amount":0.00001000,"balance":${height}.00000001}`
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

  it('loads as somebody goes through it, and is exported whole all the same', async () => {
    const page = await stubbed(window, answers)
    await page.goto(`${window.page.url().split('#')[0]}#/addresses/${ADDRESS}`)
    await page.getByText('1,000 of 4,500 changes; more load as you scroll').waitFor()
    expect(asked).toBe(1)
    await exportByDownload(page)
    const csv = await exported(page, 'Export all changes', 'CSV')
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(TOTAL + 1)
    expect(await page.getByText('1,000 of 4,500 changes').count()).toBe(1)
    const changes = list(page, /^Changes/)
    expect(await changes.getAttribute('aria-rowcount')).toBe(String(TOTAL + 1))
    await changes.focus()
    await expect
      .poll(
        async () => {
          await page.keyboard.press('End')
          return page.getByText('All 4,500 changes').count()
        },
        { timeout: 20_000 },
      )
      .toBe(1)
    await page.keyboard.press('End')
    await changes.getByText('1.00000001', { exact: true }).waitFor()
    // Only what is in sight is in the page.
    expect(await changes.getByRole('row').count()).toBeLessThan(60)
    expect(await sidewaysOverflow(page)).toBe(0)
    await page.close()
  })

  it('says what contradicts itself, and repairs it after a question', async () => {
    const rebuilds: string[] = []
    const difference = `{"address":"${ADDRESS}","type":"pubkeyhash","balance":2.00000000,"deltas":1.00000000,"unspent":1.00000000,"counters":false}`
    const page = await stubbed(window, {
      auditaddressindex: () =>
        `{"height":9,"hash":"${'ab'.repeat(32)}","addresses":3,"deltas":9,"utxos":4,"differences":[${difference}],"count":1,"totalsagree":true,"ok":false,"seconds":0.01}`,
      rebuildaddressindex() {
        rebuilds.push('asked')
        return '{"when":"next start","detail":"The index is made again at the next start."}'
      },
    })
    await holdStill(page)
    await page.goto(`${window.page.url().split('#')[0]}#/addresses`)
    await page.getByRole('button', { name: 'Check every address' }).click()
    const banner = page.getByRole('alert')
    await banner.getByText('The address index contradicts itself for 1 address at block 9').waitFor()
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
    await holdStill(window.page)
  })
  afterAll(() => window?.close())

  it('says so, and how to have one', async () => {
    const { page } = window
    await goTo(page, 'Addresses')
    await page.getByText('This node keeps no address index').waitFor()
    expect(await inspect(page, 'addresses-off')).toEqual([])
    await page.goto(`${page.url().split('#')[0]}#/addresses/${UNUSED}`)
    await page.getByText('This node keeps no address index').waitFor()
    expect(window.complaints).toEqual([])
  })
})
