import type { ActionOf, OwnContract } from '#shared/protocol/evalCodes.ts'
import type { Sentence } from '#shared/sentences/sentence.ts'
import type { BlockObserver, CcVerdict, CcView } from '../core/index.ts'
import type { Transaction, TxOut } from '../primitives/index.ts'
import type { Database, ModuleMigrations } from '../storage/index.ts'
import type { GlobalKey } from './framework/globalKey.ts'
import type { ContractTransactionContext, FindTransaction } from './framework/memoCache.ts'
import type { CoinText, TransactionFacts } from './framework/sentences.ts'
import type { TokenFlow } from './tokens/flow.ts'

export interface ValidationContext extends ContractTransactionContext {
  /** code of the eval node being evaluated */
  readonly evalCode: number
  /**
   * first input with this code; rules validate the whole transaction, and the verdict applies to its other inputs too
   */
  readonly inputIndex: number
  readonly view: CcView
}

export interface ExplainContext extends ContractTransactionContext {
  /** outputs that its inputs spend, in input order; undefined if unknown */
  readonly spent: readonly (TxOut | undefined)[]
  /** token units in its inputs and outputs, which any contract may hold */
  readonly tokens: TokenFlow
}

/** Action of a transaction under the rules of one contract. */
export interface ContractAction<Name extends OwnContract = OwnContract> {
  readonly name: ActionOf<Name>
  /** indexes of outputs that it locks with the contract: a pool, or an offer */
  readonly locked: ReadonlySet<number>
  /** indexes of outputs by which the contract finds it, in addition to the explainer's `markerScripts` */
  readonly markers?: ReadonlySet<number>
  /** builds the sentence if it depends on this transaction; may contain untrusted text */
  readonly say?: (coins: CoinText) => Sentence
  /** for orders: true if the rules do not let the token change hands */
  readonly unmovable?: boolean
  /** for orders: units and satoshis that are offered, traded or returned; `left` is the remainder of a fill */
  readonly order?: {
    readonly units: bigint
    readonly coins: bigint
    readonly left?: { readonly units: bigint; readonly coins: bigint }
  }
}

/** A contract's part in decoding and explaining transactions. */
export interface ContractExplainer<Name extends OwnContract = OwnContract> {
  /**
   * Returns the action under this contract's rules, or undefined if there are no matching data. Does not check whether
   * the rules accept it.
   */
  actionOf(context: ExplainContext): ContractAction<Name> | undefined
  /** Returns the keys in a transaction's payload: outputs may belong to them. */
  keysOf?(tx: Transaction): readonly Uint8Array[]
  /** Returns pairs of keys in a transaction's payload; either key may spend an output. */
  pairsOf?(tx: Transaction): readonly (readonly [Uint8Array, Uint8Array])[]
  /** scripts of the marker outputs by which the contract finds its transactions; each holds CONTRACT_FEE */
  readonly markerScripts?: readonly Uint8Array[]
  /** true if its transactions also have marker outputs for a user's key that hold CONTRACT_FEE */
  readonly marksKeys?: boolean
  /**
   * Describes the action for users; texts are in `#shared/sentences`. Called only with an action that `actionOf`
   * returned.
   */
  sentence(facts: TransactionFacts, coins: CoinText, action: ContractAction): Sentence
  /**
   * Returns true if the rules require this output's payment, such as the price of an order, so that the sentence covers
   * it.
   */
  covers(facts: TransactionFacts, output: TransactionFacts['outputs'][number]): boolean
  /**
   * text for locked outputs that both this wallet and another key can spend through an action of the contract, by
   * design
   */
  readonly sharing?: Sentence
  /**
   * Returns warnings to show before approval; must not contain untrusted text. Called only with an action that
   * `actionOf` returned.
   */
  warnings?(facts: TransactionFacts, action: ContractAction): readonly Sentence[]
}

/** A contract's own index, updated in the database transaction that connects a block. */
export interface ContractIndex {
  readonly observer: BlockObserver
  /**
   * Set for an index that existing databases may lack: the next start builds it by replaying the stored blocks to its
   * observer. Its migrations are `buildable`.
   */
  readonly rebuild?: {
    /** for users: `the index of token orders` */
    readonly title: string
    /** Deletes all rows of its tables. */
    clear(): void
  }
}

export interface ContractIndexDeps {
  /** the chain's database, in which the contract's `migrations` have run */
  readonly db: Database
  /** finds confirmed transactions; called only while a block connects */
  readonly transaction: FindTransaction
}

export interface ContractIndexDefinition<Index extends ContractIndex = ContractIndex> {
  readonly migrations: ModuleMigrations
  readonly create: (deps: ContractIndexDeps) => Index
}

/**
 * A crypto-condition contract: one folder here, whose `index.ts` builds this object, and one entry in `list.ts`. Code
 * that concerns all contracts iterates over that list. A folder's codec (`codec.ts`), rules (`validate.ts`) and
 * builders (`build.ts`) are used only inside it and by its RPC methods.
 */
export interface ContractDefinition<Name extends OwnContract = OwnContract> {
  readonly name: Name
  /** eval codes that it evaluates */
  readonly evalCodes: readonly number[]
  readonly globalKeys: readonly GlobalKey[]
  /** true if its outputs may hold tokens, including non-fungible ones */
  readonly holdsTokens: boolean
  /** Validates a transaction that spends an output with one of `evalCodes`; called once per code. */
  validate(context: ValidationContext): CcVerdict
  readonly explainer: ContractExplainer<Name>
  readonly index?: ContractIndexDefinition
}
