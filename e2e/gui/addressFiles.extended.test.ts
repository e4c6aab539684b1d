/** Tests exports and imports of the address screens against the node's own replies. */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import {
  BROKEN,
  exportByDownload,
  exported,
  type Fixture,
  list,
  makeHistory,
  openAddress,
  UNUSED,
} from './addresses.ts'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { goTo } from './frame.ts'

interface Delta {
  readonly txid: string
  readonly satoshis: number
  readonly height: number
}

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

  it('exports every transaction as the node reports it', async () => {
    const { page, rpc } = window
    await openAddress(page, fixture.address)
    await page
      .getByRole('status')
      .filter({ hasText: /^4 transactions$/ })
      .waitFor()
    const deltas = await rpc.call<Delta[]>('getaddressdeltas', { addresses: [fixture.address] })
    const csv = await exported(page, 'Export all transactions', 'CSV')
    expect(csv.name).toBe(`${fixture.address}-transactions.csv`)
    const [header, ...lines] = csv.text.trimEnd().split('\r\n')
    expect(header).toBe('height,time,txid,amount,balance')
    // Each transaction has one output of this address, so its net effect equals that output.
    let balance = 0
    const expected = deltas.map(({ height, txid, satoshis }) => {
      balance += satoshis
      return [String(height), txid, (satoshis / 1e8).toFixed(8), (balance / 1e8).toFixed(8)]
    })
    expect(
      lines.map((line) => line.split(',')).map(([height, , txid, amount, after]) => [height, txid, amount, after]),
    ).toEqual(expected.toReversed())
    const json = JSON.parse((await exported(page, 'Export all transactions', 'JSON')).text)
    expect(json).toMatchObject({ address: fixture.address, height: fixture.height })
    expect(json.rows.map((row: Delta) => row.txid)).toEqual(deltas.toReversed().map(({ txid }) => txid))
    await page.getByText('Exported 4 rows').first().waitFor()
  })

  it('exports filtered transactions, unspent outputs and holders', async () => {
    const { page, rpc } = window
    await openAddress(page, fixture.address, `?start=${fixture.height}`)
    await page.getByText('1 of 4 transactions matches the filter').waitFor()
    const filtered = await exported(page, 'Export the matching transactions', 'CSV')
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

  it('imports a watch list from a file and exports it again', async () => {
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

  it('keeps the watch list across a restart', async () => {
    expect(window.complaints).toEqual([])
    await window.close()
    window = await openWindow({ transport: 'browser', home })
    await goTo(window.page, 'Addresses')
    await list(window.page, /^Watched addresses/)
      .getByText('Rent, flat 3')
      .waitFor()
  })
})
