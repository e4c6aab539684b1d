import { branchIdAt, type ChainParams, type UpgradeState } from '../../consensus/index.ts'
import type { ChainView, MempoolWriter } from '../../core/index.ts'
import { transactionSize } from '../../primitives/index.ts'
import { p2pkhScript } from '../../script/index.ts'
import { dustLimit, newTransaction, requiredFee, signaturesSize, signTransaction } from '../../transactions/index.ts'
import { equal, outpointKey } from '../../util/index.ts'
import { CHANGE, type WalletKey } from '../keys/index.ts'
import type { Wallet } from '../wallet.ts'
import { WalletError } from '../walletError.ts'
import { type CoinBatch, type CoinBatches, MAX_MOVE_BYTES, planCoinBatches } from './coinBatches.ts'
import { findOldKeyCoins, type OldKeyCoin, type OldKeyCoins, oldCoinState, type StayingCoin } from './oldKeyCoins.ts'

/** Final, but with lock time enabled, like the wallet's other payments. */
const MOVE_SEQUENCE = 0xfffffffe
const OUTPUT_SCRIPT = p2pkhScript(new Uint8Array(20))

export interface PhraseMoveDeps {
  readonly params: Pick<ChainParams, 'ccEnabled'>
  readonly chain: ChainView & { upgrades(): UpgradeState }
  readonly mempool: MempoolWriter
  readonly wallet: Pick<
    Wallet,
    'keys' | 'scripts' | 'ledger' | 'locks' | 'recorder' | 'keyring' | 'payRate' | 'agreedMove' | 'search' | 'revision'
  >
  /** Returns true if the identity key of an account holds tokens, which a restore counts as a payment. */
  readonly holdsTokens: (account: number) => boolean
}

/** Coins at old keys that move now, later or never. */
export interface CoinMove {
  readonly batches: readonly CoinBatch<OldKeyCoin>[]
  readonly queued: readonly OldKeyCoin[]
  readonly staying: readonly StayingCoin[]
}

/** Moves coins from old keys to fresh keys of the phrase. */
export class PhraseMove {
  readonly #deps: PhraseMoveDeps
  /**
   * Key of a transaction that could not be sent. The next transaction reuses it, so that the gap of unused keys does
   * not grow.
   */
  #fresh: { readonly hash: Uint8Array } | undefined

  constructor(deps: PhraseMoveDeps) {
    this.#deps = deps
  }

  /** Returns true if a restore from the phrase finds the key. */
  isRestored(key: WalletKey): boolean {
    const { wallet, holdsTokens } = this.#deps
    return wallet.search.reach.reaches(key, holdsTokens)
  }

  /**
   * Plans the move of the coins at old keys. Pure, and possible while the wallet is locked.
   * @param isWanted selects coins; default: all
   */
  plan(isWanted: (coin: OldKeyCoin) => boolean = () => true): CoinMove {
    const { movable, staying } = this.findCoins()
    const wanted = movable.filter(isWanted)
    const { batches, tooSmall } = this.#divide(wanted.filter(({ state }) => state === 'ready'))
    const queued = wanted.filter(({ state }) => state !== 'ready')
    // A queued coin will pay the fee for coins that are too small to pay their own.
    if (queued.length > 0) return { batches, queued: [...queued, ...tooSmall], staying }
    return {
      batches,
      queued,
      staying: [...tooSmall.map((coin) => ({ ...coin, kind: 'too-small' as const })), ...staying],
    }
  }

  /** Lists the coins that a restore from the phrase would not find. */
  findCoins(): OldKeyCoins {
    const { keys, scripts, ledger, locks } = this.#deps.wallet
    return findOldKeyCoins({ keys, scripts, ledger, locks, isRestored: (key) => this.isRestored(key) })
  }

