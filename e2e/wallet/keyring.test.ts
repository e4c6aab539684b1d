import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeWif } from '../../src-main/node/script/index.ts'
import { type Daemon, startDaemon, temporaryFolder } from '../support/daemon.ts'
import { until } from '../support/network.ts'
import type { RpcReplyError } from '../support/rpcClient.ts'

const CHAIN = ['-ac_name=KEYRING', '-ac_supply=1000', '-ac_cc=2', '-ac_sapling=1', '-ac_reward=100000000', '-regtest']
const PASSPHRASE = 'the passphrase of this test'
/** a public key whose private key is 1 */
const STRANGER = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
const LOCKED = {
  code: -13,
  message: expect.stringMatching(/Error: Please enter the wallet passphrase with walletpassphrase first\.$/) as string,
}

interface Account {
  readonly account: number
  readonly pubkey: string
  readonly address: string
}
interface Status {
  readonly encrypted: boolean
  readonly locked: boolean
  readonly unlockeduntil: number | null
  readonly phrase: boolean
  readonly words: number | null
  readonly accounts: readonly Account[]
  readonly identity: string | null
  readonly imported: number
}

/** Follows one wallet from its phrase on: each test continues from the state that the previous one left. */
describe('the keys of a wallet', () => {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'first')
  let node: Daemon
  let phrase = ''
  let token = ''
  let wif = ''
  beforeAll(async () => {
    node = await open()
  })
  afterAll(async () => {
    await node.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = (directory = dataDir, args: readonly string[] = []) =>
    startDaemon({
      dataDir: directory,
      args: [...CHAIN, '-experimentalfeatures', '-developerencryptwallet', '-exportdir=exports', ...args],
    })
  const call = <T>(method: string, ...params: readonly unknown[]) => node.rpc.call<T>(method, ...params)
  const status = () => call<Status>('getwalletstatus')
  const callForError = (method: string, ...params: readonly unknown[]) =>
    call(method, ...params).then(
      (result) => ({ code: 0, message: JSON.stringify(result) }),
      ({ code, message }: RpcReplyError) => ({ code, message }),
    )
  const broadcast = async (method: string, ...params: readonly unknown[]) => {
    const { hex } = await call<{ hex: string }>(method, ...params)
    return call<string>('sendrawtransaction', hex)
  }
  /** Returns the balances that the user sees. */
  const belongings = async () => {
    const { balance, unconfirmed_balance, immature_balance } = await call<Record<string, number>>('getwalletinfo')
    const tokens = await call<{ balance: number }>('tokenbalance', token)
    return { balance, unconfirmed_balance, immature_balance, tokens: tokens.balance }
  }
  const walletFile = (directory: string) => join(directory, 'regtest', 'KEYRING', 'wallet.db')
  const findWallet = (directory: string): string => {
    const [found] = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /wallet\.db$/.test(name),
    )
    return found === undefined ? walletFile(directory) : join(directory, found)
  }

  it('derive from a phrase, and one of them becomes the identity of tokens and faucet', async () => {
    phrase = (await call<{ phrase: string }>('newphrase', 24)).phrase
    expect(phrase.split(' ')).toHaveLength(24)
    const { accounts } = await call<{ accounts: Account[] }>('setphrase', phrase)
    expect(await callForError('tokenaddress')).toMatchObject({ code: -1 })
    expect(await call('setidentity', '0')).toMatchObject({ ismine: 'true', pubkey: accounts[0]?.pubkey })
    await call('generate', 3)
    token = await broadcast('tokencreate', 'KEYRING', '0.00001', 'kept well')
    await call('generate', 1)
    await call('sendtoaddress', await call('getnewaddress'), 1.5)
    await call('generate', 1)
    wif = await call<string>('dumpprivkey', accounts[0]?.address)
    expect(await status()).toMatchObject({ phrase: true, words: 24, imported: 0, identity: accounts[0]?.pubkey })
    expect((await belongings()).tokens).toBe(1000)
  })

  it('remain the same after a restart without -pubkey', async () => {
    const before = [await belongings(), (await status()).identity]
    await node.stop()
    node = await open()
    expect([await belongings(), (await status()).identity]).toEqual(before)
    expect((await call<{ pubkey: string }>('getinfo')).pubkey).toBe(before[1])
  })

  it('leave no plain text on disk after encryptwallet has encrypted them and stopped the node', async () => {
    const secret = Buffer.from(decodeWif(wif)?.privateKey ?? [])
    expect(secret).toHaveLength(32)
    const file = findWallet(dataDir)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const ended = new Promise((resolve) => node.process.once('exit', resolve))
    expect(await call('encryptwallet', PASSPHRASE)).toContain('wallet encrypted; Komodo server stopping')
    expect(await ended).toBe(0)
    await node.stop()
    expect(readFileSync(file).includes(secret)).toBe(false)
    expect(readdirSync(join(file, '..')).filter((name) => name.startsWith('wallet.db'))).toEqual(['wallet.db'])
    node = await open()
    expect(await status()).toMatchObject({ encrypted: true, locked: true, phrase: true, words: 24 })
  })

  it('sign nothing while the wallet is locked, although mining and balances still work', async () => {
    const address = await call<string>('getnewaddress')
    const pubkey = (await status()).identity
    const before = await belongings()
    const raw = await call<string>('createrawtransaction', [], { [address]: 1 })
    for (const [method, ...params] of [
      ['sendtoaddress', address, 1],
      ['sendmany', '', { [address]: 1 }],
      ['tokencreate', 'NO', '0.00001', ''],
      ['tokentransfer', token, STRANGER, '1'],
      ['faucetfund', '1'],
      ['signrawtransaction', raw],
      ['signmessage', address, 'm'],
      ['dumpprivkey', address],
      ['dumpwallet', 'keys'],
      ['importprivkey', wif],
      ['keypoolrefill'],
    ] as const) {
      expect(await callForError(method, ...params), method).toEqual(LOCKED)
    }
    expect(await call<string[]>('getrawmempool')).toEqual([])
    await call('generate', 1)
    expect((await belongings()).tokens).toBe(before.tokens)
    expect((await call<{ pubkey: string }>('getinfo')).pubkey).toBe(pubkey)
  })

  it('sign while the wallet is unlocked and stop after the timeout of walletpassphrase', async () => {
    expect(await callForError('walletpassphrase', 'another one', 60)).toMatchObject({ code: -14 })
    await call('walletpassphrase', PASSPHRASE, 300)
    await broadcast('tokentransfer', token, STRANGER, '10')
    await call('sendtoaddress', await call('getnewaddress'), 0.5)
    await call('walletpassphrase', PASSPHRASE, 1)
    await until('the wallet is locked', async () => (await status()).locked)
    expect(await callForError('sendtoaddress', await call('getnewaddress'), 0.5)).toEqual(LOCKED)
    expect(await status()).toMatchObject({ locked: true, unlockeduntil: null })
    await call('generate', 1)
    expect((await belongings()).tokens).toBe(990)
  })

  it('return from the phrase alone with the same coins and tokens', async () => {
    const before = await belongings()
    const blocks = join(findWallet(dataDir), '..', 'blocks', 'blk00000.dat')
    await node.stop()
    node = await open(join(folder, 'second'), [`-loadblock=${blocks}`])
    expect(await call('getbalance')).toBe(0)
    const { found, complete } = await call<{ found: number; complete: boolean }>('setphrase', phrase, { restore: true })
    expect([found, complete]).toEqual([3, true])
    await call('setidentity', '0')
    expect(await belongings()).toEqual(before)
    await broadcast('tokentransfer', token, STRANGER, '90')
    await call('generate', 1)
    expect((await belongings()).tokens).toBe(900)
  })
})

describe('a locked wallet without a phrase', () => {
  it('mines on after its key pool is empty, and getnewaddress fails with code -12 until it is unlocked', async () => {
    const node = await startDaemon({ args: [...CHAIN, '-keypool=1'] })
    try {
      await node.rpc.call('protectwallet', PASSPHRASE)
      for (let i = 0; i < 5; i++) await node.rpc.call('generate', 1)
      expect(await node.rpc.call('getblockcount')).toBe(5)
      await expect(node.rpc.call('getnewaddress')).rejects.toMatchObject({ code: -12 })
      await node.rpc.call('walletpassphrase', PASSPHRASE, 60)
      expect(await node.rpc.call('getnewaddress')).toMatch(/^R/)
    } finally {
      await node.stop()
    }
  })
})
