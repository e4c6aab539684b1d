import type { Question } from '../consentUi.ts'
import type { ConsentContext } from '../plan.ts'

/** Prompt content in which most fields are optional; the broker sets the kind. */
export type Draft = Pick<Question, 'title' | 'consequence' | 'agree'> & Partial<Question>

export function draft({ chainText }: Pick<ConsentContext, 'chainText'>, given: Draft): Question {
  return { kind: '', chain: chainText, facts: [], lists: [], warnings: [], danger: false, ...given }
}

export const fact = (name: string, value: string) => ({ name, value })
