import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import { callContext, createWalletTestNode, type WalletTestNode } from '../../rpc/handlers/testing/walletTestNode.ts'
import { encodeWif } from '../../script/index.ts'
import { readVector } from '../../testing/vectors.ts'
import { deriveAgamaKey } from '../index.ts'
import { createAgamaHandlers } from './agama.ts'
import { createWalletKeyHandlers } from './keys.ts'
import { createOldKeyHandlers } from './oldKeys.ts'

const TEXT = 'correct horse battery staple'
const AGAMA = 'RXLyYro5BxueVLWUGusUEL4KLtXuKCbFVR'
const ipc: CallContext = { ...callContext, transport: 'ipc' }

interface Reading {
  readonly id: string
  readonly address: string
  readonly balance: bigint
  readonly transactions: number
  readonly first: number | null
  readonly last: number | null
  readonly inwallet: boolean
}

let test: WalletTestNode
beforeEach(() => {
  test = createWalletTestNode({ identity: false })
})
afterEach(() => test.close())

const handlers = (indexed = true) =>
  createOldKeyHandlers({
    ...{ chain: test.node.chain, wallet: test.wallet, contractIndexes: undefined },
    addressIndex: indexed ? test.addressIndex : undefined,
  })
const inspect = async (text: string, indexed = true) => {
  const found = await handlers(indexed).inspectpassphrase({ text }, ipc)
  return found as unknown as { readonly readings: readonly Reading[]; readonly height: number }
}
const importing = (text: string, readings: string[], context = ipc) =>
  handlers().importpassphrase({ text, label: 'old', rescan: true, readings }, context)

/** Pays two blocks to the Agama key of the text, and mines one block after them. */
function payAgamaKey(): void {
  const { privateKey } = deriveAgamaKey(TEXT)
  const other = test.openAnother('payee')
  const { key } = other.keys.import(privateKey, true, '')
  const script = Buffer.concat([Buffer.from([33]), key.pubkey, Buffer.from([0xac])])
  test.node.mineBlock({ script })
  test.node.mineBlock({ script })
  test.node.mineBlock()
  other.close()
}

describe('inspectpassphrase', () => {
  it.each([true, false])('shows address, balance and history of each reading (address index: %s)', async (indexed) => {
    test.node.mine(2)
    payAgamaKey()
    const { readings, height } = await inspect(TEXT, indexed)
    const { chain } = test.node
    expect(height).toBe(5)
    expect(readings.map(({ id }) => id)).toEqual(['agama', 'sha256'])
    const [agama, plain] = readings
    expect(agama).toMatchObject({ address: AGAMA, transactions: 2, inwallet: false })
    expect(agama?.balance).toBeGreaterThan(0n)
    expect([agama?.first, agama?.last]).toEqual([chain.byHeight(3)?.time, chain.byHeight(4)?.time])
    expect(plain).toMatchObject({ balance: 0n, transactions: 0, first: null, last: null })
  })

  it('returns no secret and imports nothing', async () => {
    const before = test.wallet.keys.all().length
    const text = JSON.stringify(await inspect(TEXT), (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(text).not.toContain(encodeWif(deriveAgamaKey(TEXT)))
    expect(text).not.toContain(Buffer.from(deriveAgamaKey(TEXT).privateKey).toString('hex'))
    expect(test.wallet.keys.all()).toHaveLength(before)
  })

  it('stops reading the blocks when its signal is aborted', async () => {
    test.node.mine(2)
    const call = handlers(false).inspectpassphrase({ text: TEXT }, { ...ipc, signal: AbortSignal.abort() })
    await expect(call).rejects.toThrow()
  })
})

describe('importpassphrase', () => {
  it('imports the chosen readings with label, finds their payments, and does it again without a change', async () => {
    test.node.mine(2)
    payAgamaKey()
    const { readings } = await inspect(TEXT)
    const addresses = readings.map(({ address }) => address)
    expect(await importing(TEXT, ['agama', 'sha256'])).toEqual({ addresses })
    expect(await importing(TEXT, ['agama'])).toEqual({ addresses: [AGAMA] })
    const keys = test.wallet.keys.all().filter(({ label }) => label === 'old')
    expect(keys.map(({ source }) => source)).toEqual(['imported', 'imported'])
    expect((await inspect(TEXT)).readings.map(({ inwallet }) => inwallet)).toEqual([true, true])
    expect([...test.wallet.ledger.transactions()]).toHaveLength(2)
  })

  it('stores the secret itself, although the derived one is overwritten', async () => {
    await importing(TEXT, ['agama'])
    const calls = createWalletKeyHandlers({
      ...{ chain: test.node.chain, wallet: test.wallet, pubkey: () => undefined, setPubkey: () => {} },
    })
    expect(calls.dumpprivkey({ 't-addr': AGAMA }, ipc)).toBe(encodeWif(deriveAgamaKey(TEXT)))
  })

  it.each([[[]], [['bip39']], [['agama', 'wif']]])('rejects the readings %j', async (readings) => {
    await expect(importing(TEXT, readings)).rejects.toMatchObject({ code: -8 })
    expect(test.wallet.keys.all().some(({ label }) => label === 'old')).toBe(false)
  })

  it('rejects a shielded key, which has no readings', async () => {
    await expect(importing('secret-extended-key-main1qqqq', ['agama'])).rejects.toMatchObject({ code: -8 })
  })

  it('needs an unlocked wallet', async () => {
    await test.wallet.keyring.protect('passphrase of the wallet')
    await expect(importing(TEXT, ['agama'])).rejects.toMatchObject({ kind: 'locked' })
  })

  it.each(['http', 'cli'] as const)('and inspectpassphrase reject calls over %s', async (transport) => {
    const context = { ...ipc, transport }
    await expect(importing(TEXT, ['agama'], context)).rejects.toThrow('Only the window of the app')
    await expect(handlers().inspectpassphrase({ text: TEXT }, context)).rejects.toThrow('Only the window of the app')
  })
})

describe('recorded calls of the reference', () => {
  const recorded = JSON.parse(readVector('walletdat/phrases.json')) as {
    readonly convertpassphrase: readonly { readonly phrase?: string; readonly reply: object | null }[]
    readonly importprivkey: readonly {
      readonly wif: string
      readonly prefix?: number | string
      readonly reply: string | null
    }[]
  }

  it('give the same replies of convertpassphrase, members in the same order', () => {
    const calls = recorded.convertpassphrase.filter(({ reply }) => reply !== null)
    expect(calls).toHaveLength(21)
    for (const { phrase = '', reply } of calls) {
      const given = createAgamaHandlers().convertpassphrase({ agamapassphrase: phrase }, callContext)
      expect(JSON.stringify(given)).toBe(JSON.stringify(reply))
    }
  })

  it('give the same addresses and errors of importprivkey, with and without a prefix', async () => {
    const { importprivkey } = createWalletKeyHandlers({
      ...{ chain: test.node.chain, wallet: test.wallet, pubkey: () => undefined, setPubkey: () => {} },
    })
    for (const { wif, prefix, reply } of recorded.importprivkey) {
      const given = { komodoprivkey: wif, label: '', rescan: false, height: 0 }
      const call = (async () =>
        importprivkey({ ...given, secret_key: prefix === undefined ? undefined : Number(prefix) }, callContext))()
      if (reply === null) await expect(call).rejects.toMatchObject({ code: -5 })
      else expect(await call).toBe(reply)
    }
  })
})
