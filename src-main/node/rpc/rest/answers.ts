import type { Reply } from '../replyWriter.ts'

/** The forms in which REST answers; `undefined` stands for any other ending of a path. */
export type RestForm = 'bin' | 'hex' | 'json' | undefined

/** What is wrong with a request, with the reference's status and text. */
export class RestError extends Error {
  override readonly name = 'RestError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const FORMS: readonly string[] = ['bin', 'hex', 'json']
const TYPES = { bin: 'application/octet-stream', hex: 'text/plain', json: 'application/json' } as const

/** Splits a path at its first dots, as the reference does: what is behind a second one is not looked at. */
export function splitForm(path: string): { readonly name: string; readonly form: RestForm } {
  const [name = '', ending = ''] = path.split('.', 2)
  return { name, form: FORMS.includes(ending) ? (ending as RestForm) : undefined }
}

const reply = (form: keyof typeof TYPES, pieces: readonly (string | Uint8Array)[]): Reply => ({
  status: 200,
  headers: ['Content-Type', TYPES[form]],
  pieces,
})

export const jsonReply = (...pieces: readonly string[]): Reply => reply('json', [...pieces, '\n'])

/** Bytes as they are or in hex. */
export function bytesReply(form: 'bin' | 'hex', bytes: Uint8Array): Reply {
  return form === 'bin' ? reply('bin', [bytes]) : reply('hex', [Buffer.from(bytes).toString('hex'), '\n'])
}

export function errorReply({ status, message }: Pick<RestError, 'status' | 'message'>): Reply {
  return { status, headers: ['Content-Type', 'text/plain'], pieces: [`${message}\r\n`] }
}

/** @param available the forms as the reference lists them */
export const unknownForm = (available = '.bin, .hex, .json') =>
  new RestError(404, `output format not found (available: ${available})`)
