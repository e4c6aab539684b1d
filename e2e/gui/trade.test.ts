/**
 * Tests a whole trade between two wallets on two connected nodes: one is used in the window, by mouse and by keyboard,
 * the other over RPC. A clicked order may be gone in the meantime, and fills by others are notified.
 */
import type { Page as AppPage, Locator } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkedNftData } from '#shared/protocol/nftData.ts'
import { type NetworkNode, until } from '../support/network.ts'
import { keepEvidence, transportsFor } from './app.ts'
import { becomes } from './frame.ts'
import { focusedName, sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { type ListeningWindow, openListening, startOther } from './peers.ts'
import { mintOverRpc, pressReview } from './tokens.ts'

interface Page {
  readonly rows: readonly { readonly order: string; readonly current: string; readonly unitsleft: number }[]
}

/** Content that loads above the form may move the button under the pointer, so the click is retried. */
async function chooseToSell(page: AppPage): Promise<void> {
  const sell = page.getByRole('radio', { name: 'Sell' })
  await becomes(async () => {
    if (!(await sell.isChecked())) await sell.click()
    return sell.isChecked()
  }, true)
}

/** Answers both questions about the link of an NFT by keyboard: afterwards the focus is at the button that asked. */
async function answerAboutLink(page: AppPage, link: Locator): Promise<void> {
  await link.getByRole('button', { name: 'Show picture' }).press('Enter')
  await link.getByRole('button', { name: 'Do nothing' }).press('Enter')
  await becomes(() => focusedName(page), 'Show picture')
  await link.getByRole('button', { name: 'Open link' }).press('Enter')
  const elsewhere = link.getByRole('link', { name: 'Open in a new tab' })
  await elsewhere.evaluate((shown) => shown.addEventListener('click', (event: Event) => event.preventDefault()))
  await elsewhere.press('Enter')
  await becomes(() => focusedName(page), 'Open link')
}

describe.each(transportsFor('browser'))('a trade between two wallets, %s', (transport) => {
  let window: ListeningWindow
  let other: NetworkNode
  let gold: string
  keepEvidence(() => window)

  const tip = (node: Pick<NetworkNode, 'rpc'>) => node.rpc.call<string>('getbestblockhash')
  /** Mines the mempool into a block and waits until both nodes have it. */
  async function mine(): Promise<void> {
    await window.rpc.call('generate', 1)
    const best = await tip(window)
    await until('the block at the other node', async () => (await tip(other)) === best)
  }
  const waits = (node: Pick<NetworkNode, 'rpc'>, txid: string) =>
    until('the transaction', async () => (await node.rpc.call<readonly string[]>('getrawmempool')).includes(txid))
  /** Sends a transaction of the other wallet and waits until the window's node has it. */
  async function otherDoes(method: string, ...params: readonly string[]): Promise<string> {
    const built = await other.rpc.call<{ hex?: string; error?: string }>(method, ...params)
    if (built.hex === undefined) throw new Error(`${method}: ${built.error}`)
    const txid = await other.rpc.call<string>('sendrawtransaction', built.hex)
    await waits(window, txid)
    return txid
  }
  const open = async (options: object = {}) =>
    (await other.rpc.call<Page>('listorders', { token: gold, ...options })).rows
  /** Waits until both nodes have the window's transaction, and mines a block with it. */
  async function confirm(): Promise<void> {
    const [txid] = await until('a transaction', async () => {
      const all = await window.rpc.call<readonly string[]>('getrawmempool')
      return all.length > 0 ? all : undefined
    })
    await waits(other, txid!)
    await mine()
  }
  async function openMarket(token: string, name: string): Promise<void> {
    await window.page.evaluate(`location.hash = '#/market/${token}'`)
    await window.page.getByRole('heading', { level: 1, name: `${name} market` }).waitFor()
  }
  const notice = (title: string, detail: string): Locator =>
    window.page.locator('li').filter({ hasText: title }).filter({ hasText: detail })
  /** Inspects the page in the browser only, because both transports show the same one. */
  const looked = async (name: string) => (transport === 'browser' ? inspect(window.page, name) : [])
  /** Closes the dialog that remains after its trade is in a block. */
  async function closeAfter(words: string): Promise<void> {
    const dialog = window.page.getByRole('dialog').filter({ hasText: words })
    await dialog.getByText(words).waitFor()
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await dialog.waitFor({ state: 'detached' })
  }

  beforeAll(async () => {
    ;[window, other] = await Promise.all([openListening({ transport }), startOther()])
    await disableAnimations(window.page)
    const { rpc } = window
    const address = await other.rpc.call<string>('getnewaddress')
    const { pubkey } = await other.rpc.call<{ pubkey: string }>('validateaddress', address)
    await other.rpc.call('setidentity', pubkey)
    await rpc.call('addnode', other.target, 'onetry')
    await until('a peer', async () => (await rpc.call<readonly unknown[]>('getpeerinfo')).length > 0)
    gold = await mintOverRpc(rpc, 'GOLD', '0.00001', 'a thousand units to trade')
    for (let payment = 0; payment < 5; payment++) await rpc.call('sendtoaddress', address, 100)
    await mine()
  })
  afterAll(async () => {
    await window?.close()
    await other?.stop()
  })

  it('starts with an offer by mouse, which the other wallet fills in part and a notification reports', async () => {
    const { page, consent } = window
    await openMarket(gold, 'GOLD')
    await chooseToSell(page)
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.getByText('How many?').waitFor()
    await page.getByText('Which price?').waitFor()
    await page.getByRole('textbox', { name: 'Amount' }).fill('5000')
    await page.getByText('More than the 1,000 you hold.').waitFor()
    expect(await looked('trade-wrong')).toEqual([])
    await page.getByRole('textbox', { name: 'Amount' }).fill('100')
    await page.getByRole('textbox', { name: 'Price per unit' }).fill('0.5')
    expect(await page.getByRole('textbox', { name: 'Total' }).inputValue()).toBe('50')
    expect(await looked('trade-form')).toEqual([])
    await pressReview(page)
    await confirm()
    expect(consent.asked.at(-1)).toMatch(/Offer 100 units of “GOLD” for 50\.0+ SANDBOX/)
    // The placed amount is cleared from the form.
    await becomes(() => page.locator('input[name="amount"]').inputValue(), '')
    await closeAfter('Your offer is in the order book.')

    const [ask] = await open()
    await otherDoes('tokenfillask', gold, ask!.current, '40')
    await mine()
    await notice('Sold 40 GOLD for 20 SANDBOX', '60 are left').waitFor()
  })

  it('reports that a clicked order is gone, and buys from the next one by keyboard', async () => {
    const { page, consent } = window
    const first = await otherDoes('tokenask', '10', gold, '0.4')
    // The remaining units can be offered after a block.
    await mine()
    await otherDoes('tokenask', '12', gold, '0.45')
    await mine()
    await page
      .getByRole('grid', { name: /^Offers/ })
      .getByRole('row', { name: /at 0\.4\. / })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Buy GOLD' })
    await dialog.getByText('10 on offer at 0.4 SANDBOX each.').waitFor()
    await otherDoes('tokencancelask', gold, first)
    await dialog.getByText('This order is being cancelled').waitFor()
    await dialog.getByText('The next best offer: 12 GOLD at 0.45 SANDBOX each.').waitFor()
    expect(await looked('trade-gone')).toEqual([])
    await dialog.getByRole('button', { name: 'Use this one' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByText('12 on offer at 0.45 SANDBOX each.').waitFor()
    await mine()

    await dialog.getByRole('slider').focus()
    await page.keyboard.press('End')
    await becomes(() => dialog.getByRole('textbox', { name: 'Amount' }).inputValue(), '12')
    await dialog.getByRole('textbox', { name: 'Amount' }).focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('4')
    await dialog.getByText('8 GOLD').waitFor()
    expect(await looked('trade-fill')).toEqual([])
    await page.keyboard.press('Enter')
    await confirm()
    expect(consent.asked.at(-1)).toMatch(/Buy 4 units of “GOLD” for 1\.80* SANDBOX/)
    await closeAfter('Bought.')
    expect(await open({ side: 'ask', maxprice: 0.46 })).toMatchObject([{ unitsleft: 8 }])
  })

  it('warns that sellers may take all coins of a bid, and returns the rest on cancelling it', async () => {
    const { page, consent } = window
    await page.getByRole('radio', { name: 'Buy' }).click()
    await page.getByText('A bid is not protected by the chain.').waitFor()
    await page.getByRole('textbox', { name: 'Price per unit' }).fill('0.6')
    await page.getByRole('textbox', { name: 'Amount' }).fill('20')
    await page.getByText(/Already offered: 8 for 0\.45 SANDBOX each/).waitFor()
    await page.getByText(/A seller may take all 12 SANDBOX for one unit/).waitFor()
    expect(await looked('trade-bid')).toEqual([])
    await page.getByRole('textbox', { name: 'Price per unit' }).fill('0.2')
    await page.getByText(/Already offered/).waitFor({ state: 'detached' })
    await pressReview(page)
    await confirm()
    expect(consent.asked.at(-1)).toMatch(/a seller may take all its coins for a single unit/)
    expect(consent.asked.at(-1)).toMatch(/Bid 4\.0+ SANDBOX for 20 units of “GOLD”/)
    await closeAfter('Your bid is in the order book.')
    const [bid] = await open({ side: 'bid' })
    await otherDoes('tokenfillbid', gold, bid!.current, '5')
    await mine()
    await notice('Bought 5 GOLD for 1 SANDBOX', '15 are left').waitFor()

    await page.getByRole('tab', { name: /My orders/ }).click()
    await page.getByRole('grid', { name: 'My orders' }).getByRole('row', { name: /^Bid/ }).getByRole('button').click()
    await confirm()
    expect(consent.asked.at(-1)).toMatch(/Cancel a bid of 3\.0+ SANDBOX/)
    await closeAfter('Bid cancelled.')
    expect(await open({ side: 'bid' })).toEqual([])
  })

  it('sells an NFT by mouse, and buys it back by keyboard from the list of markets', async () => {
    const { page, rpc, consent } = window
    const data = linkedNftData('f3', 'https://pictures.example/pearl.png', '')
    const pearl = await mintOverRpc(rpc, 'PEARL', '0.00000001', 'one of a kind', data)
    await openMarket(pearl, 'PEARL')
    const link = page.getByRole('region', { name: 'Link' })
    await link.getByText('https://pictures.example/pearl.png').waitFor()
    // In a browser this page asks; the desktop app's own windows are tested in tokens.test.ts.
    if (transport === 'browser') await answerAboutLink(page, link)
    await chooseToSell(page)
    await page.getByRole('textbox', { name: 'Amount' }).fill('1')
    await page.getByRole('textbox', { name: 'Price per unit' }).fill('3')
    expect(await looked('trade-nft')).toEqual([])
    await pressReview(page)
    await confirm()
    expect(consent.asked.at(-1)).toMatch(/Offer the NFT “PEARL” for 3\.0+ SANDBOX/)
    // The placed amount is cleared from the form.
    await becomes(() => page.locator('input[name="amount"]').inputValue(), '')
    await closeAfter('Your offer is in the order book.')
    const [ask] = (await other.rpc.call<Page>('listorders', { token: pearl })).rows
    await otherDoes('tokenfillask', pearl, ask!.current, '1')
    await mine()
    await notice('Sold 1 PEARL for 3 SANDBOX', '').waitFor()
    await otherDoes('tokenask', '1', pearl, '2.5')
    await mine()

    await page.keyboard.press('g')
    await page.keyboard.press('k')
    const markets = page.getByRole('grid', { name: 'Tokens with a market' })
    await markets.getByRole('row', { name: 'PEARL' }).getByText('pictures.example/pearl.png').waitFor()
    expect(await looked('trade-nft-list')).toEqual([])
    await markets.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'PEARL market' }).waitFor()
    const offers = page.getByRole('grid', { name: /^Offers/ })
    await offers.getByRole('row', { name: /at 2\.5[.,]/ }).waitFor()
    await offers.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Buy PEARL' })
    await dialog.getByRole('textbox', { name: 'Amount' }).focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await confirm()
    expect(consent.asked.at(-1)).toMatch(/Buy the NFT “PEARL” for 2\.50* SANDBOX/)
    await closeAfter('Bought.')
    expect((await rpc.call<{ balance: number }>('tokenbalance', pearl)).balance).toBe(1)
  })

  it('rejects an NFT that cannot be moved, without any forbidden event in the window', async () => {
    const { page, rpc } = window
    const deed = await mintOverRpc(rpc, 'DEED', '0.00000001', 'an NFT', 'f7aa')
    await openMarket(deed, 'DEED')
    await page.getByText('This NFT cannot be traded').waitFor()
    expect(await page.getByRole('button', { name: 'Review', exact: true }).count()).toBe(0)
    expect(await sidewaysOverflow(page)).toBe(0)
    expect(window.complaints).toEqual([])
  })
})
