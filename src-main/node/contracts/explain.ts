import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import type { OwnContract } from '#shared/protocol/evalCodes.ts'
import type { Sentence } from '#shared/sentences/sentence.ts'
import type { Transaction, TxOut } from '../primitives/index.ts'
import { isPayToCryptoCondition } from '../script/index.ts'
import { equal, hashKey } from '../util/index.ts'
import { type ConditionOwner, createConditionOwners } from './conditionOwners.ts'
import type { ContractAction, ContractDefinition, ExplainContext } from './contract.ts'
import { decodeCcInputs } from './framework/ccInputs.ts'
import { createMemoCache, type FindTransaction } from './framework/memoCache.ts'
import type { CoinText, TransactionFacts } from './framework/sentences.ts'
import { CONTRACT_LIST } from './list.ts'
import { type TokenFlow, type TokenUnits, tokenFlow } from './tokens/flow.ts'

/** Explanation of a transaction by the contracts. Token units are in `tokens`, whichever contract moves them. */
export interface ContractExplanation {
  readonly module: OwnContract | 'other' | undefined
  readonly action: ContractAction['name'] | undefined
  readonly order: ContractAction['order']
  readonly tokens: TokenFlow
  /** outputs that its action locks with a contract */
  readonly locked: ReadonlySet<number>
  /** outputs by which contracts find their transactions; each holds exactly CONTRACT_FEE */
  readonly markers: ReadonlySet<number>
  /** Returns the owner of a condition, or undefined if unknown. */
  readonly ownerOf: (scriptPubKey: Uint8Array) => ConditionOwner | undefined
  /** Describes the contract's action for users; undefined if there is no action. */
  readonly sentence: (facts: TransactionFacts, coins: CoinText) => Sentence | undefined
  /** Returns true if the sentence covers this output's payment. */
  readonly covers: (facts: TransactionFacts, output: TransactionFacts['outputs'][number]) => boolean
  /** text for locked outputs that this wallet and another key can spend; undefined if the contract has none */
  readonly sharing: Sentence | undefined
  /** Returns the contract's warnings to show before approval. */
  readonly warnings: (facts: TransactionFacts) => readonly Sentence[]
}

const NOTHING: ReadonlySet<number> = new Set()

/** Explanation of any transaction on a chain without crypto-conditions. */
export const NO_CONTRACTS: ContractExplanation = {
  ...{ module: undefined, action: undefined, order: undefined, locked: NOTHING, markers: NOTHING },
  tokens: { subject: undefined, inputs: [], outputs: [], event: undefined, emptyClaim: false },
  ownerOf: () => undefined,
  sentence: () => undefined,
  covers: () => false,
  sharing: undefined,
  warnings: () => [],
}

/** Maximum number of keys for which trees are built. Each key costs about a dozen hashes. */
const MAX_KEYS = 100
/** Number of bytes of a key in a condition; a full key is truncated. */
const CONDITION_KEY = 33

export interface ExplainedTransaction {
  readonly tx: Transaction
  /** outputs that its inputs spend, in input order; undefined if unknown */
  readonly spent: readonly (TxOut | undefined)[]
  /** finds a transaction, including this one */
  readonly find: FindTransaction
  /** keys (33 bytes) that may own outputs although no payload names them, such as the node's own key */
  readonly known: readonly Uint8Array[]
}

/**
 * Returns a function that explains a transaction from the transactions that it spends; its own claims are not trusted.
 * Does not check whether the rules would accept the transaction.
 */
export function createContractExplainer(): (subject: ExplainedTransaction) => ContractExplanation {
  const memo = createMemoCache()
  return (subject) => {
    const { tx, spent, find } = subject
    const base = { tx, spent, find, memo }
    return explain(subject, { ...base, tokens: tokenFlow(base) })
  }
}

/**
 * Returns a function that finds the contract of a transaction by its action: `other` for conditions of no supported
 * contract, undefined for plain coins. It costs a fraction of the complete explanation.
 */
export function createContractFinder() {
  const memo = createMemoCache()
  return (subject: Omit<ExplainedTransaction, 'known'>): OwnContract | 'other' | undefined => {
    const base = { tx: subject.tx, spent: subject.spent, find: subject.find, memo }
    const found = findAction({ ...base, tokens: tokenFlow(base) })
    return found?.module.name ?? (hasConditions(subject) ? 'other' : undefined)
  }
}

