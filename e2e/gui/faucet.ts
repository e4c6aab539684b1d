/** Helpers for the faucet screen, and for preparing a second, fresh node. */
import { errors, type Locator, type Page } from 'playwright'
import { expect } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { withPatience } from '../support/patience.ts'
import type { RpcClient } from '../support/rpcClient.ts'
import type { FaultInjector } from './faultInjector.ts'
import { goTo } from './frame.ts'

/** Ten times the duration of 99 of 100 searches at the promised rate; a search has no upper bound. */
export const SEARCH_MS = withPatience(100_000)

export interface Claim {
  readonly state: 'none' | 'searching' | 'found' | 'cancelled' | 'failed'
  readonly id: number
  readonly attempts: number
  readonly txid?: string
}

export const fetchClaim = (rpc: RpcClient): Promise<Claim> => rpc.call<Claim>('getfaucetclaim')

export interface Check {
  readonly name: string
  readonly passed: boolean
  readonly detail: string
  readonly txid?: string
}

export async function fetchClaimChecks(rpc: RpcClient): Promise<readonly Check[]> {
  return (await rpc.call<{ checks: readonly Check[] }>('fauceteligibility')).checks
}

/** Replaces a node's chain by that of another node, so that its key is new to the chain. */
export async function followChain(from: RpcClient, to: RpcClient): Promise<void> {
  // Blocks of a separate genesis would not be replaced by a longer chain, so they are invalidated first.
  if ((await to.call<number>('getblockcount')) > 0) {
    await to.call('invalidateblock', await to.call('getblockhash', 1))
  }
  await sendBlocks(from, to)
}

/** Submits the blocks that a node lacks. */
export async function sendBlocks(from: RpcClient, to: RpcClient): Promise<void> {
  const height = await from.call<number>('getblockcount')
  for (let next = (await to.call<number>('getblockcount')) + 1; next <= height; next += 1) {
    const block = await from.call<string>('getblock', await from.call('getblockhash', next), false)
    expect(await to.call('submitblock', block)).toBe(null)
  }
}

/** Funds the faucet over RPC and confirms the deposit in a block, to prepare a test. */
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

/** Expands the curve, the odds and the conditions. */
export const showHow = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'How it works', expanded: false }).click()

export const conditions = (page: Page): Locator => page.getByRole('list', { name: 'Conditions' })

export const startButton = (page: Page): Locator => page.getByRole('button', { name: /^(Claim 0\.1 |Try again)/ })
export const stopButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: 'Stop', exact: true })

/** Thrown by a step that needs a running search, if the search ended too soon. */
export class EndedTooSoon extends Error {}

/**
 * Timeout for steps on the page during the first search. An element that never appears because the search is over is
 * not a failure. On a busy machine steps take longer, so the next search doubles the timeout.
 */
const BRISK_MS = 5000
const ROUNDS = 20

/** RPC method by which the page sends a found claim. */
const SEND = 'sendrawtransaction'

/**
 * Starts a search by its button and runs `act` during it. The duration of a search is random: if it ends before `act`
 * does, another search is started. Meanwhile the page cannot send a claim, because a key can claim only once. Its send
 * fails rather than getting no reply: only then the page offers another search.
 */
export async function whileSearching<T>(
  { page, rpc }: { readonly page: Page; readonly rpc: RpcClient },
  trouble: FaultInjector,
  act: () => Promise<T>,
): Promise<T> {
  let limit = BRISK_MS
  for (let round = 0; round < ROUNDS; round += 1) {
    trouble.refuse('claims are refused during the test', SEND)
    await rpc.call('cancelfaucetclaim')
    await goTo(page, 'Faucet')
    await startButton(page)
      .or(page.getByRole('button', { name: 'Search again' }))
      .click()
    // The attempts of the previous search stay readable until the new one begins.
    await waitFor(async () => {
      const { state, attempts } = await fetchClaim(rpc)
      expect(state).not.toBe('cancelled')
      expect(attempts).toBeGreaterThan(0)
    })
    page.setDefaultTimeout(limit)
    try {
      const result = await act()
      // Otherwise the page could send a claim that is found after this.
      await rpc.call('cancelfaucetclaim')
      trouble.refuse('')
      return result
    } catch (error) {
      const { state } = await fetchClaim(rpc)
      const tooSlow = error instanceof errors.TimeoutError && limit < MAX_WAIT_MS
      if (state !== 'found' && !(error instanceof EndedTooSoon) && !tooSlow) throw error
      if (state !== 'found' && tooSlow) limit = Math.min(2 * limit, MAX_WAIT_MS)
    } finally {
      page.setDefaultTimeout(MAX_WAIT_MS)
    }
  }
  throw new Error(`${ROUNDS} searches in a row were over before anything could be seen`)
}
