import { existsSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MethodResult } from '#shared/rpc/index.ts'
import { COIN, serializeTransaction } from '../../primitives/index.ts'
import { createRawSignHandlers } from '../../rpc/handlers/rawTransactions/rawSign.ts'
import {
  callContext as context,
  createWalletTestNode,
  type WalletTestNode,
} from '../../rpc/handlers/testing/walletTestNode.ts'
import { createUtilHandlers } from '../../rpc/handlers/util/util.ts'
import { encodeAddress, encodeWif } from '../../script/index.ts'
import { testKey } from '../../testing/index.ts'
import { toHex } from '../../util/index.ts'
import { writeFirstVersion } from '../testing/index.ts'
import { createWalletHandlers } from './basics.ts'
import { createWalletCoinHandlers } from './coins.ts'
import { createWalletProtectionHandlers } from './encryption.ts'
import { createWalletFileHandlers } from './files.ts'
import { createWalletKeyHandlers } from './keys.ts'
import { createWalletSendHandlers } from './send.ts'

let test: WalletTestNode
let stopped: number

beforeEach(() => {
  test = createWalletTestNode({ identity: false })
  test.fund(2)
  stopped = 0
})
afterEach(() => test.close())

const PASSPHRASE = 'four words and more'
const protection = (encryptByRpc = true, wallet = test.wallet) =>
  createWalletProtectionHandlers({
    wallet,
    pubkey: () => undefined,
    contractIndexes: undefined,
    rewardTarget: () => ({ address: undefined }),
    encryptByRpc,
    stop: () => stopped++,
  })
const own = () => encodeAddress({ type: 1, hash: test.owner.hash })
const folder = () => join(test.directory, 'out')

/** Returns calls of all methods that need a secret, by name. */
function signers(): readonly (readonly [string, () => unknown])[] {
  const { node, mempool, wallet } = test
  const { params, chain, clock } = node
  const deps = {
    params,
    chain,
    mempool,
    clock,
    wallet,
    ccEnabled: true,
    peers: { announceAgain: () => {} },
    exportFolder: folder(),
  }
  const keys = createWalletKeyHandlers({ ...deps, pubkey: () => undefined, setPubkey: () => undefined })
  const files = createWalletFileHandlers(deps)
  const unsigned = node.pay(testKey(0), [{ value: COIN, scriptPubKey: test.owner.p2pkh }])
  const hexstring = toHex(serializeTransaction(unsigned))
  const to = encodeAddress({ type: 1, hash: testKey(5).hash })
  const comments = { comment: '', 'comment-to': '' }
  const nothing = { prevtxs: undefined, privkeys: undefined, branchid: undefined }
  const wif = encodeWif({ privateKey: testKey(6).priv, compressed: true })
  return [
    ['dumpprivkey', () => keys.dumpprivkey({ 't-addr': own() }, context)],
    [
      'importprivkey',
      () =>
        keys.importprivkey({ komodoprivkey: wif, label: '', rescan: false, height: 0, secret_key: undefined }, context),
    ],
    ['signmessage', () => createUtilHandlers(deps).signmessage({ 't-addr': own(), message: 'm' }, context)],
    [
      'signrawtransaction',
      () => createRawSignHandlers(deps).signrawtransaction({ hexstring, sighashtype: 'ALL', ...nothing }, context),
    ],
    [
      'sendtoaddress',
      () =>
        createWalletSendHandlers(deps).sendtoaddress(
          { address: to, amount: COIN / 2n, ...comments, subtractfeefromamount: false } as never,
          context,
        ),
    ],
    [
      'sendmany',
      () =>
        createWalletSendHandlers(deps).sendmany(
          {
            fromaccount: '',
            amounts: new Map([[to, '0.5']]),
            minconf: 1,
            comment: '',
            subtractfeefromamount: undefined,
          },
          context,
        ),
    ],
    ['keypoolrefill', () => createWalletCoinHandlers(deps).keypoolrefill({ newsize: 20 }, context)],
    ['dumpwallet', () => files.dumpwallet({ filename: 'keys' }, context)],
    ['importwallet', () => files.importwallet({ filename: 'keys' }, context)],
  ]
}

