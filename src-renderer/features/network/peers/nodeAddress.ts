import { t } from '../../../i18n/texts.ts'
/** What is wrong with a node's address, before the node is asked; undefined: nothing that can be seen. */
export function nodeProblem(text: string): string | undefined {
  const node = text.trim()
  if (node === '') return t('network:add.missing')
  if (!/^[A-Za-z0-9.:[\]_-]{1,255}$/.test(node)) return t('network:add.notAddress')
  // An IPv6 address without brackets has several colons, and no port.
  const [, port] = /^(?:\[[^\]]*\]|[^:]*):([^:]*)$/.exec(node) ?? []
  if (port === undefined) return undefined
  const number = /^\d{1,5}$/.test(port) ? Number(port) : 0
  return number >= 1 && number <= 65_535 ? undefined : t('network:add.port')
}
