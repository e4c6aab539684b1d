/** Maximum number of events listed, because an order can be filled one unit at a time. */
const MAX_EVENTS = 100

/** Returns the first and the newest events. `hidden` is the number omitted after the first. */
export function shownEvents<Event>(events: readonly Event[], max = MAX_EVENTS) {
  if (events.length <= max) return { first: events, hidden: 0, last: [] }
  const last = events.slice(events.length - max + 1)
  return { first: events.slice(0, 1), hidden: events.length - last.length - 1, last }
}
