import type { Reply } from '../replyWriter.ts'

/** Forms of a REST reply. `undefined` means any other extension of the path. */
export type RestForm = 'bin' | 'hex' | 'json' | undefined

/** Error of a request, with komodod's status and text. */
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

/** Splits a path at its first dots, as komodod does: text after a second dot is ignored. */
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

/** Returns a reply with bytes, in binary form or in hex. */
export function bytesReply(form: 'bin' | 'hex', bytes: Uint8Array): Reply {
  return form === 'bin' ? reply('bin', [bytes]) : reply('hex', [Buffer.from(bytes).toString('hex'), '\n'])
}

export function errorReply({ status, message }: Pick<RestError, 'status' | 'message'>): Reply {
  return { status, headers: ['Content-Type', 'text/plain'], pieces: [`${message}\r\n`] }
}

/** @param available forms as komodod lists them */
export const unknownForm = (available = '.bin, .hex, .json') =>
  new RestError(404, `output format not found (available: ${available})`)
