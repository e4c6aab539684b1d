import { formatAmount } from '#shared/units.ts'
import type { TransactionFacts } from '../../modules/index.ts'
import { isTimeLocked, MAX_FEE } from '../../wallet/index.ts'
import type { Gathered } from './gather.ts'

/** Outputs of one kind that are named one by one; more are counted. */
const MOST_NAMED = 3

function list(places: readonly number[], one: string, many: string): string[] {
  if (places.length === 0) return []
  if (places.length === 1) return [`${one.replace('#', String(places[0]))}`]
  const named = places.slice(0, MOST_NAMED).join(', ')
  const more = places.length - MOST_NAMED
  return [`${many.replace('#', more > 0 ? `${named} and ${more} more` : named)}`]
}

const placesOf = <T>(items: readonly T[], is: (item: T, place: number) => boolean): number[] =>
  items.flatMap((item, place) => (is(item, place) ? [place] : []))

/** What a person should know before agreeing to a transaction. Contains no text of strangers. */
export function warningsOf(facts: TransactionFacts, gathered: Gathered): string[] {
  return [
    ...aboutInputs(facts, gathered),
    ...aboutOutputs(facts, gathered),
    ...aboutTokens(facts, gathered),
    ...gathered.modules.warnings(facts),
  ]
}

function aboutInputs(
  { inputs, fee, complete, refused, state, coinbase }: TransactionFacts,
  { tx }: Gathered,
): string[] {
  const unknown = placesOf(inputs, ({ amount }) => amount === null)
  const shielded = tx.valueBalance !== 0n || tx.joinSplits.length > 0
  return [
    ...list(
      unknown,
      'Input # spends an output that this node does not know: what it costs cannot be told.',
      'Inputs # spend outputs that this node does not know: what it costs cannot be told.',
    ),
    ...(shielded ? ['It moves coins in a shielded part that this program cannot read.'] : []),
    ...(fee !== null && fee < 0n ? ['It pays out more than it spends: no node accepts it.'] : []),
    ...(fee !== null && fee > MAX_FEE
      ? [`The fee is more than ${formatAmount(MAX_FEE)}, which looks like a mistake.`]
      : []),
    ...(state === 'unsent' && !complete && !coinbase && unknown.length === 0
      ? ['Not all of its inputs are signed.']
      : []),
    ...(refused === null || refused === UNSIGNED || refused === MISSING ? [] : [refused]),
  ]
}

export const MISSING = 'It spends outputs that this node does not know.'
export const UNSIGNED = 'A signature is missing or wrong.'

function aboutOutputs(facts: TransactionFacts, { tx, modules }: Gathered): string[] {
  const { outputs } = facts
  const paysModule = placesOf(
    outputs,
    ({ n, owner, amount, role }) => owner === 'contract' && amount > 0n && role !== 'marker' && !modules.locked.has(n),
  )
  const lost = placesOf(outputs, ({ amount, role }) => role === 'data' && amount > 0n)
  const condition = placesOf(
    outputs,
    ({ owner, type, token, role }) =>
      owner === 'foreign' && type === 'cryptocondition' && token === undefined && role === 'contract',
  )
  const shared = placesOf(outputs, ({ owner }) => owner === 'shared')
  const imported = placesOf(outputs, ({ owner, change }) => owner === 'imported' && !change)
  const locked = placesOf(tx.vout, ({ scriptPubKey }) => isTimeLocked(scriptPubKey))
  return [
    ...list(
      paysModule,
      'Output # pays to a contract’s address: anyone may take the coins, or they are lost.',
      'Outputs # pay to addresses of contracts: anyone may take the coins, or they are lost.',
    ),
    ...list(
      lost,
      'Output # can be spent by nobody: its coins are lost.',
      'Outputs # can be spent by nobody: their coins are lost.',
    ),
    ...list(
      condition,
      'Output # is locked by a condition that this program cannot tell the owner of.',
      'Outputs # are locked by conditions that this program cannot tell the owners of.',
    ),
    ...list(
      shared,
      'Output # can be spent by others than this wallet, or not without them.',
      'Outputs # can be spent by others than this wallet, or not without them.',
    ),
    ...list(
      imported,
      'Output # goes to a key that was imported: whoever it came from may have it too.',
      'Outputs # go to keys that were imported: whoever they came from may have them too.',
    ),
    ...list(
      locked,
      'Output # cannot be spent before a certain time.',
      'Outputs # cannot be spent before a certain time.',
    ),
  ]
}

function aboutTokens({ tokens, action }: TransactionFacts, { modules }: Gathered): string[] {
  const lost = tokens.some(({ burned }) => burned > 0n)
  return [
    ...(modules.tokens.emptyClaim
      ? ['It speaks of a token, but makes, moves and trades none that is known and paid for.']
      : []),
    ...(lost && action === 'token-burn' ? ['Burned units are gone for good, with the coins locked in them.'] : []),
    ...(lost && action !== 'token-burn'
      ? ['Token units are lost: they come in and nobody can move them afterwards.']
      : []),
  ]
}
