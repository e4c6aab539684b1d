/** Test data and navigation helpers for the explorer. */
import type { Page } from 'playwright'
import type { RpcClient } from '../support/rpcClient.ts'
import { becomes } from './frame.ts'

export const openPath = (page: Page, path: string): Promise<unknown> => page.evaluate(`location.hash = '#${path}'`)

/** Checks that a page of the explorer copies its own address. */
export async function copiesItsLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Copy link to this page|Link copied)$/ }).click()
  await becomes(() => page.evaluate<string>('navigator.clipboard.readText()'), page.url())
}

export interface Coin {
  readonly txid: string
  readonly vout: number
  readonly amount: number
}

/**
 * Returns a signed transaction with `count` equal outputs. createrawtransaction keys outputs by address, so each output
 * needs its own address.
 */
export async function bigTransaction(rpc: RpcClient, coin: Coin, count: number, own: string): Promise<string> {
  const { scriptPubKey } = await rpc.call<{ scriptPubKey: string }>('validateaddress', own)
  const outputs: Record<string, string> = { [own]: '0.001' }
  const one = await rpc.call<string>('createrawtransaction', [{ txid: coin.txid, vout: coin.vout }], outputs)
  const script = `19${scriptPubKey}`
  const value = 'a086010000000000'
  const [head, tail] = one.split(`01${value}${script}`)
  if (head === undefined || tail === undefined) throw new Error('an output of another form')
  const size = count.toString(16).padStart(4, '0')
  const hex = `${head}fd${size.slice(2)}${size.slice(0, 2)}${`${value}${script}`.repeat(count)}${tail}`
  return (await rpc.call<{ hex: string }>('signrawtransaction', hex)).hex
}
