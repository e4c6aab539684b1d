import { OptionError, type Values } from './values.ts'

/** The address of a server: what is wrong with it is said without it, as it may hold a password. @throws OptionError */
export function postgresOption(values: Values): string | undefined {
  const text = values.text('publish')
  return text === undefined || text === '0' ? undefined : postgresUrl('publish', text)
}

/** The same for another option. @throws OptionError */
export function postgresUrl(option: string, text: string): string {
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(text))
    throw new OptionError(`-${option}: postgres://<user>:<password>@<host>:<port>/<database> is needed`)
  return text
}
