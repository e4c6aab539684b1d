/** Tests the explorer: pages for blocks, transactions and tokens, and links to them everywhere. */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow, pageTransports } from './app.ts'
import { bigTransaction, type Coin, copiesItsLink, openPath } from './explorer.ts'
import { becomes, goTo, showsCard } from './frame.ts'
import { sidewaysOverflow } from './inPage.ts'
import { mintOverRpc } from './tokens.ts'

const NOWHERE = 'ab'.repeat(32)

describe.each(pageTransports)('explorer, %s', (transport) => {
  let window: AppWindow
  let page: Page
  keepEvidence(() => window)

  beforeAll(async () => {
    window = await openWindow({ transport, args: ['-automine=0'] })
    page = window.page
  })
  afterAll(() => window?.close())

  const open = (path: string) => openPath(page, path)
  const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  const generate = (count = 1) => window.rpc.call<string[]>('generate', count)
  const pay = async (amount = 1) =>
    window.rpc.call<string>('sendtoaddress', await window.rpc.call('getnewaddress'), amount)

  it('shows a block by height and by hash, with its previous and next block', async () => {
    const { rpc } = window
    const txid = await pay()
    await generate(3)
    const height = (await rpc.call<number>('getblockcount')) - 2
    const hash = await rpc.call<string>('getblockhash', height)
    await open(`/block/${height}`)
    await title(`Block ${height}`).waitFor()
    await page.getByText('3 confirmations', { exact: true }).waitFor()
    await page.getByRole('button', { name: `Copy block hash ${hash}` }).waitFor()
    const rows = page.getByRole('grid', { name: 'Transactions of the block' }).getByRole('row')
    await becomes(() => rows.count(), 3)
    await page.getByRole('link', { name: 'Next block' }).click()
    await title(`Block ${height + 1}`).waitFor()
    await page.goBack()
    await title(`Block ${height}`).waitFor()
    await page.goForward()
    await title(`Block ${height + 1}`).waitFor()
    await page.goBack()
    await title(`Block ${height}`).waitFor()
    await copiesItsLink(page)
    await page.getByRole('tab', { name: 'Header' }).click()
    const block = await rpc.call<{ merkleroot: string }>('getblock', hash)
    await page.getByRole('button', { name: `Copy merkle root ${block.merkleroot}` }).waitFor()
    await page.getByRole('tab', { name: 'Raw' }).click()
    const raw = await rpc.call<string>('getblock', hash, 0)
    await becomes(
      async () => (await page.getByRole('region', { name: 'raw block' }).innerText()).slice(0, 100),
      raw.slice(0, 100),
    )
    await page.reload()
    await page.getByRole('tab', { name: 'Raw', selected: true }).waitFor()
    await page.getByRole('tab', { name: 'Transactions' }).click()
    await rows.filter({ hasText: 'Payment' }).click()
    await title('Transaction').waitFor()
    expect(page.url()).toContain(txid)
    await page.goBack()
    await title(`Block ${height}`).waitFor()
  })

  it('follows a transaction from the mempool into a block, and links the spenders of its outputs', async () => {
    const { rpc } = window
    const txid = await pay(2)
    await open(`/tx/${txid}`)
    await title('Transaction').waitFor()
    await page.getByRole('main').getByText('Unconfirmed', { exact: true }).waitFor()
    await copiesItsLink(page)
    await generate()
    await page.getByText('1 confirmation', { exact: true }).waitFor()
    const outputs = page.getByRole('region', { name: 'Outputs' })
    await outputs.getByText('Unspent').first().waitFor()
    const all = await rpc.call<number>('getbalance')
    const next = await rpc.call<string>('sendtoaddress', await rpc.call('getnewaddress'), all, '', '', true)
    await outputs.getByText('Unconfirmed: spent by').first().waitFor()
    await generate()
    await outputs
      .getByRole('link', { name: `spending transaction ${next}` })
      .first()
      .click()
    await becomes(async () => page.url().includes(next), true)
    await page
      .getByRole('region', { name: 'Inputs' })
      .getByRole('link', { name: `spent transaction ${txid}` })
      .first()
      .waitFor()
    await page.getByText('Details', { exact: true }).click()
    await page.getByRole('tab', { name: 'Decoded' }).click()
    await page.getByRole('tree', { name: 'Decoded transaction' }).getByText('expiryheight').waitFor()
    await page.getByRole('tab', { name: 'Raw' }).click()
    const raw = await rpc.call<string>('getrawtransaction', next)
    await becomes(
      async () =>
        (await page.getByRole('region', { name: 'raw transaction' }).innerText()).replaceAll(/\s/g, '').slice(0, 400),
      raw.slice(0, 400),
    )
    await page.getByRole('tab', { name: 'Scripts and conditions' }).click()
    await page.getByRole('grid', { name: 'Scripts of the transaction' }).getByText('Public key hash').first().waitFor()
  })

  it('reports unknown items as not found, and recognises the kind of a hash', async () => {
    const { rpc } = window
    await open(`/tx/${NOWHERE}`)
    await page.getByText('Transaction not found').waitFor()
    await open('/block/999999')
    await page.getByText('Block not found').waitFor()
    await open(`/find/${NOWHERE}`)
    await page.getByText('Nothing has this hash').waitFor()
    await open(`/tokens/${NOWHERE}`)
    await page.getByText('Token not found').waitFor()
    const hash = await rpc.call<string>('getbestblockhash')
    await open(`/tx/${hash}`)
    await page.getByRole('link', { name: 'open the block' }).click()
    await title(/^Block \d/).waitFor()
    await open(`/find/${hash}`)
    await becomes(async () => page.url().includes(`/block/${hash}`), true)
  })

  it('shows that a block was orphaned', async () => {
    const { rpc } = window
    const [hash] = await generate()
    await open(`/block/${hash}`)
    await page.getByText('1 confirmation', { exact: true }).waitFor()
    await rpc.call('invalidateblock', hash)
    await page.getByText('Orphaned: not on the active chain', { exact: true }).waitFor()
    await rpc.call('reconsiderblock', hash)
    await page.getByText('1 confirmation', { exact: true }).waitFor()
  })

  it('shows a page for a token, whose hostile texts are harmless', async () => {
    const { rpc } = window
    const tokenid = await mintOverRpc(rpc, '<b>x</b>\u202egnp', '0.00000005', '<img src=x onerror=alert(1)>')
    await open(`/find/${tokenid}`)
    await becomes(async () => page.url().includes(`/tokens/${tokenid}`), true)
    await copiesItsLink(page)
    await page.getByText('<img src=x onerror=alert(1)>').waitFor()
    await page.getByRole('grid', { name: 'Holders' }).getByText('you').waitFor()
    await page.getByRole('link', { name: 'this transaction' }).click()
    await title('Transaction').waitFor()
    await page.getByText(/^You created 5 <b>x/).waitFor()
    expect(await page.locator('main b, main img').count()).toBe(0)
    await page.getByRole('region', { name: 'Outputs' }).getByText('5 units of').waitFor()
  })

  it('finds anything by the search: exact hits first, actions by their common names', async () => {
    const { rpc } = window
    const address = await rpc.call<string>('getnewaddress')
    await rpc.call('watchaddress', address, 'Rent of the flat')
    const { pubkey } = await rpc.call<{ pubkey: string }>('validateaddress', address)
    const tokenid = await mintOverRpc(rpc, 'FINDME', '0.00000007', '')
    const txid = await pay()
    const hash = await rpc.call<string>('getbestblockhash')
    const search = page.getByRole('combobox', { name: 'Search or run a command' })
    const top = page.getByRole('option', { selected: true })
    const find = async (text: string, first: string | RegExp) => {
      await page.keyboard.press('ControlOrMeta+k')
      await search.fill(text)
      await top.filter({ hasText: first }).waitFor()
      await page.keyboard.press('Enter')
      await search.waitFor({ state: 'detached' })
    }
    const leadsTo = (end: string) => becomes(async () => page.url().split('#')[1], end)
    await find('2', 'Block 2')
    await leadsTo('/block/2')
    await find(hash, /^Block \d/)
    await leadsTo(`/block/${hash}`)
    await find(txid.toUpperCase(), 'Transaction: Payment')
    await leadsTo(`/tx/${txid}`)
    await find(address, 'Address')
    await leadsTo(`/addresses/${address}`)
    await copiesItsLink(page)
    await open('/')
    await find(pubkey, 'of this public key')
    await leadsTo(`/addresses/${address}`)
    await find(tokenid, 'Token FINDME')
    await leadsTo(`/tokens/${tokenid}`)
    await find('findm', 'FINDME')
    await leadsTo(`/tokens/${tokenid}`)
    await find('rent of', 'Rent of the flat')
    await leadsTo(`/addresses/${address}`)
    await find(page.url().replace(/#.*/, `#/tx/${txid}`), 'Transaction')
    await leadsTo(`/tx/${txid}`)
    await find('send', 'Send coins')
    await leadsTo('/wallet?tab=send')
    await find('listunspent', 'listunspent')
    await becomes(() => page.getByRole('combobox', { name: 'Command' }).inputValue(), 'listunspent')
    await find('seed', 'Recovery phrase')
    await leadsTo('/wallet?tab=keys')
    // Typed and entered at once, before the node has identified the text.
    await page.keyboard.press('ControlOrMeta+k')
    await search.waitFor()
    await page.keyboard.insertText(hash)
    await page.keyboard.press('Enter')
    await leadsTo(`/block/${hash}`)
    await generate()
  })

  it('finds the same items by the field on the page, and keeps text that was not found', async () => {
    const { rpc } = window
    const field = page.getByRole('textbox', { name: 'Look up' })
    const hash = await rpc.call<string>('getbestblockhash')
    for (const [text, answer, end] of [
      ['2', 'Block 2', '/block/2'],
      [hash, /^Block \d/, `/block/${hash}`],
      ['findm', 'FINDME', /^\/tokens\/[0-9a-f]{64}$/],
      ['me', 'Me', /^\/addresses\/R/],
    ] as const) {
      await open('/explorer')
      await field.fill(text)
      await page.getByRole('option', { name: answer, selected: true }).waitFor()
      await field.press('Enter')
      await becomes(async () => new RegExp(end).test(page.url().split('#')[1] ?? ''), true)
    }
    await open('/explorer')
    await field.fill('nowhere')
    await field.press('Enter')
    await page.getByText('Nothing found on this chain.').waitFor()
    expect(await field.inputValue()).toBe('nowhere')
  })

  it('links heights, hashes and tokens on other pages to the explorer', async () => {
    const { rpc } = window
    const tokenid = await mintOverRpc(rpc, 'LINKED', '0.00000003', '')
    const height = await rpc.call<number>('getblockcount')
    const hash = await rpc.call<string>('getbestblockhash')
    await goTo(page, 'Home')
    const tip = page.getByRole('contentinfo').getByRole('link', { name: new RegExp(`^${height},`) })
    await showsCard(tip, 'Confirmations')
    await tip.click()
    await becomes(async () => page.url().split('#')[1], `/block/${height}`)
    await page.goBack()
    await page.getByRole('region', { name: 'The state of the chain' }).getByRole('link').click()
    await becomes(async () => page.url().split('#')[1], `/block/${height}`)
    await open(`/?block=${hash}`)
    const rows = page.getByRole('dialog').getByRole('grid')
    await rows.getByRole('link', { name: `transaction ${tokenid}` }).waitFor()
    await open(`/?tx=${tokenid}`)
    await page.getByRole('dialog').getByRole('link').filter({ hasText: 'LINKED' }).click()
    await becomes(async () => page.url().split('#')[1], `/tokens/${tokenid}`)
  })

  it('fills the next block with unconfirmed payments, and links a square to its transaction', async () => {
    const { rpc } = window
    await goTo(page, 'Explorer')
    await page.getByText('Nothing waiting').waitFor()
    const txid = await pay(0.0005)
    await page
      .getByText(/^1 waiting/)
      .first()
      .waitFor()
    const next = page.getByRole('img', { name: '1 payment', exact: true })
    await next.waitFor()
    await generate()
    await page.getByText('Nothing waiting').waitFor()
    const height = await rpc.call<number>('getblockcount')
    const river = page.getByRole('list', { name: 'Latest blocks, newest first' })
    const newest = river
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: new RegExp(`^Block ${height},`) }) })
    const squares = newest.getByRole('img', { name: '1 block reward, 1 payment' })
    await squares.waitFor()
    const { x, y, height: tall } = (await squares.boundingBox())!
    await page.mouse.move(x + 36, y + tall - 10)
    await page.mouse.click(x + 36, y + tall - 10)
    await becomes(async () => page.url().split('#')[1], `/tx/${txid}`)
    await page.goBack()
    // The keyboard works too; the block reward comes first.
    await squares.waitFor()
    await newest.getByRole('button').focus()
    await page.keyboard.press('ArrowRight')
    await newest.getByRole('status').getByText('block reward').waitFor()
    await page.keyboard.press('ArrowRight')
    await newest.getByRole('status').getByText(`payment ${txid}`).waitFor()
    await page.keyboard.press('Enter')
    await becomes(async () => page.url().split('#')[1], `/tx/${txid}`)
    await page.goBack()
    await newest.getByRole('button').focus()
    await page.keyboard.press('Enter')
    await title(`Block ${height}`).waitFor()
    await goTo(page, 'Explorer')
    await page.getByRole('img', { name: /^Supply from block 0/ }).waitFor()
    await page.getByRole('img', { name: /^Wallet balance from block/ }).waitFor()
    await page
      .getByRole('grid', { name: 'Latest blocks' })
      .getByRole('row', { name: `Block ${height}`, exact: true })
      .click()
    await title(`Block ${height}`).waitFor()
  })

  it('renders few rows for a transaction with thousands of outputs', async () => {
    const { rpc } = window
    const own = await rpc.call<string>('getnewaddress')
    const coins = await rpc.call<Coin[]>('listunspent')
    const [coin] = coins.sort((a, b) => b.amount - a.amount)
    if (!coin) throw new Error('no coin')
    const hex = await bigTransaction(rpc, coin, 2500, own)
    const txid = await rpc.call<string>('sendrawtransaction', hex, true)
    await generate()
    await open(`/tx/${txid}`)
    await page.getByRole('heading', { name: '2,500 outputs' }).waitFor()
    const list = page.getByRole('region', { name: 'Outputs' })
    expect(await list.getByRole('listitem').count()).toBeLessThan(40)
    await list.focus()
    await page.keyboard.press('End')
    await list.getByText('2,499', { exact: true }).waitFor()
    await list.getByText('Unspent').last().waitFor()
    expect(await sidewaysOverflow(page)).toBe(0)
    expect(window.complaints).toEqual([])
  })
})
