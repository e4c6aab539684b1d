/** Whether a page shows something of one chain. The others are about all chains, or about this window. */
export function isChainPage(routeId: string | undefined): boolean {
  return routeId !== undefined && routeId !== '/settings' && !/^\/chains(\/|$)/.test(routeId)
}
