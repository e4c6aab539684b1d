import { type WindowMethodName, windowMethods } from '#shared/chains/index.ts'
import type { NodeEvent } from '#shared/events.ts'
import type { Method } from '#shared/rpc/define.ts'

const methodsByEvent = new Map<NodeEvent['type'], WindowMethodName[]>()
for (const [name, { changesWith }] of Object.entries(windowMethods) as [WindowMethodName, Method][]) {
  if (changesWith === 'never') continue
  for (const event of changesWith) methodsByEvent.set(event, [...(methodsByEvent.get(event) ?? []), name])
}

/**
 * Returns the methods whose answers an event may have changed, from `changesWith` of the contract. Only visible queries
 * are refetched. Other events are handled in useLiveQueries.
 */
export function changedBy(event: NodeEvent): readonly WindowMethodName[] {
  return methodsByEvent.get(event.type) ?? []
}