describe('a locked wallet', () => {
  it('rejects every method that needs a secret, without partial changes', async () => {
    await protection().protectwallet({ passphrase: PASSPHRASE }, context)
    const pool = test.wallet.keys.poolSize()
    const used = test.wallet.keys.used().length
    const message = 'Error: Please enter the wallet passphrase with walletpassphrase first.'
    for (const [name, call] of signers()) {
      await expect((async () => call())(), name).rejects.toThrow(expect.objectContaining({ kind: 'locked', message }))
    }
    expect([test.wallet.keys.poolSize(), test.wallet.keys.used().length]).toEqual([pool, used])
    expect([test.mempool.size(), test.wallet.ledger.transactions().length]).toEqual([0, 2])
  })

  it('rejects these methods even while it is unlocked for staking', async () => {
    const { protectwallet, unlockwallet } = protection()
    await protectwallet({ passphrase: PASSPHRASE }, context)
    const unlock = (scope: string) => unlockwallet({ passphrase: PASSPHRASE, seconds: 100, scope }, context)
    await expect(unlock('all')).rejects.toThrow('the scope is "everything" or "staking"')
    expect(await unlock('staking')).toMatchObject({
      locked: true,
      onlystaking: true,
      unlockeduntil: expect.any(Number),
    })
    for (const [name, call] of signers()) {
      await expect((async () => call())(), name).rejects.toThrow(expect.objectContaining({ kind: 'locked' }))
    }
    expect([test.mempool.size(), test.wallet.keyring.vault.mayStake()]).toEqual([0, true])
  })

  it('reports the encryption progress only to the caller', async () => {
    const reported: unknown[] = []
    await protection().protectwallet(
      { passphrase: PASSPHRASE },
      { ...context, progress: (step) => reported.push(step) },
    )
    expect(reported.length).toBeGreaterThan(0)
    const { total } = reported[0] as { total: number }
    expect(reported.at(-1)).toEqual({ done: total, total, unit: 'keys' })
    expect(JSON.stringify(reported)).not.toContain(PASSPHRASE)
  })

  it('allows every method after it is unlocked', async () => {
    await protection().protectwallet({ passphrase: PASSPHRASE }, context)
    await protection().walletpassphrase({ passphrase: PASSPHRASE, timeout: 100n }, context)
    for (const [name, call] of signers()) await expect((async () => call())(), name).resolves.not.toThrow()
    expect(test.mempool.size()).toBe(2)
  })

  it('still shows its balance, its history and new addresses', async () => {
    const wallet = createWalletHandlers({ chain: test.node.chain, wallet: test.wallet, ccEnabled: true })
    const before = test.wallet.balance()
    expect(await wallet.getwalletinfo({}, context)).not.toHaveProperty('unlocked_until')
    await protection().protectwallet({ passphrase: PASSPHRASE }, context)
    expect(test.wallet.balance()).toEqual(before)
    expect(await wallet.getwalletinfo({}, context)).toMatchObject({ unlocked_until: 0 })
    expect(await wallet.getnewaddress({ account: '' }, context)).toMatch(/^R/)
  })
})

describe('encryptwallet', () => {
  it('requires its two options', async () => {
    await expect(protection(false).encryptwallet({ passphrase: PASSPHRASE }, context)).rejects.toThrow(
      expect.objectContaining({ code: -16, message: 'Error: wallet encryption is disabled.' }),
    )
    expect(test.wallet.keyring.vault.encrypted()).toBe(false)
  })

  it('encrypts and stops the node, and rejects a second call', async () => {
    expect(await protection().encryptwallet({ passphrase: PASSPHRASE }, context)).toBe(
      'wallet encrypted; Komodo server stopping, restart to run with encrypted wallet. The keypool has been flushed, you need to make a new backup.',
    )
    expect(stopped).toBe(1)
    await expect(protection().encryptwallet({ passphrase: 'x' }, context)).rejects.toThrow(
      expect.objectContaining({
        kind: 'wrong-encryption-state',
        message: 'Error: running with an encrypted wallet, but encryptwallet was called.',
      }),
    )
  })
})

