/** Far more than a node connects to. */
const MOST = 100

/** Addresses separated by lines, blanks or commas; each once. */
export function peersOf(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))].slice(0, MOST)
}

/**
 * An address with its port. Without one a node assumes its own port, which differs where the chain's port was taken, so
 * the text for others always has it.
 */
export function withPort(peer: string, port: number): string {
  if (/^(\[.*\]|[^:]*):\d+$/.test(peer) || port === 0) return peer
  const bare = peer.includes(':') && !peer.startsWith('[')
  return bare ? `[${peer}]:${port}` : `${peer}:${port}`
}
