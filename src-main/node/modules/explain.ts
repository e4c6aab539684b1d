import { MODULE_FEE } from '#shared/protocol/moduleRules.ts'
import { type OutPoint, type Transaction, type TxOut, txidOf } from '../primitives/index.ts'
import { isPayToCryptoCondition } from '../script/index.ts'
import { equal, hashKey } from '../util/index.ts'
import { orderOf } from './assets/codec.ts'
import { ccInputsOf, hasEval } from './ccInputs.ts'
import { type ConditionOwner, createConditionOwners } from './conditionOwners.ts'
import { BURN_PUBLIC_KEY, EVAL_FAUCET } from './evalCodes.ts'
import { isPoolOutput } from './faucet/validate.ts'
import { nftDataOf, type TokenCreateData, type TokenData } from './tokens/codec.ts'
import { eventOf, type TokenEventFacts } from './tokens/events.ts'
import { MARKER_SCRIPT, sumOf, type TokenOutput, tokenIdOf, tokenOutputs } from './tokens/outputs.ts'
import {
  createTokenMemo,
  createTokenReader,
  type FindTransaction,
  type TokenReader,
  tokenDataOf,
} from './tokens/reader.ts'

/** What the transaction that made a token says of it. Texts are bytes: `displayText` shows them. */
export interface ExplainedToken {
  /** internal order */
  readonly tokenId: Uint8Array
  readonly create: TokenCreateData
  readonly nftData: Uint8Array | undefined
}

/** Units of a token in one output. */
export interface TokenUnits {
  readonly token: ExplainedToken
  readonly units: bigint
}

export type ModuleAction =
  | 'token-create'
  | 'token-transfer'
  | 'token-burn'
  | 'ask'
  | 'bid'
  | 'fill-ask'
  | 'fill-bid'
  | 'cancel-ask'
  | 'cancel-bid'
  | 'faucet-fund'
  | 'faucet-claim'

export interface ModuleExplanation {
  readonly module: 'tokens' | 'assets' | 'faucet' | 'other' | undefined
  readonly action: ModuleAction | undefined
  /** the token it speaks of, if there is one */
  readonly subject: ExplainedToken | undefined
  readonly order: { readonly units: bigint; readonly coins: bigint } | undefined
  /** in input and in output order; undefined where there are none */
  readonly inputs: readonly (TokenUnits | undefined)[]
  readonly outputs: readonly (TokenUnits | undefined)[]
  /** outputs that its action locks with a module: the pool's, and what is offered */
  readonly locked: ReadonlySet<number>
  /** outputs by which modules find their transactions; they hold exactly as much as those do */
  readonly markers: ReadonlySet<number>
  /** whose a condition is; undefined: not one that can be told */
  readonly ownerOf: (scriptPubKey: Uint8Array) => ConditionOwner | undefined
  /** it speaks of a token and neither makes, moves nor trades one */
  readonly emptyClaim: boolean
}

/** Keys of all transactions around one, of which trees are made: each costs some dozen hashes. */
const MOST_KEYS = 100

export const isBurnKey = (key: Uint8Array): boolean => equal(key, BURN_PUBLIC_KEY)

const ACTIONS: Readonly<Record<TokenEventFacts['kind'], ModuleAction | undefined>> = {
  ...{ create: 'token-create', transfer: 'token-transfer', burn: 'token-burn', lost: undefined },
  ...{ ask: 'ask', bid: 'bid', fillask: 'fill-ask', fillbid: 'fill-bid' },
  ...{ cancelask: 'cancel-ask', cancelbid: 'cancel-bid' },
}

export interface ExplainedTransaction {
  readonly tx: Transaction
  /** what its inputs spend, in input order; undefined where that is not known */
  readonly spent: readonly (TxOut | undefined)[]
  /** finds this transaction too */
  readonly find: FindTransaction
  /** keys (33 bytes) that outputs may belong to although nothing names them, such as the node's own */
  readonly known: readonly Uint8Array[]
}

