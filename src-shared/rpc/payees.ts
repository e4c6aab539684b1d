/** Recipients of a described payment and whether it is final, for the app's question and the page's sheet. Pure. */
import { type Sentence, say } from '../sentences/sentence.ts'
import type { Explanation } from './index.ts'

type Output = Explanation['outputs'][number]

/** Actions whose effect the wallet can end later: what is locked comes back. */
const UNDOABLE = ['ask', 'bid', 'heir-plan', 'channel-open', 'rewards-lock'] as const
export type UndoableAction = (typeof UNDOABLE)[number]

export const isUndoable = (action: string | null): action is UndoableAction => UNDOABLE.some((each) => each === action)

/** Actions that only pay: all others say by themselves where coins and units go. */
const isPlainPayment = ({ action }: Explanation) => action === null || action === 'token-transfer'

/** A data output without coins is no payment. */
export const isSilent = ({ role, amount }: Output) => role === 'data' && amount === 0n

/** Returns the outputs that pay others; none if the transaction is more than a payment. */
export const findPayees = (facts: Explanation): readonly Output[] =>
  isPlainPayment(facts)
    ? facts.outputs.filter((output) => !output.change && output.owner !== 'own' && !isSilent(output))
    : []

/** Returns the output to the one recipient; undefined if there are several, or if it has neither address nor key. */
export function findSolePayee(facts: Explanation): Output | undefined {
  const [payee, ...others] = findPayees(facts)
  const place = payee?.address ?? payee?.pubkey
  return place !== undefined && others.every(({ address, pubkey }) => (address ?? pubkey) === place) ? payee : undefined
}

/** @param what coins or units as they are shown */
export const sayPayment = (what: string, receiver: string): Sentence => say('payee.sendTo', { what, receiver })

/** Notes on recipients that the wallet does not know, by its own history: labels and contacts are the page's. */
export interface PayeeNotes {
  /** the wallet has never paid this address */
  readonly first: readonly Sentence[]
  /** it could be mistaken for an address of the wallet, or for one that was paid before */
  readonly mistakable: readonly Sentence[]
}

/** @param isKnown returns whether an output is the sandbox's other wallet's */
export function notePayees(facts: Explanation, isKnown: (output: Output) => boolean): PayeeNotes {
  const payees = findPayees(facts).filter((output) => !isKnown(output))
  const first = new Set(payees.filter(({ paidbefore }) => paidbefore === false).map(({ address }) => address))
  const pairs = new Map(payees.flatMap(({ address, resembles }) => (resembles ? [[address, resembles]] : [])))
  return {
    first: first.size === 0 ? [] : [say('payee.first', { count: String(first.size) })],
    mistakable: [...pairs].map(([address, other]) => say('payee.resembles', { address: address ?? '', other })),
  }
}
