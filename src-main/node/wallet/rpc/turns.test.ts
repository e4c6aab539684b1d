/** Tests that slow work on many keys or coins runs in slices of bounded size. */
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { COIN } from '../../primitives/index.ts'
import { createWalletTestNode, type WalletTestNode } from '../../rpc/handlers/testing/walletTestNode.ts'
import { encodeWif, p2pkhScript } from '../../script/index.ts'
import { selectCoins } from '../../transactions/index.ts'
import { createWalletBackupHandlers } from './backup.ts'
import { createWalletHandlers } from './basics.ts'
import { createWalletFileHandlers } from './files.ts'
import { createWalletAccountHandlers } from './labels.ts'
import { createWalletListHandlers } from './lists.ts'
import { createWalletViewHandlers } from './views.ts'

const KEYS = 1_100
const COMMENTS = { comment: '', commentTo: '' }

let test: WalletTestNode
beforeAll(async () => {
  test = createWalletTestNode()
  test.fund(3)
  const lines = Array.from({ length: KEYS }, (_, index) => {
    const privateKey = new Uint8Array(32).fill(9)
    new DataView(privateKey.buffer).setUint32(0, index + 1)
    return `${encodeWif({ privateKey, compressed: true })} 0 label=label%20${index % 7}`
  })
  await test.wallet.importDump(lines.join('\n'))
  const shown = test.wallet.keys.used().filter(({ label }) => label?.startsWith('label'))
  const recipients = shown.map(({ hash }) => ({ script: p2pkhScript(hash), value: COIN / 1000n, subtractFee: false }))
  const { tx } = test.wallet.sender.send(recipients, COMMENTS)
  test.node.mineBlock({ txs: [tx] })
})
afterAll(() => test.close())

/** Returns the number of event-loop turns during a call, and its result. */
async function turnsDuring<T>(call: (context: { signal: AbortSignal; transport: 'ipc' }) => T | Promise<T>) {
  let turns = 0
  let on = true
  const count = () => {
    if (!on) return
    turns++
    setImmediate(count)
  }
  setImmediate(count)
  const answer = call({ signal: new AbortController().signal, transport: 'ipc' })
  const result = await answer
  on = false
  return { result, turns }
}

