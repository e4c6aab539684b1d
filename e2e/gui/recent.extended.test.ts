/** Tests recent transactions on the overview: one row per transaction, named by its action, grouped by day. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow, pageTransports } from './app.ts'
import { becomes, goTo } from './frame.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { mintOverRpc } from './tokens.ts'
import { history, openTab } from './wallet.ts'

/** Address outside this wallet. */
const THEM = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const THEIR_KEY = '02676d00110c2cd14ae24f95969e8598f7ccfaa675498b82654a5b5bd57fc1d8cf'

/** Upper limit for the duration of the whole test, in ms. */
const MAX_TEST_MS = 180_000

/** Waits until after midnight if it is near, because all transactions of the test must be of the same day. */
async function avoidMidnight(): Promise<void> {
  const left = new Date().setHours(24, 0, 0, 0) - Date.now()
  if (left < MAX_TEST_MS) await delay(left + 1000)
}

describe.each(pageTransports)('recent transactions, %s', (transport) => {
  let window: AppWindow
  keepEvidence(() => window)

  beforeAll(async () => {
    await avoidMidnight()
    window = await openWindow({ transport })
    await disableAnimations(window.page)
    const { rpc } = window
    await rpc.call('setautomine', false)
    const sendAndMine = async (method: string, ...params: unknown[]) => {
      const { hex } = await rpc.call<{ hex: string }>(method, ...params)
      await rpc.call('sendrawtransaction', hex)
      await rpc.call('generate', 1)
    }
    const gold = await mintOverRpc(rpc, 'GOLD', '0.00001', 'kept in Bern')
    await sendAndMine('tokentransfer', gold, THEIR_KEY, '250')
    await sendAndMine('faucetfund', '2')
    await rpc.call('sendtoaddress', await rpc.call('getnewaddress'), 7)
    await rpc.call('generate', 1)
    await rpc.call('sendtoaddress', THEM, 5)
  }, 2 * MAX_TEST_MS)
  afterAll(() => window?.close())

  it('appear in one row each, titled with their action', async () => {
    const { page } = window
    await goTo(page, 'Home')
    const recent = page.getByRole('region', { name: /^Recent transactions/ })
    const today = recent.getByRole('region', { name: 'Today' })
    const rows = () => today.getByRole('listitem').allInnerTexts()
    await becomes(async () => (await rows()).filter((text) => /^Sent\b(?! \d)/.test(text)).length, 1)
    const texts = (await rows()).map((text) => text.split('\n')[0]).filter((text) => !text?.startsWith('Mined'))
    expect(texts).toEqual(['Sent', 'Moved to myself', 'Funded the faucet with 2', 'Sent 250 GOLD', 'Created GOLD'])
    expect((await rows())[0]).toMatch(/−5\.0000\d+/)
    expect((await rows())[0]).toMatch(/unconfirmed/)
    expect(await inspect(page, `recent-${transport}`)).toEqual([])
  })

  it('appear with the same titles in the history of the wallet', async () => {
    const { page } = window
    await openTab(page, 'History')
    for (const words of ['Created GOLD', 'Sent 250 GOLD', 'Funded the faucet with 2', 'Moved to myself']) {
      await history(page).getByText(words, { exact: true }).waitFor()
    }
    expect(window.complaints).toEqual([])
  })
})
