import type { StayingKind } from '#shared/rpc/methods/walletMove.ts'
import { buildAsk, buildBid, buildCancelAsk, buildCancelBid } from '../../../contracts/assets/index.ts'
import { buildChannelOpen } from '../../../contracts/channels/index.ts'
import { buildHeirFund } from '../../../contracts/heir/index.ts'
import { buildOracleCreate, createOracleReader } from '../../../contracts/oracles/index.ts'
import { buildRewardsLock, buildRewardsPlan } from '../../../contracts/rewards/index.ts'
import { buildTokenTransfer } from '../../../contracts/tokens/index.ts'
import { createCcView } from '../../../mempool/index.ts'
import type { Transaction } from '../../../primitives/index.ts'
import { multisigScript, OP } from '../../../script/index.ts'
import { type MarketNode, type TestKey, testKey } from '../../../testing/index.ts'
import type { Wallet } from '../../index.ts'
import { contractContextFor } from './movingWallet.ts'

const COIN = 100_000_000n
/** Keys imported before the wallet had a phrase. */
export const OLD_KEYS = [testKey(1), testKey(2), testKey(3)] as const
const stranger = testKey(5)
const bytes = (text: string) => new TextEncoder().encode(text)
/** `sbits` is the name encoded as a number. */
const REWARDS = { name: 'PLAN', sbits: 0x4e414c50n }
const HEIR_REQUEST = { funds: '0.01', name: 'plan', inactivity: '5', memo: '', tokenId: undefined }

/** Asset that only its key can end, claim or continue. */
export interface BoundThing {
  readonly kind: StayingKind
  readonly txid: Uint8Array
  readonly pubkey: Uint8Array
  /** builds the transaction that cancels an order */
  readonly cancel?: (txid: Uint8Array) => Transaction
}

/** Creates an asset. @param pubkey public key of the old key, or of the phrase's first account */
type Maker = (things: Things, key: TestKey, pubkey: Uint8Array) => unknown

const MAKERS = {
  coin: (things, { p2pk }) => things.pay(COIN, p2pk),
  immature: ({ market }, { p2pk }) => market.node.mineBlock({ script: p2pk }),
  locked: (things, { p2pkh }) => things.wallet.locks.lock({ hash: things.pay(COIN, p2pkh), index: 0 }),
  unconfirmed: ({ market }, { p2pk }) =>
    market.send(market.node.pay(stranger, [{ value: COIN / 2n, scriptPubKey: p2pk }], 10_000n)),
  multisig: (things, { pub }) => things.pay(COIN, multisigScript(1, [pub, things.account])),
  timelock: (things, { p2pkh }) =>
    things.pay(COIN, Uint8Array.of(2, 0xff, 0x7f, OP.OP_CHECKLOCKTIMEVERIFY, OP.OP_DROP, ...p2pkh)),

  token: (things, key) => things.createToken(key),
  async spread(things, key) {
    const tokenId = things.createToken(key)
    for (const { pub } of OLD_KEYS) {
      if (pub === key.pub) continue
      things.transfer(tokenId, key, pub)
      await things.mine()
    }
  },
  accountToken: (things) => things.transfer(things.foreignToken, stranger, things.account),
  unpaidToken: (things) => things.transfer(things.foreignToken, stranger, things.wallet.keys.next('').pubkey),
  nft: (things, key) =>
    things.bound.push({ kind: 'nft', txid: things.createToken(key, 1n, Uint8Array.of(0xf7, 1)), pubkey: key.pub }),

  ask(things, key) {
    const tokenId = things.createToken(key)
    const context = () => things.market.context(key)
    const tx = buildAsk({ tokenId, units: 100n, total: 1_000n }, context())
    things.bind('order', key.pub, tx, (txid) => buildCancelAsk({ tokenId, txid }, context()))
  },
  bid(things, key) {
    const tokenId = things.foreignToken
    const context = () => things.market.context(key)
    const tx = buildBid({ tokenId, units: 10n, total: 1_000n }, context())
    things.bind('order', key.pub, tx, (txid) => buildCancelBid({ tokenId, txid }, context()))
  },
  reward(things, key) {
    const request = { name: REWARDS.name, fundingTxid: things.rewardsPlan, amount: COIN / 50n }
    things.bind('reward', key.pub, buildRewardsLock(request, contractContextFor(things.market, key)))
  },
  channelIn(things, _, destination) {
    const request = { destination, count: 2n, payment: 10_000n }
    things.bind('channel', destination, buildChannelOpen(request, contractContextFor(things.market, stranger)))
  },
  channelOut(things, key) {
    const request = { destination: stranger.pub, count: 2n, payment: 10_000n }
    things.bind('channel', key.pub, buildChannelOpen(request, contractContextFor(things.market, key)))
  },
  heir(things, _, heir) {
    const tx = buildHeirFund({ ...HEIR_REQUEST, heir }, contractContextFor(things.market, stranger))
    things.bind('inheritance', heir, tx)
  },
  owner(things, key) {
    const tx = buildHeirFund({ ...HEIR_REQUEST, heir: stranger.pub }, contractContextFor(things.market, key))
    things.bind('inheritance', key.pub, tx)
  },
  role(things, key) {
    const { market } = things
    const { addressIndex, mempool, node } = market
    const oracle = { name: bytes('rain'), description: bytes(''), format: bytes('S') }
    const view = createCcView(node.chain, mempool, undefined)
    const reader = createOracleReader({ addressIndex, chain: node.chain, mempool })
    const tx = buildOracleCreate(oracle, { ...contractContextFor(market, key), view, reader })
    things.bind('role', key.pub, tx)
  },
} as const satisfies Record<string, Maker>

