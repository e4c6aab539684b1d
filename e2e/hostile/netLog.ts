/** What Chromium's own log of its network says: names that it looked up and sockets that it opened, seen by no listener. */
import { readFileSync } from 'node:fs'

interface NetLog {
  readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> }
  readonly events: readonly { readonly type: number; readonly params?: Readonly<Record<string, unknown>> }[]
}

/** A log that was not closed lacks its end. */
function readLog(file: string): NetLog {
  const text = readFileSync(file, 'utf8').trimEnd()
  try {
    return JSON.parse(text)
  } catch {
    return JSON.parse(`${text.replace(/,$/, '')}]}`)
  }
}

/** Hosts and addresses of events whose type begins like this, in the order of the log. */
export function loggedPlaces(file: string, types: RegExp): string[] {
  const { constants, events } = readLog(file)
  const wanted = new Set(
    Object.entries(constants.logEventTypes).flatMap(([name, id]) => (types.test(name) ? [id] : [])),
  )
  return events.flatMap(({ type, params = {} }) => {
    if (!wanted.has(type)) return []
    const place = params['host'] ?? params['address'] ?? params['dns_query_name'] ?? params['hostname']
    return typeof place === 'string' ? [place] : []
  })
}