  /** Plans the rest of the agreed move from the current ledger. Returns undefined if no move is in progress. */
  rest(): (Pick<CoinMove, 'batches' | 'queued'> & { readonly unconfirmed: number }) | undefined {
    const { agreedMove, ledger } = this.#deps.wallet
    const agreed = agreedMove.get()
    if (!agreed) return undefined
    const names = new Set(agreed.coins.map(outpointKey))
    const { batches, queued } = this.plan(({ outpoint }) => names.has(outpointKey(outpoint)))
    const unconfirmed = agreed.coins.filter((outpoint) => ledger.spenderDepth(outpoint) === 0).length
    return { batches, queued, unconfirmed }
  }

  /** Returns true if all coins of a planned batch can still be spent. */
  isCurrent({ coins }: CoinBatch): boolean {
    const { ledger, locks } = this.#deps.wallet
    return coins.every(({ outpoint }) => {
      const holding = ledger.holding(outpoint)
      return holding !== undefined && oldCoinState(holding, locks.isLocked(outpoint), ledger) === 'ready'
    })
  }

  /** Signs, stores and sends one transaction; durable on return. @throws WalletError `locked`, `rejected` … */
  send(batch: CoinBatch): void {
    const { wallet, mempool } = this.#deps
    wallet.keys.requireOpen()
    const tx = this.#sign(batch)
    const notes = { comment: '', commentTo: '', changeAt: -1 }
    const admitted = wallet.recorder.pay(tx, notes, () => mempool.accept(tx, { rejectAbsurdFee: false }))
    if (!admitted.ok) throw new WalletError('rejected', 'A transaction of the move to the phrase was rejected')
    this.#fresh = undefined
  }

  #divide(coins: readonly OldKeyCoin[]): CoinBatches<OldKeyCoin> {
    const { wallet } = this.#deps
    const { keys } = wallet
    const known = { scriptOf: () => undefined, keySize: (hash: Uint8Array) => keys.byHash(hash)?.pubkey.length }
    return planCoinBatches(coins, {
      signatureSize: (output) => signaturesSize([output], known),
      feeFor: (size) => requiredFee(size, wallet.payRate(), undefined),
      dustLimit: dustLimit(OUTPUT_SCRIPT),
    })
  }

  #sign({ coins, value }: CoinBatch) {
    const { params, chain, wallet } = this.#deps
    const tip = chain.tip()
    const [upgrades, height] = [chain.upgrades(), tip.height + 1]
    // A key from before the phrase was replaced is an old key.
    if (this.#fresh && !wallet.keys.byHash(this.#fresh.hash)?.path) this.#fresh = undefined
    this.#fresh ??= this.#lastUnpaidKey() ?? wallet.keys.next(null)
    const unsigned = newTransaction(
      { upgrades, height },
      {
        vin: coins.map(({ outpoint }) => ({ prevout: outpoint, scriptSig: new Uint8Array(), sequence: MOVE_SEQUENCE })),
        vout: [{ value, scriptPubKey: p2pkhScript(this.#fresh.hash) }],
        lockTime: chain.medianTimePast(tip),
      },
    )
    const { tx, errors } = signTransaction(unsigned, {
      spent: coins,
      keys: wallet.keys.signing,
      branchId: branchIdAt(upgrades, height),
      ccEnabled: params.ccEnabled,
    })
    if (errors.length > 0) throw new WalletError('signing-failed', 'Signing transaction failed')
    if (transactionSize(tx) > MAX_MOVE_BYTES) throw new WalletError('too-large', 'Transaction too large')
    return tx
  }

  /** Returns the last change key that was handed out, if no transaction pays to it because of a crash. */
  #lastUnpaidKey(): { readonly hash: Uint8Array } | undefined {
    const { keys, ledger } = this.#deps.wallet
    const last = keys.used().findLast(({ path }) => path?.account === 0 && path.chain === CHANGE)
    const script = last && p2pkhScript(last.hash)
    if (!script) return undefined
    const isPaid = ledger.transactions().some(({ tx }) => tx.vout.some((output) => equal(output.scriptPubKey, script)))
    return isPaid ? undefined : last
  }
}
