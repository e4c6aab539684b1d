/** Chromium's switches that shut its network for every page of the app, whatever the page's own world looks like. */

/** A name that nothing resolves, port 1: what goes to this proxy goes nowhere. */
export const NOWHERE = 'socks5://nowhere.invalid:1'

/** Names and values; an empty one is a switch without. */
export const NETWORK_SWITCHES: readonly (readonly [string, string])[] = [
  // No name is looked up: not by a prefetch, a preconnect or an ICE server.
  ['host-resolver-rules', 'MAP * ~NOTFOUND'],
  // Connections by address go to a proxy that is not there, those to this machine included.
  ['proxy-server', NOWHERE],
  ['proxy-bypass-list', '<-loopback>'],
  ['force-webrtc-ip-handling-policy', 'disable_non_proxied_udp'],
  ['webrtc-ip-handling-policy', 'disable_non_proxied_udp'],
  ['dns-prefetch-disable', ''],
  ['no-pings', ''],
]
