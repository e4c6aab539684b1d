import type { Ground } from '../plan.ts'
import type { Question } from '../surface.ts'

/** What a question is made of; the rest is empty, and the kind is the broker's to set. */
export type Draft = Pick<Question, 'title' | 'consequence' | 'agree'> & Partial<Question>

export function draft({ chainText }: Pick<Ground, 'chainText'>, given: Draft): Question {
  return { kind: '', chain: chainText, facts: [], lists: [], warnings: [], danger: false, ...given }
}

export const fact = (name: string, value: string) => ({ name, value })
