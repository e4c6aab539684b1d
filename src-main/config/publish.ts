import type { PublishOptions } from '../node/index.ts'
import { OptionError, type Values } from './values.ts'

const POSTGRES = 'postgres://<user>:<password>@<host>:<port>/<database>'
const NATS = 'nats://<user>:<password>@<host>:<port>'
const MAX_HEIGHT = 0x7fffffff

/**
 * Parses `-publish`: at most one database and one NATS server. Error messages do not repeat the address, because it may
 * contain a password.
 * @throws OptionError if an address is invalid or there are too many
 */
export function publishTargets(values: Values): Pick<PublishOptions, 'postgres' | 'nats'> {
  const given = values.list('publish').filter((text) => text !== '0')
  const [nats, others] = [
    given.filter((text) => text.startsWith('nats:')),
    given.filter((text) => !text.startsWith('nats:')),
  ]
  if (nats.length > 1 || others.length > 1)
    throw new OptionError('-publish: expected at most one database and one NATS server')
  const [first] = others
  if (first !== undefined && !isPostgres(first)) throw new OptionError(`-publish: expected ${POSTGRES} or ${NATS}`)
  return { postgres: first, nats: nats.map(natsServer)[0] }
}

/** Checks the database address in another option. @throws OptionError if it is invalid */
export function postgresUrl(option: string, text: string): string {
  if (!isPostgres(text)) throw new OptionError(`-${option}: ${POSTGRES} is needed`)
  return text
}

const isPostgres = (text: string) =>
  /^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text) && isEncoded(new URL(text))

/** Parses the NATS address. Settings follow a question mark: `from`, `creds`, `tls`. */
function natsServer(text: string): NonNullable<PublishOptions['nats']> {
  const url = /^nats:\/\/./.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.hostname === '' || !/^\/?$/.test(url.pathname) || !isEncoded(url))
    throw new OptionError(`-publish: expected ${NATS}`)
  const { from, creds, tls, ...unknown } = Object.fromEntries(url.searchParams)
  const [name] = Object.keys(unknown)
  if (name !== undefined)
    throw new OptionError(`-publish: unknown NATS setting ${name}; the settings are from, creds, tls`)
  const height = from === undefined ? 0 : Number(from)
  if (!/^\d*$/.test(from ?? '') || height > MAX_HEIGHT) throw new OptionError('-publish: expected from=<height>')
  return { url: text, from: height, credentialsFile: creds, tls: tls !== undefined && tls !== '0' }
}

/** Returns true if user and password can be decoded. A percent sign in a password must be written as %25. */
function isEncoded({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}
