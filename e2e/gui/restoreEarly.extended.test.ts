/** Tests restoring from a phrase during the block download: messages before, after, and later. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { stubbed } from './faultInjector.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { openAdvanced, typePhrase } from './wallet.ts'

/** A publicly known phrase. */
const NOBODYS = [...Array.from({ length: 11 }, () => 'abandon'), 'about']
const FETCHING = JSON.stringify({
  ...{ enabled: true, state: 'blocks', since: 1_700_000_000, detail: 'Blocks are being fetched from 8 peers.' },
  trusted: null,
  evidence: {
    ...{ height: 12_345, headers: 98_765, peersheight: 98_765, peers: 8, outbound: 8, tiptime: 1_700_000_000 },
    ...{ inflight: 16, waitingfor: null, otherbranch: null, otherchain: null },
  },
  progress: 0.125,
})

describe('a wallet restored during the block download', () => {
  let window: AppWindow
  keepEvidence(() => window)
  beforeAll(async () => {
    window = await openWindow({ transport: 'browser', earlierWallet: true })
  })
  afterAll(() => window?.close())

  it('shows how far the scan reached, and that it continues', async () => {
    const status = await window.rpc.call<Readonly<Record<string, unknown>>>('getwalletstatus')
    let restored = false
    const page = await stubbed(window, {
      getsyncstate: () => FETCHING,
      setphrase() {
        restored = true
        return JSON.stringify({ words: 12, accounts: [], found: 0, complete: true, height: 12_345, following: true })
      },
      getwalletstatus: () =>
        JSON.stringify(restored ? { ...status, phrase: true, words: 12, searching: true, following: true } : status),
    })
    await disableAnimations(page)
    await page.goto(`${window.page.url().split('#')[0]}#/wallet?tab=keys`)
    await openAdvanced(page)
    await page.getByRole('button', { name: 'Restore from a phrase' }).click()
    await page.getByText(/may not be fully synced \(Syncing, 12 %; 86,420 blocks behind\)/).waitFor()
    await typePhrase(page, NOBODYS)
    expect(await inspect(page, 'wallet-restore-early')).toEqual([])
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('No payments to it were found up to block 12,345.', { exact: false }).waitFor()
    await page.getByText('More blocks may follow.', { exact: false }).waitFor()
    expect(await inspect(page, 'wallet-restore-early-done')).toEqual([])
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await page.reload()
    await page.getByText('Payments to the phrase appear with their blocks', { exact: false }).waitFor()
    expect(await page.getByRole('button', { name: 'Continue the scan' }).count()).toBe(0)
    expect(await inspect(page, 'wallet-restore-early-card')).toEqual([])
    await page.close()
  })

  it('shows that all blocks were scanned if the chain is complete', async () => {
    const { page, rpc } = window
    await page.goto(`${page.url().split('#')[0]}#/wallet?tab=keys`)
    await openAdvanced(page)
    await page.getByRole('button', { name: 'Restore from a phrase' }).click()
    expect(await page.getByText('may not be fully synced').count()).toBe(0)
    await typePhrase(page, NOBODYS)
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    const height = await rpc.call<number>('getblockcount')
    await page.getByText(`No payments to it were found up to block ${height}.`, { exact: false }).waitFor()
    expect(await page.getByText('More blocks may follow.').count()).toBe(0)
    expect(await rpc.call('getwalletstatus')).toMatchObject({ searching: false, following: false })
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    expect(window.complaints).toEqual([])
  })
})
