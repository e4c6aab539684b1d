import { OptionError, type Values } from './values.ts'

/** The address of a server: what is wrong with it is said without it, as it may hold a password. @throws OptionError */
export function postgresOption(values: Values): string | undefined {
  const text = values.text('publish')
  return text === undefined || text === '0' ? undefined : postgresUrl('publish', text)
}

/** The same for another option. @throws OptionError */
export function postgresUrl(option: string, text: string): string {
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(text) || !isEncoded(new URL(text)))
    throw new OptionError(`-${option}: postgres://<user>:<password>@<host>:<port>/<database> is needed`)
  return text
}

/** Whether user and password can be read: a percent sign in a password stands there as %25. */
function isEncoded({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}