function explain(subject: ExplainedTransaction, context: ExplainContext): ContractExplanation {
  const { tx, tokens } = context
  const found = findAction(context)
  const findOwner = ownersAround(subject, context, found?.module.evalCodes ?? [])
  return {
    module: found?.module.name ?? (hasConditions(subject) ? 'other' : undefined),
    action: found?.action.name,
    order: found?.action.order,
    tokens,
    locked: found?.action.locked ?? NOTHING,
    markers: new Set([
      ...findMarkers(tx, tokens.outputs, findOwner, found?.module.explainer.marksKeys === true),
      // An output with a larger value is a payment, which the explanation must mention.
      ...[...(found?.action.markers ?? [])].filter((n) => tx.vout[n]?.value === CONTRACT_FEE),
    ]),
    ownerOf: findOwner,
    sentence: (facts, coins) => found?.module.explainer.sentence(facts, coins, found.action),
    covers: (facts, output) => found?.module.explainer.covers(facts, output) ?? false,
    sharing: found?.module.explainer.sharing,
    warnings: (facts) => found?.module.explainer.warnings?.(facts, found.action) ?? [],
  }
}

function findAction(
  context: ExplainContext,
): { readonly module: ContractDefinition; readonly action: ContractAction } | undefined {
  for (const module of CONTRACT_LIST) {
    const action = module.explainer.actionOf(context)
    if (action) return { module, action }
  }
  return undefined
}

const isCondition = (output: TxOut | undefined): boolean =>
  output !== undefined && isPayToCryptoCondition(output.scriptPubKey) !== false

function hasConditions({ tx, spent }: Omit<ExplainedTransaction, 'known'>): boolean {
  return decodeCcInputs(tx).some((input) => input !== undefined) || spent.some(isCondition) || tx.vout.some(isCondition)
}

/** Finds owners of conditions among the keys in this transaction and in those it spends. */
function ownersAround(
  subject: ExplainedTransaction,
  { tokens: { subject: named, inputs }, memo }: ExplainContext,
  likely: readonly number[],
): ContractExplanation['ownerOf'] {
  let findOwner: ContractExplanation['ownerOf'] | undefined
  const make = () => {
    const txs = [subject.tx, ...iterateParents(subject)]
    const tokens = [named, ...inputs.map((input) => input?.token)].filter((token) => token !== undefined)
    const nftCodes = tokens.flatMap(({ nftData }) => (nftData?.[0] === undefined ? [] : [nftData[0]]))
    const pairs = txs.flatMap(namedPairs).slice(0, MAX_KEYS)
    return createConditionOwners(namedKeys(txs, subject.known), pairs, { nft: [...new Set(nftCodes)], likely }, memo)
  }
  // Builds the trees lazily, because most transactions have no conditions.
  return (script) => {
    if (isPayToCryptoCondition(script) === false) return undefined
    findOwner ??= make()
    return findOwner(script)
  }
}

/** Yields the transactions whose conditions are spent, each once. */
function* iterateParents({ tx, spent, find }: ExplainedTransaction): Generator<Transaction> {
  const seen = new Set<string>()
  for (const [i, { prevout }] of tx.vin.entries()) {
    const key = hashKey(prevout.hash)
    if (!isCondition(spent[i]) || seen.has(key) || seen.size >= MAX_KEYS) continue
    seen.add(key)
    const previous = find(prevout.hash)
    if (previous) yield previous
  }
}

/** Returns the keys in payloads and the keys that sign. */
function namedKeys(txs: readonly Transaction[], known: readonly Uint8Array[]): Uint8Array[] {
  const keys = new Map<string, Uint8Array>()
  const add = (key: Uint8Array | undefined) => {
    const short = key?.subarray(0, CONDITION_KEY)
    if (short?.length === CONDITION_KEY && keys.size < MAX_KEYS) keys.set(hashKey(short), short)
  }
  known.forEach(add)
  for (const tx of txs) {
    for (const { explainer } of CONTRACT_LIST) explainer.keysOf?.(tx).forEach(add)
    for (const input of decodeCcInputs(tx)) add(input?.signer)
  }
  return [...keys.values()]
}

function namedPairs(tx: Transaction): [Uint8Array, Uint8Array][] {
  return CONTRACT_LIST.flatMap(({ explainer }) => explainer.pairsOf?.(tx) ?? []).map(([one, other]) => [
    one.subarray(0, CONDITION_KEY),
    other.subarray(0, CONDITION_KEY),
  ])
}

const MARKER_SCRIPTS = CONTRACT_LIST.flatMap(({ explainer }) => explainer.markerScripts ?? [])

/** @param marksKeys the contract also marks this transaction by a condition of a user's key */
function findMarkers(
  tx: Transaction,
  units: readonly (TokenUnits | undefined)[],
  findOwner: ContractExplanation['ownerOf'],
  marksKeys: boolean,
): ReadonlySet<number> {
  const markers = new Set<number>()
  for (const [n, { value, scriptPubKey }] of tx.vout.entries()) {
    if (value !== CONTRACT_FEE) continue
    if (MARKER_SCRIPTS.some((script) => equal(script, scriptPubKey))) markers.add(n)
    else if (marksKeys && units[n] === undefined && findOwner(scriptPubKey)?.kind === 'key') markers.add(n)
  }
  return markers
}
