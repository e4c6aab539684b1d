/** The faucet screen, as a person uses it, and what a second, fresh node needs before one comes. */
import { errors, type Locator, type Page } from 'playwright'
import { expect } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { withPatience } from '../support/patience.ts'
import type { RpcClient } from '../support/rpcClient.ts'
import { goTo } from './frame.ts'
import type { Trouble } from './trouble.ts'

/** Ten times what 99 of 100 searches need at the rate that is promised; luck has no upper bound. */
export const SEARCH_MS = withPatience(100_000)

export interface Claim {
  readonly state: 'none' | 'searching' | 'found' | 'cancelled' | 'failed'
  readonly id: number
  readonly attempts: number
  readonly txid?: string
}

export const claimOf = (rpc: RpcClient): Promise<Claim> => rpc.call<Claim>('getfaucetclaim')

export interface Check {
  readonly name: string
  readonly passed: boolean
  readonly detail: string
  readonly txid?: string
}

export async function checksOf(rpc: RpcClient): Promise<readonly Check[]> {
  return (await rpc.call<{ checks: readonly Check[] }>('fauceteligibility')).checks
}

/** Gives a node the chain of another one instead of its own: its key is then new to the chain. */
export async function followChain(from: RpcClient, to: RpcClient): Promise<void> {
  // Blocks of an own beginning would not be given up for longer ones: they are taken back by hand.
  if ((await to.call<number>('getblockcount')) > 0) {
    await to.call('invalidateblock', await to.call('getblockhash', 1))
  }
  await sendBlocks(from, to)
}

/** Hands over the blocks that a node does not have yet. */
export async function sendBlocks(from: RpcClient, to: RpcClient): Promise<void> {
  const height = await from.call<number>('getblockcount')
  for (let next = (await to.call<number>('getblockcount')) + 1; next <= height; next += 1) {
    const block = await from.call<string>('getblock', await from.call('getblockhash', next), false)
    expect(await to.call('submitblock', block)).toBe(null)
  }
}

/** Pays into the faucet over RPC, in a block; for what must be there before a person comes. */
export async function fundOverRpc(rpc: RpcClient, amount: string): Promise<string> {
  const built = await rpc.call<{ result: string; hex: string; error?: string }>('faucetfund', amount)
  if (built.result !== 'success') throw new Error(`faucetfund refused: ${built.error}`)
  const txid = await rpc.call<string>('sendrawtransaction', built.hex)
  await rpc.call('generate', 1)
  return txid
}

/** Opens the dialog, fills in an amount and waits for the review. */
export async function reviewDeposit(page: Page, amount: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Fund the faucet' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Fund the faucet' })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await dialog.getByRole('button', { name: 'Review', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: /\?$/ })
  await sheet.waitFor()
  return sheet
}

/** Unfolds the curve, the odds and the conditions. */
export const showHow = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'How it works', expanded: false }).click()

export const conditions = (page: Page): Locator => page.getByRole('list', { name: 'Conditions' })

export const startButton = (page: Page): Locator => page.getByRole('button', { name: /^(Claim 0\.1 |Try again)/ })
export const stopButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: 'Stop', exact: true })

/** Thrown by what is done during a search when that ended too soon. */
export class EndedTooSoon extends Error {}

/**
 * How long anything on the page may take while the first search runs: what is waited for never comes once the search is over,
 * which is no failure. On a busy machine it takes longer, so the next search gives it twice the time.
 */
const BRISK_MS = 5000
const ROUNDS = 20

/** The method by which the page sends a found claim. */
const SEND = 'sendrawtransaction'

/**
 * Starts a search by its button and does something while it runs. How long a search takes is luck: if it ended before
 * everything was seen, another one is started. Until then the page's claim does not reach the node, because a key claims once.
 */
export async function whileSearching<T>(
  { page, rpc }: { readonly page: Page; readonly rpc: RpcClient },
  trouble: Trouble,
  act: () => Promise<T>,
): Promise<T> {
  let limit = BRISK_MS
  for (let round = 0; round < ROUNDS; round += 1) {
    await rpc.call('cancelfaucetclaim')
    // A claim that was found before waits for its answer there.
    if (round > 0) await page.reload()
    trouble.hold(SEND)
    await goTo(page, 'Faucet')
    await startButton(page)
      .or(page.getByRole('button', { name: 'Search again' }))
      .click()
    // The attempts of the search before stay readable until the new one begins.
    await waitFor(async () => {
      const { state, attempts } = await claimOf(rpc)
      expect(state).not.toBe('cancelled')
      expect(attempts).toBeGreaterThan(0)
    })
    page.setDefaultTimeout(limit)
    try {
      const result = await act()
      trouble.hold()
      return result
    } catch (error) {
      const { state } = await claimOf(rpc)
      const tooSlow = error instanceof errors.TimeoutError && limit < MAX_WAIT_MS
      if (state !== 'found' && !(error instanceof EndedTooSoon) && !tooSlow) throw error
      if (state !== 'found' && tooSlow) limit = Math.min(2 * limit, MAX_WAIT_MS)
    } finally {
      page.setDefaultTimeout(MAX_WAIT_MS)
    }
  }
  throw new Error(`${ROUNDS} searches in a row were over before anything could be seen`)
}
