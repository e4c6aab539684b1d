import { computeTxid, type OutPoint, type Transaction, type TxOut } from '../../primitives/index.ts'
import { isPayToCryptoCondition } from '../../script/index.ts'
import { hashKey } from '../../util/index.ts'
import type { ContractTransactionContext } from '../framework/memoCache.ts'
import { findNftData, type TokenCreateData, type TokenData } from './codec.ts'
import { findTokenEvent, type TokenEventFacts } from './events.ts'
import { getTokenId, sumTokenValues, type TokenOutput, tokenOutputs } from './outputs.ts'
import { findTokenData, openTokenReader, type TokenReader } from './reader.ts'

/** A token, read from the transaction that created it. Texts are bytes; `displayText` decodes them. */
export interface KnownToken {
  /** internal byte order */
  readonly tokenId: Uint8Array
  readonly create: TokenCreateData
  readonly nftData: Uint8Array | undefined
}

/** Token units in one output. */
export interface TokenUnits {
  readonly token: KnownToken
  readonly units: bigint
}

/** The tokens that one transaction spends and creates, and what it does with them. */
export interface TokenFlow {
  /** token named by its payload; undefined if the payload names no known token */
  readonly subject: KnownToken | undefined
  /** by input and output order; undefined if there are no units */
  readonly inputs: readonly (TokenUnits | undefined)[]
  readonly outputs: readonly (TokenUnits | undefined)[]
  /** event of the subject; undefined without an effect */
  readonly event: TokenEventFacts | undefined
  /** true if its payload names a token that it neither creates, moves nor trades */
  readonly emptyClaim: boolean
}

type FlowContext = ContractTransactionContext & { readonly spent: readonly (TxOut | undefined)[] }

/**
 * Computes what a transaction does with tokens, from the transactions that it spends; its own claims are not trusted.
 */
export function tokenFlow(context: FlowContext): TokenFlow {
  const { tx, find } = context
  const reader = openTokenReader(context)
  const data = findTokenData(tx)
  const subject = data && findToken(data.func === 'c' ? tx : find(data.tokenId), getTokenId(data, computeTxid(tx)))
  const held = data && subject ? heldOutputs(context, data, subject, reader) : []
  const outputs = tx.vout.map(() => undefined as TokenUnits | undefined)
  if (subject) for (const { index, value } of held) outputs[index] = { token: subject, units: value }
  const event = data && subject && tokenEvent(tx, data, subject, held)
  const emptyClaim = data !== undefined && event === undefined
  return { subject, inputs: inputUnits(context, reader), outputs, event, emptyClaim }
}

function findToken(created: Transaction | undefined, tokenId: Uint8Array): KnownToken | undefined {
  const create = created && findTokenData(created)
  return create?.func === 'c' ? { tokenId, create, nftData: findNftData(create) } : undefined
}

/** Returns the outputs that hold units. Those of a transfer count only if they equal the units of its inputs. */
function heldOutputs(
  { tx, spent }: FlowContext,
  data: TokenData,
  { tokenId, nftData }: KnownToken,
  reader: TokenReader,
): readonly TokenOutput[] {
  const places = new Map<OutPoint, TxOut | undefined>(tx.vin.map(({ prevout }, i) => [prevout, spent[i]]))
  const outputs = tokenOutputs(tx, data, {
    nftCode: () => nftData?.[0],
    prevOutput: (outpoint) => places.get(outpoint),
  })
  if (data.func === 'c') return outputs
  const inputs = reader.inputsOf(tx, tokenId, false)
  return inputs.found && inputs.sum === sumTokenValues(outputs) ? outputs : []
}

function tokenEvent(
  tx: Transaction,
  data: TokenData,
  { nftData }: KnownToken,
  held: readonly TokenOutput[],
): TokenEventFacts | undefined {
  if (data.func === 't') return findTokenEvent(tx, data, held, nftData?.[0] ?? 0)
  // A create that its owner did not pay for has no units: it is listed, but fake.
  return held.length > 0 ? { kind: 'create', amount: sumTokenValues(held), recipient: data.owner } : undefined
}

/** Returns the units in the spent outputs. Reads each spent transaction once. */
function inputUnits({ tx, spent, find }: FlowContext, reader: TokenReader): (TokenUnits | undefined)[] {
  const tokens = new Map<string, KnownToken | undefined>()
  return tx.vin.map(({ prevout: { hash, index } }, i) => {
    const previous = isCondition(spent[i]) ? find(hash) : undefined
    if (!previous) return undefined
    const key = hashKey(hash)
    if (!tokens.has(key)) {
      const data = findTokenData(previous)
      tokens.set(key, data && findToken(data.func === 'c' ? previous : find(data.tokenId), getTokenId(data, hash)))
    }
    const token = tokens.get(key)
    const units = token ? reader.unitsOf(previous, index, token.tokenId, true) : 0n
    return token && units > 0n ? { token, units } : undefined
  })
}

const isCondition = (output: TxOut | undefined): boolean =>
  output !== undefined && isPayToCryptoCondition(output.scriptPubKey) !== false
