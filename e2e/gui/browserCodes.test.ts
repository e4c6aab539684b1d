/**
 * Tests browser mode against a program that has a page's secret and nothing else: it cannot send a payment without the
 * code from the terminal. Payments are counted over RPC with the credentials of the configuration.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCodes } from '../support/codes.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { until } from '../support/network.ts'
import { freePort } from '../support/ports.ts'
import { connectRpc, type RpcClient } from '../support/rpcClient.ts'
import { startWebApp, type WebApp } from '../support/webApp.ts'
import { openWindowSocket, type WindowSocket } from '../support/windowSocket.ts'
import { importOutsideKey } from './outsideKey.ts'

/** Address of an unknown key. */
const THEM = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const WRONG_TRIES = 3

interface Paying {
  readonly vout: readonly { readonly value: number; readonly scriptPubKey: { readonly addresses: readonly string[] } }[]
}

let app: WebApp
let page: WindowSocket
let owner: RpcClient
let codes: ReturnType<typeof readCodes>
/** Answers that the page will give to its questions, in order. */
let typed: (string | null | Promise<string | null>)[] = []

beforeAll(async () => {
  const home = temporaryFolder()
  const port = await freePort()
  app = await startWebApp({ home, args: ['-sandbox', '-automine=0', `-rpcport=${port}`] })
  page = await openWindowSocket(app, async () => typed.shift() ?? null)
  codes = readCodes(app)
  const conf = readFileSync(join(home, '.chainwright/SANDBOX/SANDBOX.conf'), 'utf8')
  const [user = '', password = ''] = ['rpcuser', 'rpcpassword'].map(
    (key) => new RegExp(`^${key}=(.*)$`, 'm').exec(conf)?.[1],
  )
  owner = connectRpc({ port, user, password })
  // Only a private sandbox pays without a code, so a key is imported from outside.
  await until('a node', () =>
    importOutsideKey(owner).then(
      () => true,
      () => undefined,
    ),
  )
  await until('coins', async () => (await owner.call<number>('getbalance').catch(() => 0)) > 100)
})
afterAll(async () => {
  owner?.close()
  page?.close()
  await app?.stop()
})

describe('a page in browser mode', () => {
  it('sends after the code of the terminal, which names the payment', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    typed = [promise]
    const sent = page.call<string>('sendtoaddress', THEM, 3)
    const { summary, code } = await codes.next()
    expect(summary).toBe(`SANDBOX: Send 3.00000000 SANDBOX to ${THEM}`)
    expect(await owner.call('getrawmempool')).toEqual([])
    resolve(code)
    const txid = await sent
    expect(await owner.call('getrawmempool')).toEqual([txid])
    const { vout } = await owner.call<Paying>('getrawtransaction', txid, 1)
    expect(vout.find(({ scriptPubKey }) => scriptPubKey.addresses.includes(THEM))?.value).toBe(3)
  })

  it('sends nothing without a code, or for the code of another question', async () => {
    const before = await owner.call('getrawmempool')
    await expect(page.call('sendtoaddress', THEM, 1)).rejects.toThrow('You decided against it')
    typed = Array<string>(WRONG_TRIES).fill((await codes.next()).code)
    await expect(page.call('sendtoaddress', THEM, 2)).rejects.toThrow('You decided against it')
    expect(typed).toEqual([])
    expect(await owner.call('getrawmempool')).toEqual(before)
  })
})
