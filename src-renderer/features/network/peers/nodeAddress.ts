/** What is wrong with a node's address, before the node is asked; undefined: nothing that can be seen. */
export function nodeProblem(text: string): string | undefined {
  const node = text.trim()
  if (node === '') return 'Enter an address or a host name, with a port if it is not the default one.'
  if (!/^[A-Za-z0-9.:[\]_-]{1,255}$/.test(node)) return 'Not an address or host name.'
  // An IPv6 address without brackets has several colons, and no port.
  const [, port] = /^(?:\[[^\]]*\]|[^:]*):([^:]*)$/.exec(node) ?? []
  if (port === undefined) return undefined
  const number = /^\d{1,5}$/.test(port) ? Number(port) : 0
  return number >= 1 && number <= 65_535 ? undefined : 'The port must be a number from 1 to 65535.'
}
