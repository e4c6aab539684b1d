/** Events of an order that are listed: an order can be filled a unit at a time. */
const MOST = 100

/** The first and the newest ones; `hidden` are left out after the first. */
export function shownEvents<Event>(events: readonly Event[], most = MOST) {
  if (events.length <= most) return { first: events, hidden: 0, last: [] }
  const last = events.slice(events.length - most + 1)
  return { first: events.slice(0, 1), hidden: events.length - last.length - 1, last }
}
