import type { RpcPasswordOptions, RpcUserOptions } from '../node/index.ts'
import { OptionError, type Values } from './values.ts'

/**
 * Parses `<user>:<salt>$<hash>`. Errors do not repeat the text, because the password can be guessed from it.
 * @throws OptionError if the text is malformed
 */
export function saltedPassword(text: string): RpcPasswordOptions {
  const [, user, salt, hash] = /^([^:]+):([^$]+)\$([0-9a-fA-F]{64})$/.exec(text) ?? []
  if (user === undefined || salt === undefined || hash === undefined)
    throw new OptionError('Invalid -rpcauth argument: expected <user>:<salt>$<hash>, with a hash of 64 hex digits')
  return { user, salt, hash: hash.toLowerCase() }
}

/** User name of the cookie file, which needs no password option. */
const COOKIE_USER = '__cookie__'

/** @throws OptionError if a value is invalid or names an unknown user */
export function userOptions(values: Values): RpcUserOptions {
  const salted = values.list('rpcauth').map((text) => saltedPassword(text).user)
  const known = new Set([values.text('rpcuser') ?? '', COOKIE_USER, ...salted])
  // A misspelt user name is an error, because the intended user would keep all rights.
  const existing = (option: string, user: string) => {
    if (!known.has(user)) throw new OptionError(`-${option}: unknown user ${user}, not named by -rpcauth or -rpcuser`)
  }
  for (const option of ['rpcreadonly', 'rpclocal'] as const) {
    for (const user of values.list(option)) existing(option, user)
  }
  const limits = values.list('rpclimit').map(limit)
  for (const { user } of limits) existing('rpclimit', user)
  return {
    whitelists: values.list('rpcwhitelist').map(whitelist),
    whitelistDefault: values.has('rpcwhitelistdefault') ? values.flag('rpcwhitelistdefault', false) : undefined,
    readOnly: values.list('rpcreadonly'),
    localOnly: values.list('rpclocal'),
    limits,
  }
}

function whitelist(text: string): RpcUserOptions['whitelists'][number] {
  const colon = text.indexOf(':')
  if (colon < 1) throw new OptionError(`-rpcwhitelist: expected <user>:<method>,<method>…, got "${text}"`)
  const methods = text
    .slice(colon + 1)
    .split(/[, ]+/)
    .filter((method) => method !== '')
  return { user: text.slice(0, colon), methods }
}

function limit(text: string): RpcUserOptions['limits'][number] {
  const [, user, calls, work] = /^([^:]+):([0-9]{1,6})(?::([0-9]{1,4}))?$/.exec(text) ?? []
  const wrong = user === undefined || !(Number(calls) >= 1) || (work !== undefined && Number(work) < 1)
  if (wrong) throw new OptionError(`-rpclimit: expected <user>:<calls> or <user>:<calls>:<milliseconds>, got "${text}"`)
  return { user, calls: Number(calls), work: work === undefined ? undefined : Number(work) }
}
