import type { ActionOf } from '#shared/protocol/evalCodes.ts'
import type { Transaction } from '../../primitives/index.ts'
import type { ModuleExplainer } from '../ccModule.ts'
import { homeOf, isOwn, isSpendableHere, receiverText, type TransactionFacts, tokenUnitsText } from '../sentences.ts'
import { MARKER_SCRIPT } from './outputs.ts'
import { tokenDataOf } from './reader.ts'
import type { TokenEventKind } from './schema.ts'

const ACTIONS: Readonly<Partial<Record<TokenEventKind, ActionOf<'tokens'>>>> = {
  create: 'token-create',
  transfer: 'token-transfer',
  burn: 'token-burn',
}

const NONE: ReadonlySet<number> = new Set()

export const tokenExplainer: ModuleExplainer<'tokens'> = {
  actionOf({ tokens }) {
    const name = tokens.event && ACTIONS[tokens.event.kind]
    return name && { name, locked: NONE }
  },
  keysOf(tx) {
    const data = tokenDataOf(tx)
    if (data === undefined) return []
    return data.func === 'c' ? [data.owner] : data.pubkeys
  },
  pairsOf: (tx) => pairOf(tx),
  markerScripts: [MARKER_SCRIPT],
  marksKeys: true,
  sentence(facts) {
    const [token] = facts.tokens
    return token === undefined ? 'Does something with a token.' : tokenSentence(facts, token)
  },
  covers: () => false,
}

function pairOf(tx: Transaction): [Uint8Array, Uint8Array][] {
  const data = tokenDataOf(tx)
  const [one, two] = data?.func === 't' ? data.pubkeys : []
  return one && two ? [[one, two]] : []
}

function tokenSentence(facts: TransactionFacts, token: TransactionFacts['tokens'][number]): string {
  const { name, nft, moves, created, burned } = token
  if (created)
    return `Creates the ${nft ? 'non-fungible token' : 'token'} ${name} with ${tokenUnitsText(created.supply)}.`
  if (facts.action === 'token-burn') return `Burns ${tokenUnitsText(burned)} of ${name} for good.`
  const inputs = facts.inputs.filter((input) => input.token !== undefined)
  const from = inputs.some(isSpendableHere) ? [homeOf(inputs)] : inputs.map((input) => input.address)
  const away = moves.filter((move) => !isOwn(move) && (move.address === null || !from.includes(move.address)))
  const sum = (some: typeof moves) => tokenUnitsText(some.reduce((total, { units }) => total + units, 0n))
  if (!inputs.some(isSpendableHere)) {
    const received = moves.filter(isOwn)
    if (received.length > 0) return `Brings this wallet ${sum(received)} of ${name}.`
  }
  if (away.length === 0) return `Moves ${sum(moves)} of ${name} back to the sender.`
  return `Sends ${sum(away)} of ${name} to ${receiverText(away.map(({ pubkey, address }) => pubkey ?? address))}.`
}
