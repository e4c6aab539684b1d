/** Far more than a node calls. */
const MOST = 100

/** Addresses as people list them: by lines, blanks or commas; each once. */
export function peersOf(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))].slice(0, MOST)
}

/**
 * An address with its port. Without one a node takes the port that it uses itself, which is another one wherever a chain's
 * own port was taken: whoever is told an address has to be told the port too.
 */
export function withPort(peer: string, port: number): string {
  if (/^(\[.*\]|[^:]*):\d+$/.test(peer) || port === 0) return peer
  const bare = peer.includes(':') && !peer.startsWith('[')
  return bare ? `[${peer}]:${port}` : `${peer}:${port}`
}
