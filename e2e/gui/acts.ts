/** User actions that move coins or tokens, each with the steps that fill in its form. The chain asks for approval. */
import type { Page } from 'playwright'
import { testKey } from '../../src-main/node/testing/index.ts'
import { toHex } from '../../src-main/node/util/index.ts'
import { type AppWindow, openWindow, type Transport } from './app.ts'
import { goTo } from './frame.ts'
import { createTwoTokenKeys, sendBuilt } from './market.ts'
import { importOutsideKey } from './outsideKey.ts'
import { BOB } from './people.ts'
import { fillToken, mintOverRpc, openToken } from './tokens.ts'
import { fillPayment } from './wallet.ts'

/** Public key outside the wallet. */
const STRANGER = toHex(testKey(78).pub)

export const ACTS = [
  ...([
    'a new token',
    'a payment',
    'a transfer of units',
    'a deposit into the faucet',
    'an offer',
    'a purchase',
  ] as const),
] as const
type ActName = (typeof ACTS)[number]

export interface Act {
  readonly name: ActName
  /** form texts by field name */
  readonly fields: Readonly<Record<string, string>>
  /** expected part of the question's title */
  readonly asked: string
  /** text shown once a block contains the transaction */
  readonly done: string
  /** Opens the form and fills in `fields`. */
  fill(page: Page): Promise<void>
}

export interface ApprovalWindow {
  readonly window: AppWindow
  readonly acts: readonly Act[]
}

/** Fills in the fields of the open form. */
async function type(page: Page, fields: Act['fields']): Promise<void> {
  for (const [name, text] of Object.entries(fields)) await page.getByRole('textbox', { name }).fill(text)
}

export async function readFields(page: Page, { fields }: Act): Promise<Act['fields']> {
  const entries = Object.keys(fields).map(
    async (name) => [name, await page.getByRole('textbox', { name }).inputValue()] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

async function openMarket(page: Page, tokenid: string, name: string): Promise<void> {
  await page.evaluate(`location.hash = '#/market/${tokenid}'`)
  await page.getByRole('heading', { level: 1, name: `${name} market` }).waitFor()
}

interface TradeTokens {
  /** id of the token that this wallet holds */
  readonly gold: string
  /** id of the token that another key offers */
  readonly silver: string
}

function listActs({ gold, silver }: TradeTokens): readonly Act[] {
  const token = { Name: 'GARNET', Supply: '250', Description: 'In Bern' }
  const payment = { 'Pay to': BOB, Amount: '0.25' }
  const units = { Recipient: STRANGER, Units: '7' }
  const deposit = { Amount: '2.5' }
  const offer = { Amount: '3', 'Price per unit': '2' }
  const purchase = { Amount: '4' }
  return [
    {
      ...{
        name: 'a new token',
        fields: token,
        asked: 'Create the token “GARNET” with 250 units',
        done: 'Token created.',
      },
      fill: (page) => fillToken(page, { name: token.Name, supply: token.Supply, description: token.Description }),
    },
    {
      ...{ name: 'a payment', fields: payment, asked: `0.25000000 SANDBOX to ${BOB}`, done: 'Payment sent.' },
      fill: (page) => fillPayment(page, payment['Pay to'], payment.Amount),
    },
    {
      ...{ name: 'a transfer of units', fields: units, asked: 'Send 7 units of “GOLD”' },
      done: 'received 7 GOLD.',
      async fill(page) {
        const drawer = await openToken(page, 'GOLD')
        await drawer.getByRole('button', { name: 'Send', exact: true }).click()
        await type(page, units)
      },
    },
    {
      ...{ name: 'a deposit into the faucet', fields: deposit, asked: '2.50000000 SANDBOX', done: 'Faucet funded.' },
      async fill(page) {
        await goTo(page, 'Faucet')
        await page.getByRole('button', { name: 'Fund the faucet' }).first().click()
        await type(page, deposit)
      },
    },
    {
      ...{ name: 'an offer', fields: offer, asked: 'Offer 3 units of “GOLD”' },
      done: 'Your offer is in the order book.',
      async fill(page) {
        await openMarket(page, gold, 'GOLD')
        await page.getByRole('radio', { name: 'Sell' }).click()
        await type(page, offer)
      },
    },
    {
      ...{ name: 'a purchase', fields: purchase, asked: 'Buy 4 units of “SILVER”', done: 'Bought.' },
      async fill(page) {
        await openMarket(page, silver, 'SILVER')
        await page
          .getByRole('grid', { name: /^Offers/ })
          .getByRole('row', { name: /at 0\.5\. / })
          .click()
        // The page below has a field with the same name.
        await page.getByRole('dialog', { name: 'Buy SILVER' }).waitFor()
        await type(page, purchase)
      },
    },
  ]
}

export function findAct({ acts }: ApprovalWindow, name: ActName): Act {
  const found = acts.find((act) => act.name === name)
  if (found === undefined) throw new Error(`no action named "${name}"`)
  return found
}

/**
 * Opens a window whose wallet holds GOLD and coins, on a chain that asks for approval of payments. Another key offers
 * SILVER there.
 */
export async function openApprovalWindow(transport: Transport): Promise<ApprovalWindow> {
  const window = await openWindow({ transport })
  const { rpc } = window
  await importOutsideKey(rpc)
  const { first, second } = await createTwoTokenKeys(rpc)
  const gold = await mintOverRpc(rpc, 'GOLD', '0.000001', '')
  await rpc.call('setidentity', second)
  const silver = await mintOverRpc(rpc, 'SILVER', '0.000001', '')
  await sendBuilt(rpc, 'tokenask', '20', silver, '0.5')
  await rpc.call('generate', 1)
  await rpc.call('setidentity', first)
  return { window, acts: listActs({ gold, silver }) }
}

/** Returns to the overview, and so closes any open form, dialog or result of a sent transaction. */
export async function leave(page: Page): Promise<void> {
  await page.evaluate("location.hash = '#/'")
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
}
