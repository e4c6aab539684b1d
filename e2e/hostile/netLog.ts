/**
 * Reads Chromium's own network log: names that it resolved and sockets that it opened, even if no listener received
 * anything.
 */
import { readFileSync } from 'node:fs'

interface NetLog {
  readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> }
  readonly events: readonly { readonly type: number; readonly params?: Readonly<Record<string, unknown>> }[]
}

/** Parses the log; a log that was not closed lacks its end. */
function readLog(file: string): NetLog {
  const text = readFileSync(file, 'utf8').trimEnd()
  try {
    return JSON.parse(text)
  } catch {
    return JSON.parse(`${text.replace(/,$/, '')}]}`)
  }
}

/** Returns the hosts and addresses of events whose type matches `types`, in the order of the log. */
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
