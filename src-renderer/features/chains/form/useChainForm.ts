import { useState } from 'react'
import type { ChainInput } from '#shared/chains/index.ts'
import { type Form, useForm } from '../../../components/useForm.ts'
import { type ChainDraft, type DraftProblems, fieldOfOption, readDraft } from './draft.ts'
import { fieldProblem } from './fieldProblem.ts'
import { type LiveDescription, useDescription } from './useDescription.ts'

/** Placeholder while the name is empty. The supply does not depend on the name. */
const NAMELESS = 'COIN'

export interface ChainFormPart extends Pick<Form<ChainDraft>, 'register' | 'set'> {
  readonly draft: ChainDraft
  /** @returns the problem of a field ("reward.1" for that of the second era), or undefined while no problem is shown */
  problem(field: string): string | undefined
}

export interface ChainForm extends LiveDescription {
  readonly part: ChainFormPart
  reset(draft: ChainDraft): void
  /** True if no problem is known and the description matches the present values. */
  readonly ready: boolean
  /** True if a problem is known. */
  readonly wrong: boolean
  readonly named: boolean
  /** problems that belong to no specific field */
  readonly others: readonly string[]
  readonly options: readonly string[]
  /** marks a missing name as a problem from now on */
  attempt(): void
}

export interface ChainFormOptions {
  readonly defaultValues: ChainDraft
  keep(draft: ChainDraft): void
  readonly peers: readonly string[]
  /** reason for which the app rejected the label */
  readonly refusedLabel: string | undefined
}

/** State of a form for a chain: the typed values, the app's description of the chain, and the field of each problem. */
export function useChainForm({ defaultValues, keep, peers, refusedLabel }: ChainFormOptions): ChainForm {
  const { register, values: draft, set, reset } = useForm<ChainDraft>({ defaultValues, keep })
  const [attempted, setAttempted] = useState(false)
  const { options, problems: unread } = readDraft(draft)
  const named = draft.name.trim() !== ''
  const input: ChainInput = { options: named ? options : [`-ac_name=${NAMELESS}`, ...options], peers }
  const described = useDescription(input)
  const found = described.description?.problems ?? []
  const byField: Record<string, string> = {}
  const others: string[] = []
  for (const { option, message } of found) {
    // A word that is not an option can only be in the field of the other options.
    const field = option === null && draft.other.trim() !== '' ? 'other' : option && fieldOfOption(option, draft)
    if (field) byField[field] ??= fieldProblem(field, message)
    else others.push(message)
  }
  const problems: DraftProblems = { ...(refusedLabel !== undefined && { label: refusedLabel }), ...byField, ...unread }
  const problem = (field: string) => (field === 'name' && !named && !attempted ? undefined : problems[field])
  return {
    ...described,
    part: { register, set, draft, problem },
    reset,
    ready: named && described.current && described.description?.ok === true && Object.keys(unread).length === 0,
    wrong: Object.keys(unread).length > 0 || (described.current && described.description?.ok === false),
    named,
    others,
    options,
    attempt: () => setAttempted(true),
  }
}