describe('calls on many keys and coins', () => {
  const deps = () => ({ ...test.node, ...test, ccEnabled: true, clock: test.node.clock, addressIndex: undefined })
  const everything = { minconf: 0, includeempty: true, includeWatchonly: false }

  it.each([
    ['listreceivedbyaddress', 3],
    ['listaddressgroupings', 6],
    ['listsinceblock', 1],
  ] as const)('%s yields at least %i times', async (name, min) => {
    const lists = createWalletListHandlers(deps()) as Record<string, (params: object, context: object) => unknown>
    const params = { ...everything, 'target-confirmations': 1 }
    const { result, turns } = await turnsDuring((context) => lists[name]?.(params, context))
    expect(turns).toBeGreaterThanOrEqual(min)
    expect(JSON.stringify(result, (_, value) => (typeof value === 'bigint' ? String(value) : value))).toContain(
      'label 3',
    )
  })

  it.each([
    ['listreceivedbyaccount', 4],
    ['listaccounts', 3],
    ['getaddressesbyaccount', 2],
    ['getreceivedbyaccount', 4],
    ['getaccountaddress', 2],
  ] as const)('%s yields at least %i times', async (name, min) => {
    const accounts = createWalletAccountHandlers(deps()) as Record<string, (params: object, context: object) => unknown>
    const params = { ...everything, account: 'label 3' }
    const { result, turns } = await turnsDuring((context) => accounts[name]?.(params, context))
    expect(turns).toBeGreaterThanOrEqual(min)
    expect(result).toBeDefined()
  })

  it('use one state of the wallet, even if a block connects in between', async () => {
    const { listaccounts } = createWalletAccountHandlers(deps())
    const before = test.wallet.balance().trusted
    const pending = turnsDuring((context) => listaccounts(everything, context))
    setImmediate(() => test.node.mineBlock({ script: test.owner.p2pk }))
    const { result } = await pending
    const sum = [...(result as ReadonlyMap<string, bigint>).values()].reduce((total, value) => total + value, 0n)
    expect(sum).toBe(before)
    expect(test.wallet.ledger.transactions().at(-1)).toMatchObject({ coinbase: true })
  })

  it('list coins and addresses in slices', async () => {
    const { listunspent, listtransactions } = createWalletHandlers(deps())
    const coins = await turnsDuring((context) =>
      listunspent({ minconf: 1, maxconf: 9999999, addresses: undefined }, context),
    )
    expect(coins.turns).toBeGreaterThanOrEqual(2)
    expect((coins.result as unknown[]).length).toBeGreaterThan(KEYS)
    const entries = await turnsDuring((context) =>
      listtransactions({ account: '*', count: 5000, from: 0, includeWatchonly: false }, context),
    )
    expect(entries.turns).toBeGreaterThanOrEqual(1)
    const { listreceiveaddresses } = createWalletViewHandlers({
      ...deps(),
      pubkey: () => undefined,
      clock: { millis: () => 0 },
    } as never)
    const addresses = await turnsDuring((context) => listreceiveaddresses({}, context))
    expect(addresses.turns).toBeGreaterThanOrEqual(2)
    expect(
      (addresses.result as readonly { balance: bigint }[]).filter(({ balance }) => balance > 0n).length,
    ).toBeGreaterThan(KEYS)
  })

  it('write keys in slices of a hundred', async () => {
    const exportFolder = join(test.directory, 'export')
    mkdirSync(exportFolder)
    const parts = {
      ...deps(),
      exportFolder,
      contractIndexes: undefined,
      pubkey: () => undefined,
      rewardTarget: () => ({ address: undefined }),
    }
    const total = test.wallet.keys.all().length
    const { dumpwallet } = createWalletFileHandlers(parts)
    expect((await turnsDuring((context) => dumpwallet({ filename: 'a' }, context))).turns).toBeGreaterThanOrEqual(
      Math.floor(total / 100),
    )
    const { exportwallet } = createWalletBackupHandlers(parts)
    const { result, turns } = await turnsDuring((context) => exportwallet({}, context))
    expect(turns).toBeGreaterThanOrEqual(Math.floor(total / 100))
    expect((result as { text: string }).text.split('\n').filter((line) => line.includes('# addr='))).toHaveLength(total)
  })

  it('sign no transaction that is too large, and select coins in bounded time', () => {
    const { ledger, sender, keys } = test.wallet
    const coins = ledger.coins()
    const read = vi.spyOn(keys.signing, 'keyOf')
    const everything = coins.reduce((sum, { value }) => sum + value, 0n)
    const recipient = { script: test.owner.p2pkh, value: everything - COIN / 100n, subtractFee: false }
    expect(() => sender.build([recipient], { coins, addCoins: false })).toThrow('Transaction too large')
    expect(read).not.toHaveBeenCalled()
    read.mockRestore()
    let drawn = 0
    const random = {
      bytes(length: number) {
        drawn += length
        return new Uint8Array(length).fill(0x55)
      },
    }
    const many = Array.from({ length: 20_000 }, (_, index) => ({ value: BigInt(1000 + index) }))
    expect(selectCoins(many, 1_234_567n, random)).toBeDefined()
    // Four bytes per coin for shuffling, and one per visit.
    expect(drawn).toBeLessThanOrEqual(4 * many.length + 2 * 1_000_000 + many.length)
  })

  it('abort a dump if the wallet is locked, and leave no file', async () => {
    const { keyring } = test.wallet
    await keyring.protect('a passphrase')
    await keyring.vault.unlock('a passphrase', 1000, 'unlockwallet')
    const exportFolder = join(test.directory, 'locked')
    const { dumpwallet } = createWalletFileHandlers({ ...deps(), exportFolder })
    const context = { signal: new AbortController().signal, transport: 'ipc' } as const
    const dump = dumpwallet({ filename: 'a' }, context)
    keyring.vault.lock()
    await expect(dump).rejects.toMatchObject({ kind: 'locked' })
    expect(readdirSync(exportFolder)).toEqual([])
  })
})
