/** Chromium switches that disable network access for every page of the app. */

/** Proxy that cannot be resolved, so that connections through it fail. */
export const NOWHERE = 'socks5://nowhere.invalid:1'

/** Names and values; '' for a switch without a value. */
export const NETWORK_SWITCHES: readonly (readonly [string, string])[] = [
  // No DNS lookups for prefetches, preconnects or ICE servers.
  ['host-resolver-rules', 'MAP * ~NOTFOUND'],
  // Connections by address, including those to this machine, go to a missing proxy.
  ['proxy-server', NOWHERE],
  ['proxy-bypass-list', '<-loopback>'],
  ['force-webrtc-ip-handling-policy', 'disable_non_proxied_udp'],
  ['webrtc-ip-handling-policy', 'disable_non_proxied_udp'],
  ['dns-prefetch-disable', ''],
  ['no-pings', ''],
]
