/** Whether a page shows data of one chain. The others are about all chains or this window. */
export function isChainPage(routeId: string | undefined): boolean {
  return routeId !== undefined && routeId !== '/settings' && !/^\/chains(\/|$)/.test(routeId)
}
