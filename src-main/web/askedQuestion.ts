import type { Question } from '../app/consent/index.ts'

/** Parts of a question that the browser mode shows. Secrets and files are handled by the page itself. */
export type AskedQuestion = Omit<Question, 'kind' | 'secrets' | 'ticks' | 'typeToAgree' | 'file'>
