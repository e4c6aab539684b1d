/**
 * A compromised page tries to send real payments through the private sandbox, which asks for no approval of its coins.
 * Nodes of the attacker are connected, or try to connect, and record outgoing data.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SANDBOX_ARGS } from '#shared/arguments.ts'
import { type AppWindow, openWindow } from '../gui/app.ts'
import type { Consent } from '../gui/consent.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { type NetworkNode, startNetworkNode, until, untilSameTip } from '../support/network.ts'
import { freePort } from '../support/ports.ts'
import { connectRaw } from '../support/rawPeer.ts'
import { connectRpc, type RpcClient } from '../support/rpcClient.ts'
import { call, callForResult } from './pageCalls.ts'

const SECRET = 'what only the wallet of the victim knows'
const THEIRS = 'Theirs'

let home: string
let window: AppWindow
/** has the victim's joined chain, its coins, and payments made there */
let attacker: NetworkNode
let address: string

beforeAll(async () => {
  home = temporaryFolder()
  window = await openWindow({ transport: 'shell', home, unnamed: true })
  attacker = await startNetworkNode({ chain: SANDBOX_ARGS })
  address = await attacker.rpc.call<string>('getnewaddress')
})
afterAll(async () => {
  await attacker?.stop()
  await window?.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

const page = (): Page => window.page
const consent = (): Consent => window.consent
interface Listed {
  readonly id: string
  readonly kind: string
  readonly label: string
  readonly directory: string
  readonly asks: boolean
}
const list = async () => (await callForResult<{ chains: readonly Listed[] }>(page(), 'listchains')).chains
const chain = async (id: string) => {
  const found = (await list()).find((each) => each.id === id)
  if (found === undefined) throw new Error(`no chain ${id}`)
  return found
}

/** Makes a call and approves its question. */
async function agreed<T>(name: string, ...params: readonly unknown[]): Promise<T> {
  const { given } = consent()
  consent().given = true
  try {
    return await until('an answer', async () => {
      const { state, text } = await call(page(), name, ...params)
      if (state === 'answered') return { value: JSON.parse(text) as T }
      // Rejections of earlier tests still delay questions.
      if (text.includes('can be asked again')) return undefined
      throw new Error(`${name}: ${text}`)
    }).then(({ value }) => value)
  } finally {
    consent().given = given
  }
}

/** Starts a chain on a free port, and shows it. */
async function start(id: string): Promise<void> {
  await agreed('startchain', id, { rpcport: await freePort() })
  await callForResult(page(), 'selectchain', id)
}

/**
 * Makes the page pay. Resolves to the questions, and whether the coins were sent. Approving also resets the delay of
 * the page's next question.
 */
async function pay(yes: boolean, to = address): Promise<{ readonly sent: boolean; readonly asked: readonly string[] }> {
  consent().given = yes
  const before = consent().asked.length
  const { state } = await until('an answer', async () => {
    const answer = await call(page(), 'sendtoaddress', to, '0.5')
    return answer.text.includes('can be asked again') ? undefined : answer
  })
  consent().given = false
  return { sent: state === 'answered', asked: consent().asked.slice(before) }
}
const QUESTION = [expect.stringContaining('0.50000000')]
const UNASKED = { sent: true, asked: [] }
const REFUSED = { sent: false, asked: QUESTION }
const AGREED = { sent: true, asked: QUESTION }

/** Connects to a node of the app over RPC with its own credentials, bypassing the page. */
async function ownerRpc(id: string): Promise<RpcClient> {
  const { directory } = await chain(id)
  const conf = readFileSync(join(directory, 'SANDBOX.conf'), 'utf8')
  const value = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(conf)?.[1] ?? ''
  return connectRpc({ port: Number(value('rpcport')), user: value('rpcuser'), password: value('rpcpassword') })
}

/** Returns Friend's listening port, which any program on the machine can find out. */
async function friendPort(): Promise<number> {
  const [added] = await callForResult<readonly { addednode: string }[]>(page(), 'getaddednodeinfo', false)
  return Number(added?.addednode.split(':')[1])
}

/** Creates a new sandbox with both wallets, and checks that it pays without a question. */
async function openSandbox(): Promise<string> {
  for (const { id } of (await list()).filter(({ kind }) => kind === 'sandbox')) await deleteSandbox(id)
  const { id } = await callForResult<{ id: string }>(page(), 'addsandbox')
  await start(id)
  await callForResult(page(), 'startfriend')
  expect([(await chain(id)).asks, (await chain('sandbox-friend')).asks]).toEqual([false, false])
  expect(await pay(false)).toEqual(UNASKED)
  return id
}

async function deleteSandbox(id: string): Promise<void> {
  await callForResult(page(), 'stopchain', id)
  await agreed('deletechain', id, 'SANDBOX')
}

const userAgents = (peers: readonly { readonly subver: string }[]) => peers.map(({ subver }) => subver)

describe('a compromised page', () => {
  let theirs: string
  /** bytes of a payment on the chain that others can see */
  let real: string

  it('gains no sandbox rights for a chain with its options that was joined before the sandbox existed', async () => {
    const joined = await agreed<{ id: string }>('joinchain', { options: SANDBOX_ARGS, label: THEIRS })
    theirs = joined.id
    await start(theirs)
    await callForResult(page(), 'generate', 3)
    // On a joined chain, adding a node by numeric address needs no question.
    await callForResult(page(), 'addnode', attacker.target, 'onetry')
    const rpc = await ownerRpc(theirs)
    await untilSameTip(attacker, { ...attacker, rpc })
    expect(await pay(false)).toEqual(REFUSED)
    const sandbox = await callForResult<{ id: string }>(page(), 'addsandbox')
    expect(sandbox.id).not.toBe(theirs)
    expect(await chain(theirs)).toMatchObject({ kind: 'joined', asks: true })
    expect(await attacker.rpc.call('getrawmempool')).toEqual([])
    // A real payment, made by the owner over RPC.
    real = await rpc
      .call<string>('sendtoaddress', address, 1)
      .then((txid) => rpc.call<string>('getrawtransaction', txid, 0))
    // Pays the victim itself.
    expect(await pay(true, await rpc.call('getnewaddress'))).toEqual(AGREED)
    rpc.close()
  })

  it('gains no sandbox rights by a name either', async () => {
    for (const label of ['Sandbox', 'sandbox', 'Friend', 'Fríend', 'Freund', 'Sandb0x']) {
      expect(await call(page(), 'renamechain', theirs, label)).toMatchObject({
        state: 'refused',
        text: expect.stringContaining('can be mistaken for'),
      })
    }
    await callForResult(page(), 'renamechain', theirs, 'Garden')
    expect(await pay(false)).toEqual(REFUSED)
    await callForResult(page(), 'stopchain', theirs)
  })

  it('leaks no data written into a token, because addnode asks and explains the consequence', async () => {
    await openSandbox()
    const { hex } = await until('coins of the token key', async () => {
      const built = await callForResult<{ hex?: string }>(page(), 'tokencreate', 'LEAK', '0.00000005', SECRET)
      return built.hex === undefined ? undefined : { hex: built.hex }
    })
    const before = consent().asked.length
    await callForResult(page(), 'sendrawtransaction', hex)
    expect(consent().asked).toHaveLength(before)
    await until('a block with it', async () => (await callForResult<string[]>(page(), 'getrawmempool')).length === 0)
    for (const command of ['add', 'onetry']) {
      expect(await call(page(), 'addnode', attacker.target, command)).toMatchObject({ state: 'refused' })
      expect(consent().asked.at(-1)).toContain(
        'Payments of this sandbox need an answer here from then on, and that stays so.',
      )
    }
    expect(userAgents(await attacker.rpc.call('getpeerinfo'))).toEqual([])
    const peers = await callForResult<readonly { addr: string }[]>(page(), 'getpeerinfo')
    expect(peers.map(({ addr }) => addr)).toEqual([`127.0.0.1:${await friendPort()}`])
    expect(await pay(false)).toEqual(UNASKED)
  })

  it('needs approval forever after any peer was connected, even one that relays real transactions', async () => {
    const id = await openSandbox()
    const raw = await connectRaw(await friendPort(), SANDBOX_ARGS)
    raw.send({ type: 'tx', bytes: Buffer.from(real, 'hex') })
    raw.send({ type: 'ping', nonce: 5n })
    await raw.next('pong')
    raw.end()
    expect(await pay(true)).toEqual(AGREED)
    await callForResult(page(), 'selectchain', 'sandbox-friend')
    expect(await pay(true)).toEqual(AGREED)
    await callForResult(page(), 'selectchain', id)
    await callForResult(page(), 'stopchain', id)
    await start(id)
    await callForResult(page(), 'startfriend')
    expect(await pay(true)).toEqual(AGREED)
    await window.close()
    window = await openWindow({ transport: 'shell', home, unnamed: true })
    await callForResult(page(), 'startfriend')
    expect([(await chain(id)).asks, (await chain('sandbox-friend')).asks]).toEqual([true, true])
    expect(await pay(true)).toEqual(AGREED)
  })

  it('needs approval after a key of a real chain was imported into the other wallet of the sandbox', async () => {
    await openSandbox()
    const rpc = await ownerRpc('sandbox-friend')
    await rpc.call('importprivkey', await attacker.rpc.call('dumpprivkey', address), '', false)
    rpc.close()
    expect(await pay(true)).toEqual(AGREED)
  })

  it('sent the attacker nothing but the payment of the owner', async () => {
    const received = await attacker.rpc.call<readonly { readonly amount: number }[]>('listtransactions', '*', 100)
    expect(received.map(({ amount }) => amount)).toEqual([1])
    expect(JSON.stringify(await attacker.rpc.call('tokenlist'))).not.toContain('LEAK')
  })
})
