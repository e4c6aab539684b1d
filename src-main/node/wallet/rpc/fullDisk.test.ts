import { mkdirSync, readdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COIN, computeTxid, serializeTransaction } from '../../primitives/index.ts'
import {
  callContext as context,
  createWalletTestNode,
  type WalletTestNode,
} from '../../rpc/handlers/testing/walletTestNode.ts'
import { encodeAddress, encodeWif } from '../../script/index.ts'
import { testKey } from '../../testing/index.ts'
import { toHex } from '../../util/index.ts'
import { createWalletHandlers } from './basics.ts'
import { createWalletCoinHandlers } from './coins.ts'
import { createWalletFileHandlers } from './files.ts'
import { createWalletKeyHandlers } from './keys.ts'
import { createWalletPreparedHandlers } from './prepared.ts'
import { createWalletSendHandlers } from './send.ts'

let test: WalletTestNode
beforeEach(() => {
  test = createWalletTestNode({ identity: false })
  test.fund(3)
})
afterEach(() => test.close())

const friend = encodeAddress({ type: 1, hash: testKey(5).hash })
const COMMENTS = { comment: 'rent', 'comment-to': 'landlord' }
function handlers() {
  const { node, mempool, wallet } = test
  const { params, chain, clock } = node
  const deps = { params, chain, mempool, clock, wallet, ccEnabled: true, peers: { announceAgain: () => undefined } }
  return {
    ...createWalletHandlers(deps),
    ...createWalletPreparedHandlers(deps),
    ...createWalletSendHandlers(deps),
    ...createWalletCoinHandlers(deps),
    ...createWalletFileHandlers({ ...deps, exportFolder: join(test.directory, 'out') }),
    ...createWalletKeyHandlers({ ...deps, pubkey: () => undefined, setPubkey: () => undefined }),
  }
}
const send = () =>
  handlers().sendtoaddress(
    { address: friend, amount: COIN / 2n, ...COMMENTS, subtractfeefromamount: false } as never,
    context,
  )
const state = () => {
  const { keys, ledger } = test.wallet
  return [keys.used().length, keys.poolSize(), ledger.transactions().length, test.mempool.size(), test.wallet.balance()]
}