/**
 * Tells what modules make of a transaction, by the transactions that it comes from: nothing is taken from what it merely
 * says of itself. Whether a module would accept it is not asked.
 */
export function createModuleExplainer() {
  const memo = createTokenMemo()
  return (subject: ExplainedTransaction): ModuleExplanation => explain(subject, createTokenReader(subject.find, memo))
}

function explain(around: ExplainedTransaction, reader: TokenReader): ModuleExplanation {
  const { tx, find, known } = around
  const data = tokenDataOf(tx)
  const subject = data && tokenOf(data.func === 'c' ? tx : find(data.tokenId), tokenIdOf(data, txidOf(tx)))
  const held = data && subject ? heldOutputs(around, data, subject, reader) : []
  const inputs = inputUnits(around, reader)
  const outputs = tx.vout.map(() => undefined as TokenUnits | undefined)
  if (subject) for (const { index, value } of held) outputs[index] = { token: subject, units: value }

  const event = data && subject && tokenEvent(tx, data, subject, held)
  const faucet = faucetAction(around)
  const action = event ? ACTIONS[event.kind] : faucet
  const parents = [...parentsOf(around)]
  const tokens = [subject, ...inputs.map((input) => input?.token)].filter((token) => token !== undefined)
  const ownerOf = createConditionOwners(
    namedKeys([tx, ...parents], known),
    [tx, ...parents].flatMap(pairOf).slice(0, MOST_KEYS),
    [...new Set(tokens.flatMap(({ nftData }) => (nftData?.[0] === undefined ? [] : [nftData[0]])))],
  )
  const hasConditions =
    ccInputsOf(tx).some((input) => input !== undefined) || around.spent.some(isCondition) || tx.vout.some(isCondition)
  return {
    module: event ? moduleOf(action) : faucet ? 'faucet' : hasConditions ? 'other' : undefined,
    action,
    subject,
    order: event?.coins === undefined ? undefined : { units: event.amount, coins: event.coins },
    inputs,
    outputs,
    locked: lockedOf(tx, action),
    markers: markersOf(tx, outputs, ownerOf, event !== undefined),
    ownerOf,
    emptyClaim: data !== undefined && event === undefined,
  }
}

const moduleOf = (action: ModuleAction | undefined) => (action?.startsWith('token') === true ? 'tokens' : 'assets')

function tokenOf(created: Transaction | undefined, tokenId: Uint8Array): ExplainedToken | undefined {
  const create = created && tokenDataOf(created)
  return create?.func === 'c' ? { tokenId, create, nftData: nftDataOf(create) } : undefined
}

/** The outputs that hold units: a transfer's count only if they are as many as came in. */
function heldOutputs(
  { tx, spent }: ExplainedTransaction,
  data: TokenData,
  { tokenId, nftData }: ExplainedToken,
  reader: TokenReader,
): readonly TokenOutput[] {
  const places = new Map<OutPoint, TxOut | undefined>(tx.vin.map(({ prevout }, i) => [prevout, spent[i]]))
  const outputs = tokenOutputs(tx, data, {
    nftCode: () => nftData?.[0],
    prevOutput: (outpoint) => places.get(outpoint),
  })
  if (data.func === 'c') return outputs
  const inputs = reader.inputsOf(tx, tokenId, false)
  return inputs.found && inputs.sum === sumOf(outputs) ? outputs : []
}

function tokenEvent(
  tx: Transaction,
  data: TokenData,
  { nftData }: ExplainedToken,
  held: readonly TokenOutput[],
): TokenEventFacts | undefined {
  if (data.func === 't') return eventOf(tx, data, held, nftData?.[0] ?? 0)
  // A create that nobody paid for makes no units: the list shows it, but it is a fake.
  return held.length > 0 ? { kind: 'create', amount: sumOf(held), recipient: data.owner } : undefined
}

