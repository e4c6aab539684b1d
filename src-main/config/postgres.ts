import { OptionError, type Values } from './values.ts'

/** The address of a server: what is wrong with it is said without it, as it may hold a password. @throws OptionError */
export function postgresOption(values: Values): string | undefined {
  const text = values.text('publish')
  if (text === undefined || text === '0') return undefined
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(text))
    throw new OptionError('-publish: postgres://<user>:<password>@<host>:<port>/<database> is needed')
  return text
}
