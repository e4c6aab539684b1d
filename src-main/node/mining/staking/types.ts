import type { StakeCoin } from '../../consensus/index.ts'
import type { Transaction, TxOut } from '../../primitives/index.ts'

/** Wallet coin that may win: at least one whole coin, confirmed, spendable, with an address. */
export interface StakeableCoin extends StakeCoin, TxOut {
  readonly time: number
  readonly address: string
}

export interface StakingWallet {
  /**
   * returns true if stakes can be signed: the wallet has no passphrase, or is unlocked for staking or for everything
   */
  isOpen(): boolean
  /** Returns the coins that may stake on the current tip, in no order. */
  coins(): readonly StakeableCoin[]
  /** Returns a signed stake of one coin. @throws Error if it cannot be signed */
  sign(unsigned: Transaction, coin: TxOut, branchId: number): Transaction
}

/** Input for a template that ends with a stake. */
export interface StakeRequest {
  readonly coin: StakeableCoin
  /** percentage of the coin that goes to the reward instead of back to its script */
  readonly split: number
  sign(unsigned: Transaction, coin: TxOut, branchId: number): Transaction
}
