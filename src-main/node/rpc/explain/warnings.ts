import { isMisreadToken, isMovableToken } from '#shared/protocol/contractRules.ts'
import { type Sentence, say } from '#shared/sentences/sentence.ts'
import { formatAmount } from '#shared/units.ts'
import type { TransactionFacts } from '../../contracts/index.ts'
import { MAX_FEE } from '../../transactions/index.ts'
import { isTimeLocked } from '../../wallet/index.ts'
import type { GatheredTransaction } from './gather.ts'

/** Maximum number of outputs of one kind that are listed individually. Further ones are counted. */
const MAX_LISTED_OUTPUTS = 3

function list(places: readonly number[], key: PlacesKey): Sentence[] {
  if (places.length === 0) return []
  const named = places.slice(0, MAX_LISTED_OUTPUTS).join(', ')
  const more = places.length - MAX_LISTED_OUTPUTS
  const all = more > 0 ? say('phrase.named', { named, count: String(more) }) : named
  return [say(`warning.${key}`, { count: String(places.length), places: all })]
}

type PlacesKey = 'inputUnknown' | 'paysContract' | 'lost' | 'condition' | 'shared' | 'imported' | 'locked'

const findIndexes = <T>(items: readonly T[], is: (item: T, place: number) => boolean): number[] =>
  items.flatMap((item, place) => (is(item, place) ? [place] : []))

/**
 * Returns the warnings to show before the user approves a transaction. They contain no untrusted text. `refused` is the
 * reason why this node would reject it, undefined if it would accept it. `allows` returns true if the chain has the
 * contract with this eval code.
 */
export function collectWarnings(
  facts: TransactionFacts,
  gathered: GatheredTransaction,
  { refused, allows }: { readonly refused: Sentence | undefined; allows(evalCode: number): boolean },
): Sentence[] {
  return [
    ...warnAboutInputs(facts, gathered, refused),
    ...warnAboutOutputs(facts, gathered),
    ...warnAboutTokens(facts, gathered),
    ...facts.tokens.flatMap(({ created }) => warnAboutNft(created?.data, allows)),
    ...gathered.contracts.warnings(facts),
  ]
}

function warnAboutInputs(
  { inputs, fee, complete, state, coinbase }: TransactionFacts,
  { tx }: GatheredTransaction,
  refused: Sentence | undefined,
): Sentence[] {
  const unknown = findIndexes(inputs, ({ amount }) => amount === null)
  const shielded = tx.valueBalance !== 0n || tx.joinSplits.length > 0
  return [
    ...list(unknown, 'inputUnknown'),
    ...(shielded ? [say('warning.shielded')] : []),
    ...(fee !== null && fee < 0n ? [say('warning.tooMuch')] : []),
    ...(fee !== null && fee > MAX_FEE ? [say('warning.highFee', { coins: formatAmount(MAX_FEE) })] : []),
    ...(state === 'unsent' && !complete && !coinbase && unknown.length === 0 ? [say('warning.unsigned')] : []),
    ...(refused === undefined || refused === UNSIGNED || refused === MISSING ? [] : [refused]),
  ]
}

export const MISSING: Sentence = say('refusal.missing')
export const UNSIGNED: Sentence = say('refusal.unsigned')

function warnAboutOutputs(facts: TransactionFacts, { tx, contracts }: GatheredTransaction): Sentence[] {
  const { outputs } = facts
  const paysModule = findIndexes(
    outputs,
    ({ n, owner, amount, role }) =>
      owner === 'contract' && amount > 0n && role !== 'marker' && !contracts.locked.has(n),
  )
  const lost = findIndexes(outputs, ({ amount, role }) => role === 'data' && amount > 0n)
  const condition = findIndexes(
    outputs,
    ({ owner, type, token, role }) =>
      owner === 'foreign' && type === 'cryptocondition' && token === undefined && role === 'contract',
  )
  const { sharing } = contracts
  const isMeant = (n: number) => sharing !== undefined && contracts.locked.has(n)
  const shared = outputs.filter(({ owner }) => owner === 'shared').map(({ n }) => n)
  const imported = findIndexes(outputs, ({ owner, change }) => owner === 'imported' && !change)
  const locked = findIndexes(tx.vout, ({ scriptPubKey }) => isTimeLocked(scriptPubKey))
  return [
    ...list(paysModule, 'paysContract'),
    ...list(lost, 'lost'),
    ...list(condition, 'condition'),
    ...list(
      shared.filter((n) => !isMeant(n)),
      'shared',
    ),
    ...(sharing !== undefined && shared.some(isMeant) ? [sharing] : []),
    ...list(imported, 'imported'),
    ...list(locked, 'locked'),
  ]
}

function warnAboutTokens({ tokens, action }: TransactionFacts, { contracts }: GatheredTransaction): Sentence[] {
  const lost = tokens.some(({ burned }) => burned > 0n)
  return [
    ...(contracts.tokens.emptyClaim ? [say('warning.emptyClaim')] : []),
    ...(lost ? [say(action === 'token-burn' ? 'warning.burned' : 'warning.unitsLost')] : []),
  ]
}

/** Explains how the first byte of an NFT's data, which cannot be changed later, restricts the NFT (gateways.md §6). */
function warnAboutNft(data: string | undefined, allows: (evalCode: number) => boolean): Sentence[] {
  const code = data?.slice(0, 2) ?? ''
  if (code === '') return []
  const evalCode = Number.parseInt(code, 16)
  if (isMovableToken(evalCode)) return allows(evalCode) ? [] : [say('warning.nftLeftOut', { code })]
  return [say(isMisreadToken(evalCode) ? 'warning.nftMisread' : 'warning.nftFixed', { code })]
}
