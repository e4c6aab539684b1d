const MAX_PEER_LENGTH = 300

/** Returns true for `host`, `host:port`, `[v6]` or `[v6]:port` with a valid port. */
export function isPeer(peer: string): boolean {
  const match = /^(?:\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_.])?)(?::(\d{1,5}))?$/.exec(peer)
  return match !== null && peer.length <= MAX_PEER_LENGTH && (match[1] === undefined || isPort(Number(match[1])))
}

export const isPort = (port: unknown): port is number =>
  Number.isSafeInteger(port) && Number(port) >= 1 && Number(port) <= 65_535
