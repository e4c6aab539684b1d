import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { MethodResult } from '#shared/rpc/index.ts'
import { hash160 } from '../../../crypto/index.ts'
import { type MarketNode, mulberry32 } from '../../../testing/index.ts'
import { waitFor } from '../../../testing/waitFor.ts'
import { outpointKey, toDisplayHex, toHex } from '../../../util/index.ts'
import type { Wallet } from '../../index.ts'
import { findUncovered } from '../phraseCoverage.ts'
import { concludeSearch } from '../phraseSearch.ts'
import { openMovingWallet } from './movingWallet.ts'
import { FOREIGN_THINGS, OLD_KEYS, Things, type WalletThing } from './walletThings.ts'

const SEED = new Uint8Array(64).fill(9)
const MAX_BLOCKS = 30
const context = { signal: new AbortController().signal, transport: 'http' as const }

export type RandomAct = WalletThing | 'move' | 'mine' | 'finish' | 'close'

/** Returns the units of each token at the wallet's listed keys. */
function sumTokens(wallet: Wallet, { indexes }: MarketNode): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { pubkey } of wallet.keys.used()) {
    for (const { token, balance } of pubkey.length === 33 ? indexes.tokens.holdings(pubkey) : []) {
      const id = toHex(token.tokenId)
      sums.set(id, (sums.get(id) ?? 0n) + balance)
    }
  }
  return sums
}

const coinNames = ({ ledger }: Wallet): readonly string[] =>
  [...ledger.holdings()].map(({ source, index }) => outpointKey({ hash: source.txid, index }))

/** Wallet with imported keys and a phrase. `act` adds assets and moves them, in any order. */
export class RandomWallet {
  readonly #market: MarketNode
  readonly #directory: string
  readonly #opened: ReturnType<typeof openMovingWallet>
  readonly #handlers: ReturnType<ReturnType<typeof openMovingWallet>['openHandlers']>
  readonly #things: Things
  #restored = 0

  /** @param market must have no other wallet */
  constructor(market: MarketNode, directory: string) {
    this.#market = market
    this.#directory = directory
    this.#opened = openMovingWallet(market, this.#createFolder('wallet'))
    const { wallet, acting } = this.#opened
    for (const { priv } of OLD_KEYS) wallet.keys.import(priv, true, '')
    wallet.setSeed(SEED, { words: 12, birth: 0 }, false)
    acting.pubkey = OLD_KEYS[0].pub
    wallet.keyring.setIdentity(OLD_KEYS[0].pub)
    this.#handlers = this.#opened.openHandlers()
    this.#things = new Things(market, wallet, () => this.#mine())
  }

  close(): void {
    this.#opened.close()
  }

  /**
   * Runs one step.
   * @param number index of the old key; the last index selects the phrase's first account if possible
   */
  async act(act: RandomAct, number: number): Promise<void> {
    await this.#waitForMove()
    if (act === 'mine') return this.#mine()
    if (act === 'finish') return this.#finish()
    if (act === 'move') return this.#move()
    if (act === 'close') {
      if (this.#things.closeOrder()) await this.#mine()
      return
    }
    const key = OLD_KEYS[number % OLD_KEYS.length] ?? OLD_KEYS[0]
    // The paying key has only one coin: mine an earlier payment first.
    if (act === 'unconfirmed') await this.#mine()
    if (!FOREIGN_THINGS.has(act)) this.#things.fund(key)
    await this.#waitForMove()
    await this.#things.make(act, key, number >= OLD_KEYS.length)
    if (act !== 'unconfirmed') await this.#mine()
  }

  /** Returns the number of keys and scripts that the words do not cover. */
  async countUncovered(): Promise<number> {
    return (await findUncovered(this.#opened.coverage)).size
  }

  /** Returns reasons for incomplete coverage although nothing is missing now. */
  reasons(): readonly string[] {
    const { wallet, acting } = this.#opened
    const isMoving = wallet.agreedMove.get() !== undefined
    const isOldIdentity = acting.pubkey !== undefined && this.#isOld(acting.pubkey)
    return [...(isMoving ? ['a move is under way'] : []), ...(isOldIdentity ? ['change goes to an old key'] : [])]
  }

  /** Returns kind and transaction of everything that planmovetophrase lists as bound to old keys. */
  async listStaying(): Promise<readonly string[]> {
    const plan = await this.#handlers.planmovetophrase({ plan: undefined }, context)
    const { stays } = plan as MethodResult<'planmovetophrase'>
    return stays.flatMap(({ kind, txid }) => (txid === null ? [] : [`${kind} ${txid}`])).toSorted()
  }

  /** Returns the expected result of `listStaying` after all steps so far. */
  expectStaying(): readonly string[] {
    const old = this.#things.bound.filter(({ pubkey }) => this.#isOld(pubkey))
    return old.map(({ kind, txid }) => `${kind} ${toDisplayHex(txid)}`).toSorted()
  }

  /**
   * Restores the words in another wallet, from the blocks only.
   * @returns names of coins, tokens and bound assets that the restored wallet lacks
   */
  async findMissing(): Promise<readonly string[]> {
    const draw = mulberry32(++this.#restored)
    const random = { bytes: (length: number) => Uint8Array.from({ length }, () => Math.floor(draw() * 256)) }
    const folder = this.#createFolder(`restored-${this.#restored}`)
    const { wallet: restored, close } = openMovingWallet(this.#market, folder, { random })
    const { wallet } = this.#opened
    try {
      await restored.start()
      restored.setSeed(SEED, { words: 12, birth: 0 }, true)
      await concludeSearch({ wallet: restored, addressIndex: this.#market.addressIndex }, {})
      const coins = new Set(coinNames(restored))
      const tokens = sumTokens(restored, this.#market)
      return [
        ...coinNames(wallet).filter((name) => !coins.has(name)),
        ...[...sumTokens(wallet, this.#market)].filter(([id, units]) => tokens.get(id) !== units).map(([id]) => id),
        ...this.#things.bound.filter(({ pubkey }) => !restored.keys.byHash(hash160(pubkey))).map(({ kind }) => kind),
      ]
    } finally {
      close()
    }
  }

  #createFolder(name: string): string {
    const folder = join(this.#directory, name)
    mkdirSync(folder)
    return folder
  }

  #isOld(pubkey: Uint8Array): boolean {
    return this.#opened.wallet.keys.byHash(hash160(pubkey))?.path == null
  }

  /** Resolves when the move sends nothing more before the next block. */
  #waitForMove(): Promise<void> {
    return waitFor(() => {
      if (this.#opened.wallet.agreedMove.status()?.running) throw new Error('the move is sending transactions')
    })
  }

  async #mine(): Promise<void> {
    await this.#waitForMove()
    this.#market.mine()
    await this.#waitForMove()
  }

  async #move(): Promise<void> {
    const { plan } = await this.#handlers.planmovetophrase({ plan: undefined }, context)
    void this.#handlers.movetophrase({ plan }, context)
    await this.#waitForMove()
  }

  /** Mines until a running move has ended, or can send nothing more. */
  async #finish(): Promise<void> {
    const { wallet } = this.#opened
    const { node } = this.#market
    wallet.locks.unlockAll()
    node.mine(node.params.coinbaseMaturity)
    for (let block = 0; block < MAX_BLOCKS && wallet.agreedMove.get(); block++) await this.#mine()
  }
}
