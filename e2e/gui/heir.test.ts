/**
 * Tests an inheritance between two users on two nodes. The user of the window sets one up and withdraws a part. Of
 * another one, set up by the other node, that user is the heir and claims it once the chain's clock has moved on. By
 * mouse in the browser, by keyboard in the desktop app.
 */
import type { Locator } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NetworkNode, until } from '../support/network.ts'
import { keepEvidence, transportsFor } from './app.ts'
import { becomes, goTo } from './frame.ts'
import { sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { type ListeningWindow, openListening, startOther } from './peers.ts'
import { mintOverRpc } from './tokens.ts'

const DAY = 86_400

describe.each(transportsFor('browser'))('an inheritance, %s', (transport) => {
  let window: ListeningWindow
  let other: NetworkNode
  let heirKey: string
  let ownKey: string
  keepEvidence(() => window)

  const tip = (node: Pick<NetworkNode, 'rpc'>) => node.rpc.call<string>('getbestblockhash')
  /** Mines the mempool into a block and waits until both nodes have it. */
  async function mine(): Promise<void> {
    await window.rpc.call('generate', 1)
    const best = await tip(window)
    await until('the block at the other node', async () => (await tip(other)) === best)
  }
  /** Moves the clocks of both nodes a month ahead and mines a block with the new time. */
  async function monthLater(): Promise<void> {
    const { time } = await window.rpc.call<{ time: number }>('listinheritances')
    for (const node of [other, window]) await node.rpc.call('setmocktime', time + 31 * DAY)
    await mine()
  }
  const waiting = () => window.rpc.call<readonly string[]>('getrawmempool')
  /** Waits until the window's transaction is in the mempool, then mines a block. */
  async function confirm(words: string): Promise<void> {
    await until('a transaction', async () => (await waiting()).length > 0)
    await window.rpc.call('generate', 1)
    const dialog = window.page.getByRole('dialog').filter({ hasText: words })
    await dialog.getByText(words).waitFor()
    await press(dialog.getByRole('button', { name: 'Close', exact: true }).last())
    await dialog.waitFor({ state: 'detached' })
  }
  /** Mouse in the browser, keyboard in the desktop app. */
  const press = (button: Locator) => (transport === 'browser' ? button.click() : button.press('Space'))
  async function write(field: Locator, text: string): Promise<void> {
    if (transport === 'browser') return field.fill(text)
    await field.focus()
    await window.page.keyboard.press('ControlOrMeta+a')
    await window.page.keyboard.type(text)
  }
  const field = (name: string) => window.page.getByRole('textbox', { name, exact: true })
  const button = (name: string) => window.page.getByRole('button', { name, exact: true })
  const rows = () => window.page.getByRole('list', { name: 'Inheritances', exact: true }).getByRole('listitem')
  /** Inspects the page in the browser only, because both transports show the same one. */
  const looked = async (name: string) => (transport === 'browser' ? inspect(window.page, name) : [])
  const held = async () =>
    (await window.rpc.call<{ rows: readonly { coins: number; wait: number }[] }>('listinheritances')).rows

  const seenBy = async (node: Pick<NetworkNode, 'rpc'>) =>
    (await node.rpc.call<{ rows: readonly { name: string; txid: string }[] }>('listinheritances')).rows
  const fetchUnits = async (tokenid: string, key: string) =>
    (await window.rpc.call<{ balance: number }>('tokenbalance', tokenid, key)).balance
  /** Sends a transaction of the other user and waits until the window's node has it. */
  async function otherDoes(method: string, ...params: readonly string[]): Promise<void> {
    const built = await other.rpc.call<{ hex: string }>(method, ...params)
    const txid = await other.rpc.call<string>('sendrawtransaction', built.hex)
    await until('the transaction', async () => (await waiting()).includes(txid))
  }
  const sendHere = async (method: string, ...params: readonly string[]) =>
    window.rpc.call<string>('sendrawtransaction', (await window.rpc.call<{ hex: string }>(method, ...params)).hex)

  beforeAll(async () => {
    ;[window, other] = await Promise.all([openListening({ transport }), startOther()])
    await disableAnimations(window.page)
    const { rpc } = window
    const address = await other.rpc.call<string>('getnewaddress')
    heirKey = (await other.rpc.call<{ pubkey: string }>('validateaddress', address)).pubkey
    await other.rpc.call('setidentity', heirKey)
    await rpc.call('addnode', other.target, 'onetry')
    await until('a peer', async () => (await rpc.call<readonly unknown[]>('getpeerinfo')).length > 0)
    ownKey = (await rpc.call<{ pubkey: string }>('listinheritances')).pubkey
    await rpc.call('sendtoaddress', address, 100)
    await mine()
  })
  afterAll(async () => {
    await window?.close()
    await other?.stop()
  })

  it('starts for another user, and returns a part on withdrawal', async () => {
    const { page, consent } = window
    await goTo(page, 'Inheritance')
    await page.getByText('No inheritances yet').waitFor()
    expect(await looked('inheritance-empty')).toEqual([])
    await press(button('Set up an inheritance'))
    await press(button('Review'))
    await page.getByText('Enter who inherits.').waitFor()
    expect(await looked('inheritance-wrong')).toEqual([])
    await write(field('What do you call it?'), 'For Anna')
    await write(field('Who inherits?'), heirKey)
    await write(field('How much?'), '5')
    await write(field('After how long without a sign from you?'), '30')
    expect(await looked('inheritance-form')).toEqual([])
    await press(button('Review'))
    await confirm('Inheritance set up.')
    expect(consent.asked.at(-1)).toMatch(
      /Set up an inheritance with 5\.00000000 SANDBOX\?[\s\S]*An heir who uses other software can do so before the time is over/,
    )
    expect(consent.asked.at(-1)).toMatch(/\w+ inherits it after 30 days without a sign of the owner/)
    await rows()
      .getByText(/can take it in 30 days/)
      .waitFor()

    await press(button('Withdraw from For Anna'))
    await page.getByRole('dialog').getByText('Withdrawing part of it resets the timer.').waitFor()
    await write(field('How much?'), '1')
    await press(button('Review'))
    await confirm('Now in your wallet.')
    expect((await held()).map(({ coins }) => coins)).toEqual([4])
    await rows().getByText('4 SANDBOX').waitFor()
  })

  it('lets the heir claim on the due day, not before', async () => {
    const { page } = window
    await otherDoes('heirfund', '7', 'From Bob', ownKey, String(30 * DAY), '')
    await window.rpc.call('generate', 1)
    const row = rows().filter({ hasText: 'From Bob' })
    await row.getByText(/^You can take it in 30 days/).waitFor()
    expect(await row.getByRole('button', { name: 'Withdraw from From Bob' }).count()).toBe(0)
    expect(await looked('inheritance-full')).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)

    await monthLater()
    await row.getByText('You can take it now.').waitFor()
    expect(await looked('inheritance-open')).toEqual([])
    await press(button('Withdraw from From Bob'))
    await press(button('All'))
    await becomes(() => field('How much?').inputValue(), '7')
    await press(button('Review'))
    await confirm('Now in your wallet.')
    await row.getByText('Nothing is left in it.').waitFor()
    expect(await looked('inheritance-claimed')).toEqual([])
  })

  it('holds units of a token, which the heir sees and claims, and which are claimed here', async () => {
    const { page, rpc } = window
    const gold = await mintOverRpc(rpc, 'GOLD', '0.00001', 'a thousand units to inherit')
    await press(button('Set up an inheritance'))
    await page.getByRole('combobox', { name: 'What?' }).selectOption(gold)
    await page.getByText('For tokens the timer cannot be reset: withdraw in time.').waitFor()
    await write(field('What do you call it?'), 'The ring')
    await write(field('Who inherits?'), heirKey)
    await write(field('How much?'), '2000')
    await press(button('Review'))
    await page.getByText('Only 1,000 available.').waitFor()
    await write(field('How much?'), '100')
    await write(field('After how long without a sign from you?'), '30')
    expect(await looked('inheritance-token-form')).toEqual([])
    await press(button('Review'))
    await confirm('Inheritance set up.')
    expect(window.consent.asked.at(-1)).toMatch(/100 units of “GOLD”/)

    const own = rows().filter({ hasText: 'The ring' })
    await own.getByText('100 GOLD').waitFor()
    await press(button('Add to The ring'))
    await page.getByText('Adding does not reset the timer.').waitFor()
    await write(field('How much?'), '50')
    await press(button('Review'))
    await confirm('Added.')
    await own.getByText('150 GOLD').waitFor()
    await press(button('Withdraw from The ring'))
    await page.getByText('For tokens the timer goes on.').waitFor()
    await write(field('How much?'), '30')
    await press(button('Review'))
    await confirm('Now in your wallet.')
    await own.getByText('120 GOLD').waitFor()
    expect(await fetchUnits(gold, ownKey)).toBe(880)

    await mine()
    // The other user is the heir: it sees the inheritance, and leaves a part to the user of the window.
    const ring = (await seenBy(other)).find(({ name }) => name === 'The ring')!
    expect(ring).toMatchObject({ own: false, units: 120, allowed: false, token: { tokenid: gold, name: 'GOLD' } })
    await sendHere('tokentransfer', gold, heirKey, '70')
    await mine()
    await otherDoes('heirfund', '70', 'The chain', ownKey, String(30 * DAY), '', gold)
    await mine()
    const row = rows().filter({ hasText: 'The chain' })
    await row.getByText('70 GOLD').waitFor()
    expect(await row.getByRole('button', { name: 'Withdraw from The chain' }).count()).toBe(0)

    await monthLater()
    await own.getByText('The heir can take it now.').waitFor()
    await row.getByText('You can take it now.').waitFor()
    expect(await looked('inheritance-token')).toEqual([])
    await otherDoes('heirclaim', '120', ring.txid)
    await mine()
    await press(button('Withdraw from The chain'))
    await press(button('All'))
    await becomes(() => field('How much?').inputValue(), '70')
    await press(button('Review'))
    await confirm('Now in your wallet.')
    await own.getByText('Nothing is left in it.').waitFor()
    expect(await fetchUnits(gold, heirKey)).toBe(120)
    expect(await fetchUnits(gold, ownKey)).toBe(880)
    expect(window.complaints).toEqual([])
  })
})
