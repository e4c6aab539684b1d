import type { AddressIndexView, BlockEntry, ChainUpdate, ChainView, MempoolView } from '../../core/index.ts'
import type { Transaction } from '../../primitives/types.ts'
import { hashKey, toDisplayHex } from '../../util/index.ts'
import type { WalletLedger, WalletTx } from '../index.ts'
import type { TokenAddresses } from './tokenAddresses.ts'

export interface TokenReceiptsDeps {
  readonly addresses: TokenAddresses
  readonly addressIndex: AddressIndexView
  readonly mempool: Pick<MempoolView, 'entries'>
  readonly chain: Pick<ChainView, 'transaction'> & {
    subscribe(listener: (update: ChainUpdate) => void): unknown
  }
  readonly ledger: Pick<WalletLedger, 'get' | 'listen' | 'ownershipRevision'>
}

/** Receipts have higher positions than ledger transactions, so that a cursor identifies one transaction. */
const FIRST_POSITION = 100_000_000_000
/** Addresses and transactions read per event-loop slice: a few milliseconds. */
const READS_PER_SLICE = 50
/** Maximum number of connected blocks to follow. After more blocks at once, every address is read again. */
const FEW_BLOCKS = 100

/**
 * Transactions, including unconfirmed ones, that paid the wallet tokens but no coins. The ledger lacks them: like the
 * reference's, it stores only transactions that pay coins to the wallet or spend them.
 */
export class TokenReceipts {
  readonly #deps: TokenReceiptsDeps
  /** addresses that were read */
  readonly #asked = new Set<string>()
  readonly #confirmed = new Map<string, WalletTx>()
  #unconfirmed = new Map<string, WalletTx>()
  /** positions by txid; a receipt keeps its position when it is connected or disconnected */
  readonly #positions = new Map<string, number>()
  /** ledger's ownership revision when the receipts were read */
  #revision = 0
  /** false until the first `prepare`; before that, blocks are ignored */
  #follows = false
  /** number of resets, which may happen while `prepare` pauses */
  #forgotten = 0

  constructor(deps: TokenReceiptsDeps) {
    this.#deps = deps
    deps.chain.subscribe((update) => this.#follow(update))
    deps.ledger.listen(({ txid }) => this.#confirmed.delete(hashKey(txid)))
  }

  /** Reads addresses that were not read yet, yielding to the event loop. */
  async prepare(pause: () => Promise<void>): Promise<void> {
    const { addresses, addressIndex, chain, ledger } = this.#deps
    this.#follows = true
    if (this.#revision !== ledger.ownershipRevision()) this.#forget()
    this.#revision = ledger.ownershipRevision()
    await addresses.prepare(pause)
    let read = 0
    for (const [name, address] of [...addresses.all()]) {
      if (this.#asked.has(name)) continue
      const forgotten = this.#forgotten
      if (++read % READS_PER_SLICE === 0) await pause()
      for (const { txid, spending } of [...addressIndex.deltas(address)]) {
        const confirmed = spending ? undefined : chain.transaction(txid)
        if (confirmed) this.#add(confirmed.tx, txid, confirmed.block)
        if (++read % READS_PER_SLICE === 0) await pause()
      }
      if (this.#forgotten === forgotten) this.#asked.add(name)
    }
  }

  /** Lists the receipts. Returns the identical object for a receipt while it stays in its block or in the mempool. */
  list(): ReadonlySet<WalletTx> {
    const { mempool, ledger } = this.#deps
    const unconfirmed = new Map<string, WalletTx>()
    for (const { tx, txid, time } of mempool.entries()) {
      if (!this.paysWallet(tx) || ledger.get(txid)) continue
      const name = hashKey(txid)
      unconfirmed.set(name, this.#unconfirmed.get(name) ?? this.#toWalletTx(tx, txid, time, null))
    }
    this.#unconfirmed = unconfirmed
    return new Set([...this.#confirmed.values(), ...unconfirmed.values()])
  }

  /** Returns true if an output pays a token address known to `prepare`. */
  paysWallet(tx: Transaction): boolean {
    return tx.vout.some((output) => this.#deps.addresses.find(output) !== undefined)
  }

  #follow({ connected, disconnected }: ChainUpdate): void {
    if (!this.#follows) return
    if (disconnected.length > 0 || connected.length > FEW_BLOCKS) {
      this.#forget()
      return
    }
    this.#deps.addresses.all()
    for (const { entry, txs } of connected) {
      for (const { tx, txid } of txs) if (this.paysWallet(tx)) this.#add(tx, txid, entry)
    }
  }

  #forget(): void {
    this.#forgotten++
    this.#asked.clear()
    this.#confirmed.clear()
  }

  #add(tx: Transaction, txid: Uint8Array, block: BlockEntry): void {
    const name = hashKey(txid)
    if (this.#deps.ledger.get(txid) || this.#confirmed.has(name)) return
    const received = this.#unconfirmed.get(name)?.received ?? block.time
    this.#confirmed.set(name, this.#toWalletTx(tx, txid, received, block))
  }

  #toWalletTx(tx: Transaction, txid: Uint8Array, received: number, block: BlockEntry | null): WalletTx {
    const name = hashKey(txid)
    const position = this.#positions.get(name) ?? FIRST_POSITION + this.#positions.size
    this.#positions.set(name, position)
    return {
      ...{ tx, txid, txidHex: toDisplayHex(txid), position, received, block },
      ...{ smartTime: block?.time ?? received, comment: '', commentTo: '', changeAt: null, coinbase: false },
    }
  }
}
