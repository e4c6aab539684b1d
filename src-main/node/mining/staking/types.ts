import type { StakeCoin } from '../../consensus/index.ts'
import type { Transaction, TxOut } from '../../primitives/index.ts'

/** A coin of the wallet that may win: one whole coin at least, confirmed, spendable, with an address. */
export interface StakeableCoin extends StakeCoin, TxOut {
  readonly time: number
  readonly address: string
}

/** What the staker needs of a wallet. */
export interface StakingWallet {
  /** whether stakes can be signed: it has no passphrase, or is unlocked, for staking or for everything */
  isOpen(): boolean
  /** What may stake on the present tip, in no order. */
  coins(): readonly StakeableCoin[]
  /** A stake of one coin, signed. @throws Error when it cannot be */
  sign(unsigned: Transaction, coin: TxOut, branchId: number): Transaction
}

/** What a template needs to end with a stake. */
export interface StakeRequest {
  readonly coin: StakeableCoin
  /** per cent of the coin that goes to the reward instead of back to its script */
  readonly split: number
  sign(unsigned: Transaction, coin: TxOut, branchId: number): Transaction
}
