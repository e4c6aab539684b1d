import type { Question } from '../host/consent/index.ts'

/** What a question of the browser mode needs of the broker's: secrets and files are the page's own business here. */
export type AskedQuestion = Omit<Question, 'kind' | 'secrets' | 'typeToAgree' | 'file'>