/** Asset kinds that a wallet can get: coins, tokens, and assets that contracts bind to a key. */
export type WalletThing = keyof typeof MAKERS

export const WALLET_THINGS = Object.keys(MAKERS) as readonly WalletThing[]

/** Assets paid for by another key. All others use coins of an old key. */
export const FOREIGN_THINGS: ReadonlySet<string> = new Set<WalletThing>([
  ...(['coin', 'immature', 'locked', 'unconfirmed', 'multisig', 'timelock'] as const),
  ...(['accountToken', 'unpaidToken', 'channelIn', 'heir'] as const),
])

/** Gives a wallet coins, tokens and contract assets at its old keys, and records the key of each bound asset. */
export class Things {
  readonly market: MarketNode
  readonly wallet: Wallet
  /** connects a block of everything in the mempool */
  readonly mine: () => Promise<void>
  /** public key of the phrase's first account */
  readonly account: Uint8Array
  /** token of another key */
  readonly foreignToken: Uint8Array
  /** rewards plan of another key, in which rewards are locked */
  readonly rewardsPlan: Uint8Array
  /** assets currently bound to a key of the wallet */
  readonly bound: BoundThing[] = []

  constructor(market: MarketNode, wallet: Wallet, mine: () => Promise<void>) {
    this.market = market
    this.wallet = wallet
    this.mine = mine
    this.account = wallet.keyring.accounts.list()[0]?.pubkey ?? new Uint8Array()
    market.fund(stranger, 30, COIN)
    this.foreignToken = this.createToken(stranger, 1_000n)
    const terms = { sbits: REWARDS.sbits, apr: COIN, minSeconds: 0n, maxSeconds: 1_000_000n, minDeposit: 1n }
    this.rewardsPlan = market.send(buildRewardsPlan(terms, 10n * COIN, contractContextFor(market, stranger)))
    market.mine()
  }

  /** Gives a key confirmed coins that contracts can use. */
  fund(key: TestKey): void {
    this.market.fund(key, 3, COIN / 10n)
  }

  /** @param isAccount true to give the asset to the phrase's first account, if possible */
  make(thing: WalletThing, key: TestKey, isAccount: boolean): unknown {
    const maker: Maker = MAKERS[thing]
    return maker(this, key, isAccount ? this.account : key.pub)
  }

  /** Cancels the oldest open order. @returns false if no order is open */
  closeOrder(): boolean {
    const index = this.bound.findIndex(({ cancel }) => cancel)
    const [order] = index < 0 ? [] : this.bound.splice(index, 1)
    const owner = OLD_KEYS.find(({ pub }) => pub === order?.pubkey)
    if (!order?.cancel || !owner) return false
    this.fund(owner)
    this.market.send(order.cancel(order.txid))
    return true
  }

  /** Pays a script without mining. */
  pay(value: bigint, scriptPubKey: Uint8Array): Uint8Array {
    return this.market.send(this.market.node.pay(testKey(0), [{ value, scriptPubKey }], 10_000n))
  }

  bind(kind: StayingKind, pubkey: Uint8Array, tx: Transaction, cancel?: BoundThing['cancel']): void {
    this.bound.push({ kind, pubkey, txid: this.market.send(tx), ...(cancel && { cancel }) })
  }

  createToken(key: TestKey, supply = 250n, data?: Uint8Array): Uint8Array {
    return this.market.createToken(key, { name: bytes('T'), supply, ...(data && { data }) })
  }

  transfer(tokenId: Uint8Array, from: TestKey, destination: Uint8Array): void {
    const context = { ...this.market.context(from), tokens: this.market.indexes.tokens }
    this.market.send(buildTokenTransfer({ tokenId, destination, amount: 100n }, context))
  }
}
