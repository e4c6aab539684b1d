/** Maximum number of addresses, far more than a node connects to. */
const MAX_PEERS = 100

/** Parses addresses separated by lines, blanks or commas, without duplicates. */
export function parsePeers(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))].slice(0, MAX_PEERS)
}

/**
 * Returns an address with its port. Without a port a node assumes its own, which differs if the chain's port was taken.
 * Therefore the text for others always includes it.
 */
export function withPort(peer: string, port: number): string {
  if (/^(\[.*\]|[^:]*):\d+$/.test(peer) || port === 0) return peer
  const bare = peer.includes(':') && !peer.startsWith('[')
  return bare ? `[${peer}]:${port}` : `${peer}:${port}`
}
