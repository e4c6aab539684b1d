/**
 * Finds the recipients of a described payment and whether it is final, for the app's question and the page's sheet.
 * Pure.
 */
import { type Sentence, say } from '../sentences/sentence.ts'
import type { Explanation } from './index.ts'

type Output = Explanation['outputs'][number]

/** Actions that the wallet can undo later, which returns the locked coins. */
const UNDOABLE = ['ask', 'bid', 'heir-plan', 'channel-open', 'rewards-lock'] as const
export type UndoableAction = (typeof UNDOABLE)[number]

export const isUndoable = (action: string | null): action is UndoableAction => UNDOABLE.some((each) => each === action)

/** Actions that only pay. The texts of all other actions name the recipients themselves. */
const isPlainPayment = ({ action }: Explanation) => action === null || action === 'token-transfer'

/** Returns true for a data output without coins, which is not a payment. */
export const isSilent = ({ role, amount }: Output) => role === 'data' && amount === 0n

/** Returns the outputs that pay others, or an empty list if the transaction is more than a payment. */
export const findPayees = (facts: Explanation): readonly Output[] =>
  isPlainPayment(facts)
    ? facts.outputs.filter((output) => !output.change && output.owner !== 'own' && !isSilent(output))
    : []

/** Returns the output to the only recipient, or undefined if there are several or if it has neither address nor key. */
export function findSolePayee(facts: Explanation): Output | undefined {
  const [payee, ...others] = findPayees(facts)
  const place = payee?.address ?? payee?.pubkey
  return place !== undefined && others.every(({ address, pubkey }) => (address ?? pubkey) === place) ? payee : undefined
}

/** @param what formatted amount of coins or units */
export const sayPayment = (what: string, receiver: string): Sentence => say('payee.sendTo', { what, receiver })

/**
 * Notes on recipients that the wallet does not know from its own history. Labels and contacts belong to the page and
 * are not used.
 */
export interface PayeeNotes {
  /** the wallet has never paid this address */
  readonly first: readonly Sentence[]
  /** the address could be confused with one of the wallet's addresses or with an earlier recipient */
  readonly mistakable: readonly Sentence[]
}

/** @param isKnown returns true if an output belongs to the sandbox's other wallet */
export function notePayees(facts: Explanation, isKnown: (output: Output) => boolean): PayeeNotes {
  const payees = findPayees(facts).filter((output) => !isKnown(output))
  const first = new Set(payees.filter(({ paidbefore }) => paidbefore === false).map(({ address }) => address))
  const pairs = new Map(payees.flatMap(({ address, resembles }) => (resembles ? [[address, resembles]] : [])))
  return {
    first: first.size === 0 ? [] : [say('payee.first', { count: String(first.size) })],
    mistakable: [...pairs].map(([address, other]) => say('payee.resembles', { address: address ?? '', other })),
  }
}
