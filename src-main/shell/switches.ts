/** Chromium's switches that disable its network for every page of the app. */

/** An unresolvable proxy: connections through it fail. */
export const NOWHERE = 'socks5://nowhere.invalid:1'

/** Names and values; '' for a switch without value. */
export const NETWORK_SWITCHES: readonly (readonly [string, string])[] = [
  // No DNS lookups, for prefetches, preconnects or ICE servers.
  ['host-resolver-rules', 'MAP * ~NOTFOUND'],
  // Connections by address go to a missing proxy, those to this machine included.
  ['proxy-server', NOWHERE],
  ['proxy-bypass-list', '<-loopback>'],
  ['force-webrtc-ip-handling-policy', 'disable_non_proxied_udp'],
  ['webrtc-ip-handling-policy', 'disable_non_proxied_udp'],
  ['dns-prefetch-disable', ''],
  ['no-pings', ''],
]
