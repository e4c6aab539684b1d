import type { Question } from '../app/consent/index.ts'

/** The parts of a question that the browser mode shows; there the page handles secrets and files itself. */
export type AskedQuestion = Omit<Question, 'kind' | 'secrets' | 'typeToAgree' | 'file'>
