import type { ActionOf, OwnContract } from '#shared/protocol/evalCodes.ts'
import type { Sentence } from '#shared/sentences/sentence.ts'
import type { BlockObserver, CcVerdict, CcView } from '../core/index.ts'
import type { Transaction, TxOut } from '../primitives/index.ts'
import type { ContractMigrations, Database } from '../storage/index.ts'
import type { GlobalKey } from './framework/globalKey.ts'
import type { ContractTransactionContext, FindTransaction } from './framework/memoCache.ts'
import type { CoinText, TransactionFacts } from './framework/sentences.ts'
import type { TokenFlow } from './tokens/flow.ts'

export interface ValidationContext extends ContractTransactionContext {
  /** of the eval node that asks */
  readonly evalCode: number
  /** the first input that asks; rules look at the whole transaction, and the verdict holds for its other inputs too */
  readonly inputIndex: number
  readonly view: CcView
}

export interface ExplainContext extends ContractTransactionContext {
  /** what its inputs spend, in input order; undefined where that is not known */
  readonly spent: readonly (TxOut | undefined)[]
  /** the token units in its inputs and outputs, which any module may hold */
  readonly tokens: TokenFlow
}

/** What a transaction does by the rules of one module. */
export interface ContractAction<Name extends OwnContract = OwnContract> {
  readonly name: ActionOf<Name>
  /** outputs that it locks with the module: a pool, what is offered */
  readonly locked: ReadonlySet<number>
  /** outputs by which the module finds it, besides those that the explainer names for all its transactions */
  readonly markers?: ReadonlySet<number>
  /** the sentence, where it needs what only the transaction knows; may hold texts of strangers */
  readonly say?: (coins: CoinText) => Sentence
  /** of orders: no module lets the token change hands */
  readonly unmovable?: boolean
  /** of orders: what is offered, changes hands or returns, in units and satoshis; `left`: what a fill leaves of the order */
  readonly order?: {
    readonly units: bigint
    readonly coins: bigint
    readonly left?: { readonly units: bigint; readonly coins: bigint }
  }
}

/** What a module adds to decoding a transaction and to the explanation of what it does. */
export interface ContractExplainer<Name extends OwnContract = OwnContract> {
  /** What the transaction does by this module's rules; undefined: nothing. Whether the rules accept it is not checked. */
  actionOf(context: ExplainContext): ContractAction<Name> | undefined
  /** keys that the payload of a transaction names: outputs may belong to them */
  keysOf?(tx: Transaction): readonly Uint8Array[]
  /** pairs of keys, either of which may spend an output, that the payload of a transaction names */
  pairsOf?(tx: Transaction): readonly (readonly [Uint8Array, Uint8Array])[]
  /** scripts of marker outputs, by which the module finds its transactions; they hold CONTRACT_FEE */
  readonly markerScripts?: readonly Uint8Array[]
  /** its transactions also mark themselves by a condition of some person's key that holds CONTRACT_FEE */
  readonly marksKeys?: boolean
  /** What the transaction does, for people; texts are in `#shared/sentences`. Only called with what `actionOf` found. */
  sentence(facts: TransactionFacts, coins: CoinText, action: ContractAction): Sentence
  /** whether the module's rules make an output get its coins, such as the price of an order: the sentence covers it */
  covers(facts: TransactionFacts, output: TransactionFacts['outputs'][number]): boolean
  /** what an output that its action locks means where this wallet and another key can spend it: by such an action, that is meant */
  readonly sharing?: Sentence
  /** What somebody should know before agreeing to it, without texts of strangers. Only called with what `actionOf` found. */
  warnings?(facts: TransactionFacts, action: ContractAction): readonly Sentence[]
}

/** An index of a module's own, kept by the database transaction that connects a block. */
export interface ContractIndex {
  readonly observer: BlockObserver
  /**
   * What an index needs that chains on disk may lack: it is made from their blocks, which its observer gets once more, at the
   * next start. Its migrations are `buildable`.
   */
  readonly rebuild?: {
    /** for people: `the index of token orders` */
    readonly title: string
    /** empties its tables */
    clear(): void
  }
}

export interface ContractIndexDeps {
  /** the chain's database, which the module's `migrations` have prepared */
  readonly db: Database
  /** confirmed transactions; asked only while a block connects */
  readonly transaction: FindTransaction
}

export interface ContractIndexDefinition<Index extends ContractIndex = ContractIndex> {
  readonly migrations: ContractMigrations
  readonly create: (deps: ContractIndexDeps) => Index
}

/**
 * A crypto-condition module: one folder beside this file, whose `index.ts` puts this together, and one entry of `list.ts`.
 * Everything that concerns all modules walks that list; a folder keeps its codec (`codec.ts`), rules (`validate.ts`) and
 * transaction builders (`build.ts`) to itself and to the RPC methods that call them.
 */
export interface ContractDefinition<Name extends OwnContract = OwnContract> {
  readonly name: Name
  /** eval codes that it judges */
  readonly evalCodes: readonly number[]
  readonly globalKeys: readonly GlobalKey[]
  /** its outputs may hold tokens, non-fungible ones included */
  readonly holdsTokens: boolean
  /** The rules of a transaction that spends an output with one of `evalCodes`; asked once for each of them. */
  validate(context: ValidationContext): CcVerdict
  readonly explainer: ContractExplainer<Name>
  readonly index?: ContractIndexDefinition
}
