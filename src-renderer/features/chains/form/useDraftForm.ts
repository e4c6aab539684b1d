import { useState } from 'react'
import type { ChainInput } from '#shared/chains/index.ts'
import { type ChainDraft, type DraftProblems, fieldOfOption, readDraft } from './draft.ts'
import type { FormPart } from './fields.ts'
import { type LiveDescription, useDescription } from './useDescription.ts'

/** Stands for a name that is not written yet: the coins do not depend on it. */
const NAMELESS = 'COIN'

export interface ChainForm extends LiveDescription {
  readonly part: FormPart
  /** nothing is known to be wrong, and that is about what is written now */
  readonly ready: boolean
  readonly named: boolean
  /** problems that belong to no field of their own */
  readonly others: readonly string[]
  readonly options: readonly string[]
  /** from now on a name that is missing is told too */
  attempt(): void
}

/** A form for a chain: what was typed, what the app says about it, and which field each problem belongs to. */
export function useDraftForm(
  draft: ChainDraft,
  change: (change: Partial<ChainDraft>) => void,
  peers: readonly string[],
): ChainForm {
  const [attempted, setAttempted] = useState(false)
  const { options, problems: unread } = readDraft(draft)
  const named = draft.name.trim() !== ''
  const input: ChainInput = { options: named ? options : [`-ac_name=${NAMELESS}`, ...options], peers }
  const described = useDescription(input)
  const told = described.description?.problems ?? []
  const byField: Record<string, string> = {}
  const others: string[] = []
  for (const { option, message } of told) {
    // A word that is no option can only come from where words are typed.
    const field = option === null && draft.other.trim() !== '' ? 'other' : option && fieldOfOption(option, draft)
    if (field) byField[field] ??= message
    else others.push(message)
  }
  const problems: DraftProblems = { ...byField, ...unread }
  const problem = (field: string) => (field === 'name' && !named && !attempted ? undefined : problems[field])
  return {
    ...described,
    part: { draft, change, problem },
    ready: named && described.current && described.description?.ok === true && Object.keys(unread).length === 0,
    named,
    others,
    options,
    attempt: () => setAttempted(true),
  }
}