/** Makes a table of the wallet file reject writes, as on a full disk. */
function refusing(table: string, work: () => void): void {
  const db = new Database(join(test.directory, 'wallet.db'))
  try {
    for (const change of ['INSERT', 'UPDATE']) {
      db.exec(
        `CREATE TRIGGER full${change} BEFORE ${change} ON ${table} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
      )
    }
    work()
    for (const change of ['INSERT', 'UPDATE']) db.exec(`DROP TRIGGER full${change}`)
  } finally {
    db.close()
  }
}

describe('a payment that cannot be stored or is rejected', () => {
  it('fails in sendtoaddress, and succeeds once there is disk space', () => {
    const before = state()
    // Building takes a change key from the pool first. Only storing the payment fails.
    const { tx } = test.wallet.sender.build([{ script: testKey(5).p2pkh, value: COIN / 2n, subtractFee: false }])
    const [, ...rest] = before
    refusing('txs', () => expect(send).toThrow('the disk is full'))
    expect(state().slice(1)).toEqual(rest)
    const txid = send()
    expect(test.wallet.ledger.transactions().at(-1)).toMatchObject({ txidHex: txid, comment: 'rent', changeAt: 0 })
    expect(tx.vin).toHaveLength(1)
  })

  it('fails in sendprepared without changes, and succeeds later', () => {
    const { tx } = test.wallet.sender.build([{ script: testKey(5).p2pkh, value: COIN / 2n, subtractFee: false }])
    const prepared = { hex: toHex(serializeTransaction(tx)), comment: 'rent', commentto: '' }
    const before = state()
    refusing('txs', () => expect(() => handlers().sendprepared(prepared, context)).toThrow('the disk is full'))
    expect(state()).toEqual(before)
    void handlers().sendprepared(prepared, context)
    test.reopen()
    expect(test.wallet.ledger.transactions().at(-1)).toMatchObject({ comment: 'rent', changeAt: 0 })
  })

  it('leaves memory and the wallet file if the mempool rejects it', () => {
    const { tx } = test.wallet.sender.build([{ script: testKey(5).p2pkh, value: COIN / 2n, subtractFee: false }])
    const unsigned = { ...tx, vin: tx.vin.map((input) => ({ ...input, scriptSig: new Uint8Array() })) }
    const before = test.wallet.ledger.transactions().length
    expect(test.wallet.sender.commit(unsigned, { comment: '', commentTo: '' })).toBeUndefined()
    expect(test.wallet.ledger.transactions()).toHaveLength(before)
    test.reopen()
    expect(test.wallet.ledger.transactions()).toHaveLength(before)
  })
})

describe('a wallet file that cannot be written', () => {
  it('makes calls fail with an error of kind "file", without partial changes', async () => {
    const wif = encodeWif({ privateKey: testKey(6).priv, compressed: true })
    const before = state()
    // A folder with this name prevents SQLite from creating its journal.
    const journal = join(test.directory, 'wallet.db-journal')
    mkdirSync(journal)
    const error = expect.objectContaining({
      kind: 'file',
      message: expect.stringContaining('The wallet file cannot be'),
    })
    const { getnewaddress, importprivkey, keypoolrefill, dumpwallet } = handlers()
    const key = { komodoprivkey: wif, label: '', rescan: false, height: 0, secret_key: undefined }
    expect(() => getnewaddress({ account: '' }, context)).toThrow(error)
    await expect((async () => importprivkey(key, context))()).rejects.toThrow(error)
    await expect((async () => keypoolrefill({ newsize: 20 }, context))()).rejects.toThrow(error)
    await expect(test.wallet.keyring.protect('a passphrase')).rejects.toThrow(error)
    await expect(test.wallet.importDump(`${wif} 0 label=x\n`)).rejects.toThrow(error)
    await expect((async () => dumpwallet({ filename: 'keys' }, context))()).rejects.toThrow(error)
    expect(send).toThrow(error)
    rmdirSync(journal)
    expect(state()).toEqual(before)
    expect(send()).toHaveLength(64)
  })

  it('lists an incoming payment nevertheless, which is stored when a block confirms it', () => {
    const journal = join(test.directory, 'wallet.db-journal')
    const tx = test.node.pay(testKey(0), [{ value: COIN, scriptPubKey: test.owner.p2pkh }])
    mkdirSync(journal)
    expect(test.mempool.accept(tx, { rejectAbsurdFee: true })).toMatchObject({ ok: true })
    expect(test.wallet.ledger.get(computeTxid(tx))).toBeDefined()
    rmdirSync(journal)
    test.node.mineBlock({ txs: [tx] })
    test.reopen()
    expect(test.wallet.ledger.get(computeTxid(tx))).toBeDefined()
  })

  it('leaves a completed backup in the export folder', async () => {
    const { backupwallet, dumpwallet } = handlers()
    const { keyring } = test.wallet
    const noted = keyring.noteBackup.bind(keyring)
    Object.assign(keyring, {
      noteBackup() {
        mkdirSync(join(test.directory, 'wallet.db-journal'))
        try {
          noted()
        } finally {
          rmdirSync(join(test.directory, 'wallet.db-journal'))
        }
      },
    })
    expect(await backupwallet({ destination: 'copy' }, context)).toBe(join(test.directory, 'out', 'copy'))
    expect(await dumpwallet({ filename: 'keys' }, context)).toBe(join(test.directory, 'out', 'keys'))
    expect(readdirSync(join(test.directory, 'out')).sort()).toEqual(['copy', 'keys'])
    expect(test.wallet.keyring.lastBackup()).toBeUndefined()
  })
})
