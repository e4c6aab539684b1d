/** Returns true if the page shows data of one chain; other pages are about all chains or this window. */
export function isChainPage(routeId: string | undefined): boolean {
  return routeId !== undefined && routeId !== '/settings' && !/^\/chains(\/|$)/.test(routeId)
}