describe('walletpassphrase, walletlock and walletpassphrasechange', () => {
  it('throw `wrong-encryption-state` in a wallet without passphrase', async () => {
    const { walletpassphrase, walletlock, walletpassphrasechange, unlockwallet, checkpassphrase } = protection()
    const text = (name: string) => `Error: running with an unencrypted wallet, but ${name} was called.`
    await expect(walletpassphrase({ passphrase: 'x', timeout: 1n }, context)).rejects.toThrow(text('walletpassphrase'))
    await expect(walletpassphrasechange({ oldpassphrase: 'x', newpassphrase: 'y' }, context)).rejects.toThrow(
      text('walletpassphrasechange'),
    )
    expect(() => walletlock({}, context)).toThrow(text('walletlock'))
    await expect(unlockwallet({ passphrase: 'x', seconds: 1, scope: 'everything' }, context)).rejects.toThrow(
      text('unlockwallet'),
    )
    await expect(checkpassphrase({ passphrase: 'x' }, context)).rejects.toThrow(text('checkpassphrase'))
  })

  it('unlock for a time, lock, and change the passphrase', async () => {
    const { walletpassphrase, walletlock, walletpassphrasechange, unlockwallet, checkpassphrase } = protection()
    await protection().protectwallet({ passphrase: PASSPHRASE }, context)
    const now = test.node.clock.now()
    expect(await walletpassphrase({ passphrase: PASSPHRASE, timeout: 60n }, context)).toBeNull()
    const wallet = createWalletHandlers({ chain: test.node.chain, wallet: test.wallet, ccEnabled: true })
    expect(await wallet.getwalletinfo({}, context)).toMatchObject({ unlocked_until: now + 60 })
    expect(walletlock({}, context)).toBeNull()
    expect(test.wallet.keyring.vault.locked()).toBe(true)
    await walletpassphrasechange({ oldpassphrase: PASSPHRASE, newpassphrase: 'new' }, context)
    expect(test.wallet.keyring.vault.locked()).toBe(true)
    expect(await checkpassphrase({ passphrase: PASSPHRASE }, context)).toBe(false)
    await expect(unlockwallet({ passphrase: PASSPHRASE, seconds: 9, scope: 'everything' }, context)).rejects.toThrow(
      'The wallet passphrase entered was incorrect.',
    )
    expect(await unlockwallet({ passphrase: 'new', seconds: 9, scope: 'everything' }, context)).toMatchObject({
      encrypted: true,
      locked: false,
      unlockeduntil: now + 9,
    })
    for (const timeout of [0n, -5n]) {
      await walletpassphrase({ passphrase: 'new', timeout }, context)
      expect(test.wallet.keyring.vault.locked()).toBe(true)
    }
    await walletpassphrase({ passphrase: 'new', timeout: 2n ** 62n }, context)
    expect(test.wallet.keyring.vault.unlockedUntil()).toBe(now + 100_000_000)
  })
})

describe('the copy of a wallet file of an earlier version', () => {
  it.each(['protectwallet', 'encryptwallet'] as const)('contains no byte of a key on disk after %s', async (name) => {
    const path = join(test.directory, 'earlier', 'wallet.db')
    mkdirSync(dirname(path))
    const keys = [2, 3, 4].map((number) => testKey(number))
    writeFirstVersion(
      path,
      keys.map(({ pub, priv }, created) => ({ pubkey: pub, secret: priv, created, label: '', pool: null })),
    )
    const wallet = test.openAnother('earlier')
    const copy = `${path}.version-1`
    // A hard link to the bytes, which survives deleting the copy.
    const witness = join(test.directory, 'witness')
    linkSync(copy, witness)
    const holdsKey = () => keys.map(({ priv }) => readFileSync(witness).includes(Buffer.from(priv)))
    expect(holdsKey()).toEqual([true, true, true])
    try {
      await protection(true, wallet)[name]({ passphrase: PASSPHRASE }, context)
      expect(existsSync(copy)).toBe(false)
      expect(holdsKey()).toEqual([false, false, false])
      expect(readFileSync(witness).every((byte) => byte === 0)).toBe(true)
    } finally {
      wallet.close()
    }
  })
})

describe('a backup of a wallet with a passphrase', () => {
  it('contains no plain key, opens with the passphrase of its time, and is recorded', async () => {
    const { node, wallet } = test
    const files = createWalletFileHandlers({
      chain: node.chain,
      clock: node.clock,
      wallet,
      exportFolder: folder(),
    })
    const status = await protection().protectwallet({ passphrase: PASSPHRASE }, context)
    expect((status as MethodResult<'getwalletstatus'>).backup).toBeNull()
    await files.backupwallet({ destination: 'copy' }, context)
    expect(wallet.keyring.lastBackup()).toBe(node.clock.now())
    await wallet.keyring.vault.change(PASSPHRASE, 'later')
    const copy = readFileSync(join(folder(), 'copy'))
    expect(copy.includes(Buffer.from(test.owner.priv))).toBe(false)
    mkdirSync(join(test.directory, 'restored'))
    writeFileSync(join(test.directory, 'restored', 'wallet.db'), copy)
    const restored = test.openAnother('restored')
    try {
      expect(restored.balance()).toEqual(wallet.balance())
      expect(() => restored.keys.secretOf(test.owner.pub)).toThrow(expect.objectContaining({ kind: 'locked' }))
      expect(await restored.keyring.vault.check('later')).toBe(false)
      await restored.keyring.vault.unlock(PASSPHRASE, 60, 'walletpassphrase')
      expect(toHex(restored.keys.secretOf(test.owner.pub) ?? new Uint8Array())).toBe(toHex(test.owner.priv))
    } finally {
      restored.close()
    }
  })
})