/** Units in the outputs that are spent. Each transaction they come from is looked at once. */
function inputUnits({ tx, spent, find }: ExplainedTransaction, reader: TokenReader): (TokenUnits | undefined)[] {
  const tokens = new Map<string, ExplainedToken | undefined>()
  return tx.vin.map(({ prevout: { hash, index } }, i) => {
    const previous = isCondition(spent[i]) ? find(hash) : undefined
    if (!previous) return undefined
    const key = hashKey(hash)
    if (!tokens.has(key)) {
      const data = tokenDataOf(previous)
      tokens.set(key, data && tokenOf(data.func === 'c' ? previous : find(data.tokenId), tokenIdOf(data, hash)))
    }
    const token = tokens.get(key)
    const units = token ? reader.unitsOf(previous, index, token.tokenId, true) : 0n
    return token && units > 0n ? { token, units } : undefined
  })
}

const isCondition = (output: TxOut | undefined): boolean =>
  output !== undefined && isPayToCryptoCondition(output.scriptPubKey) !== false

function faucetAction({ tx, spent }: ExplainedTransaction): ModuleAction | undefined {
  const inputs = ccInputsOf(tx)
  const claims = spent.some((output, i) => (output ? isPoolOutput(output) : hasEval(inputs[i], EVAL_FAUCET)))
  if (claims) return 'faucet-claim'
  return tx.vout.some(isPoolOutput) ? 'faucet-fund' : undefined
}

/** The transactions of which conditions are spent, each once. */
function* parentsOf({ tx, spent, find }: ExplainedTransaction): Generator<Transaction> {
  const seen = new Set<string>()
  for (const [i, { prevout }] of tx.vin.entries()) {
    const key = hashKey(prevout.hash)
    if (!isCondition(spent[i]) || seen.has(key) || seen.size >= MOST_KEYS) continue
    seen.add(key)
    const previous = find(prevout.hash)
    if (previous) yield previous
  }
}

/** Keys that transactions name: who gets tokens, who placed orders, who signs. */
function namedKeys(txs: readonly Transaction[], known: readonly Uint8Array[]): Uint8Array[] {
  const keys = new Map<string, Uint8Array>()
  const add = (key: Uint8Array | undefined) => {
    // A condition holds 33 bytes, of a full key the first.
    const short = key?.subarray(0, 33)
    if (short?.length === 33 && keys.size < MOST_KEYS) keys.set(hashKey(short), short)
  }
  known.forEach(add)
  for (const tx of txs) {
    const data = tokenDataOf(tx)
    if (data?.func === 'c') add(data.owner)
    if (data?.func === 't') data.pubkeys.forEach(add)
    if (data) add(orderOf(data)?.owner)
    for (const input of ccInputsOf(tx)) add(input?.signer)
  }
  return [...keys.values()]
}

function pairOf(tx: Transaction): [Uint8Array, Uint8Array][] {
  const data = tokenDataOf(tx)
  const [one, two] = data?.func === 't' ? data.pubkeys : []
  return one && two ? [[one.subarray(0, 33), two.subarray(0, 33)]] : []
}

/** The first output of every order holds what is offered. */
const ORDERS: readonly (ModuleAction | undefined)[] = ['ask', 'bid', 'fill-ask', 'fill-bid']

function lockedOf(tx: Transaction, action: ModuleAction | undefined): ReadonlySet<number> {
  if (ORDERS.includes(action)) return new Set([0])
  if (action !== 'faucet-fund' && action !== 'faucet-claim') return new Set()
  return new Set(tx.vout.flatMap((output, n) => (isPoolOutput(output) ? [n] : [])))
}

/** Token markers, and those of orders: to the one who placed it, with exactly so much. */
function markersOf(
  tx: Transaction,
  outputs: readonly (TokenUnits | undefined)[],
  ownerOf: ModuleExplanation['ownerOf'],
  tokens: boolean,
): ReadonlySet<number> {
  const markers = new Set<number>()
  for (const [n, { value, scriptPubKey }] of tx.vout.entries()) {
    if (value !== MODULE_FEE) continue
    if (equal(scriptPubKey, MARKER_SCRIPT)) markers.add(n)
    else if (tokens && outputs[n] === undefined && ownerOf(scriptPubKey)?.kind === 'key') markers.add(n)
  }
  return markers
}
