import type { ActionOf } from '#shared/protocol/evalCodes.ts'
import { type Sentence, say } from '#shared/sentences/sentence.ts'
import type { Transaction } from '../../primitives/index.ts'
import type { ContractExplainer } from '../contract.ts'
import {
  findCommonAddress,
  isOwn,
  isSpendableHere,
  receiverPhrase,
  type TransactionFacts,
  unitsPhrase,
} from '../framework/sentences.ts'
import { MARKER_SCRIPT } from './outputs.ts'
import { findTokenData } from './reader.ts'
import type { TokenEventKind } from './schema.ts'

const ACTIONS: Readonly<Partial<Record<TokenEventKind, ActionOf<'tokens'>>>> = {
  create: 'token-create',
  transfer: 'token-transfer',
  burn: 'token-burn',
}

const NONE: ReadonlySet<number> = new Set()

export const tokenExplainer: ContractExplainer<'tokens'> = {
  actionOf({ tokens }) {
    const name = tokens.event && ACTIONS[tokens.event.kind]
    return name && { name, locked: NONE }
  },
  keysOf(tx) {
    const data = findTokenData(tx)
    if (data === undefined) return []
    return data.func === 'c' ? [data.owner] : data.pubkeys
  },
  pairsOf: (tx) => findKeyPairs(tx),
  markerScripts: [MARKER_SCRIPT],
  marksKeys: true,
  sentence(facts) {
    const [token] = facts.tokens
    return token === undefined ? say('tokens.unknown') : tokenSentence(facts, token)
  },
  covers: () => false,
}

function findKeyPairs(tx: Transaction): [Uint8Array, Uint8Array][] {
  const data = findTokenData(tx)
  const [one, two] = data?.func === 't' ? data.pubkeys : []
  return one && two ? [[one, two]] : []
}

function tokenSentence(facts: TransactionFacts, token: TransactionFacts['tokens'][number]): Sentence {
  const { name, nft, moves, created, burned } = token
  if (created) return say(nft ? 'tokens.createsNft' : 'tokens.creates', { name, units: unitsPhrase(created.supply) })
  if (facts.action === 'token-burn') return say('tokens.burns', { name, units: unitsPhrase(burned) })
  const inputs = facts.inputs.filter((input) => input.token !== undefined)
  const from = inputs.some(isSpendableHere) ? [findCommonAddress(inputs)] : inputs.map((input) => input.address)
  const away = moves.filter((move) => !isOwn(move) && (move.address === null || !from.includes(move.address)))
  const sum = (some: typeof moves) => unitsPhrase(some.reduce((total, { units }) => total + units, 0n))
  if (!inputs.some(isSpendableHere)) {
    const received = moves.filter(isOwn)
    if (received.length > 0) return say('tokens.brings', { name, units: sum(received) })
  }
  if (away.length === 0) return say('tokens.back', { name, units: sum(moves) })
  const receiver = receiverPhrase(away.map(({ pubkey, address }) => pubkey ?? address))
  return say('tokens.sends', { name, units: sum(away), receiver })
}
