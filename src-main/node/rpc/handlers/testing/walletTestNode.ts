/** A chain, a mempool and a wallet with test key 1, connected to each other, for tests. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallContext } from '#shared/rpc/define.ts'
import type { AddressQueries } from '../../../addressIndex/index.ts'
import { addressIndexMigrations, createAddressIndex } from '../../../addressIndex/index.ts'
import type { CcEvaluator } from '../../../core/index.ts'
import { defaultMempoolPolicy, Mempool } from '../../../mempool/index.ts'
import {
  createTestNode,
  silentLogger,
  TEST_ARGS,
  type TestKey,
  type TestNode,
  testKey,
} from '../../../testing/index.ts'
import { openWallet, type Wallet, type WalletDeps } from '../../../wallet/index.ts'

export interface WalletTestNode {
  readonly node: TestNode
  readonly addressIndex: AddressQueries
  readonly mempool: Mempool
  readonly wallet: Wallet
  readonly owner: TestKey
  /** Folder of the wallet file and its exports. */
  readonly directory: string
  /** Mines `blocks` rewards for the owner, then a block of another miner that makes them spendable. */
  fund(blocks: number): void
  /**
   * Opens another wallet on the same chain, in a folder with that name. It follows neither chain nor mempool, and must
   * be closed.
   */
  openAnother(name: string): Wallet
  /** Opens a wallet as the app's private sandbox creates it, with the same conditions. */
  openSandboxWallet(admitOutsideKeys: () => boolean): Wallet
  reopen(): void
  close(): void
}

export const callContext: CallContext = { signal: new AbortController().signal, transport: 'http' }

/** Returns the dependencies of the wallet view handlers, for a node without a token key. */
export function viewDeps({ node, mempool, addressIndex, wallet }: WalletTestNode) {
  const { chain, clock } = node
  return { chain, mempool, addressIndex, wallet, clock, ccEnabled: true, pubkey: () => undefined }
}

interface Options {
  /** True if the owner's key is the `-pubkey`. */
  readonly identity?: boolean
  /** Chain options in addition to the default ones. */
  readonly args?: readonly string[]
  /** Evaluates conditions. Without it every condition fails. */
  readonly evaluator?: CcEvaluator
}

export function createWalletTestNode({ identity = true, args = [], evaluator }: Options = {}): WalletTestNode {
  const directory = mkdtempSync(join(tmpdir(), 'wallet-rpc-test-'))
  const indexes: AddressQueries[] = []
  const node = createTestNode({
    args: [...TEST_ARGS, ...args],
    ...(evaluator && { evaluator }),
    migrations: [addressIndexMigrations],
    observers: (db) => {
      const index = createAddressIndex({ db, ledger: () => node.storage.ledger })
      indexes.push(index)
      return [index.observer]
    },
  })
  const { params, chain, verifier, clock } = node
  const deps = { params, chain, verifier, clock, logger: silentLogger, ...(evaluator && { evaluator }) }
  const mempool = new Mempool(defaultMempoolPolicy(params), deps)
  const owner = testKey(1)
  let drawn = 0
  const random = {
    bytes(length: number) {
      drawn++
      return Uint8Array.from({ length }, (_, index) => (drawn * 31 + index * 7 + 1) & 0xff)
    },
  }
  const options = { params, keyPool: 3, payRate: 0n, passphraseCost: 1024 }
  const open = () =>
    openWallet(
      { ...options, directory, identity: () => (identity ? owner.pub : undefined) },
      { chain, mempool, clock, random },
    )
  const openElsewhere = (name: string, more: Partial<WalletDeps> = {}) => {
    const other = join(directory, name)
    mkdirSync(other, { recursive: true })
    const otherRandom = { bytes: (length: number) => random.bytes(length).map((byte) => byte ^ 0x55) }
    const forSandbox = more.admitOutsideKeys !== undefined
    return openWallet(
      { ...options, directory: other, identity: () => undefined, forSandbox },
      { chain, mempool, clock, random: otherRandom, ...more },
    )
  }
  let wallet = open()
  chain.subscribe(
    (update) => {
      mempool.update(update)
      wallet.update(update)
    },
    (block) => wallet.wants(block),
  )
  mempool.onChange(({ added }) => wallet.mempoolChanged(added.map(({ tx }) => tx)))
  wallet.keys.import(owner.priv, true, '')
  return {
    node,
    addressIndex: indexes[0] as AddressQueries,
    mempool,
    get wallet() {
      return wallet
    },
    owner,
    directory,
    reopen() {
      wallet.close()
      wallet = open()
    },
    fund(blocks) {
      for (let i = 0; i < blocks; i++) node.mineBlock({ script: owner.p2pk })
      node.mineBlock()
    },
    openAnother: (name) => openElsewhere(name),
    openSandboxWallet(admitOutsideKeys) {
      const notes = { current: () => undefined, earlier: () => [], add: () => {} }
      return openElsewhere('sandbox', { notes, admitOutsideKeys })
    },
    close() {
      wallet.close()
      node.close()
      rmSync(directory, { recursive: true })
    },
  }
}
