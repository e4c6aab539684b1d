/** State shared by the modules of the stand-in: the sessions, handlers and rules that the app registers. */
import { EventEmitter } from 'node:events'

export type Handler = (event: unknown, ...args: unknown[]) => unknown
export type SchemeHandler = (request: Request) => Response | Promise<Response>
export type PermissionCheck = (contents: null, permission: string) => boolean
type RequestFilter = (details: { readonly url: string }, decide: (decision: { cancel?: boolean }) => void) => void

/**
 * Chromium has no custom schemes here. `scheme://host` is served as `http://host.localhost`, an address that only the
 * interceptor knows. Each scheme of the app has different hosts.
 */
const schemes = new Map<string, string>()
const HOST = /^http:\/\/([a-z]+)\.localhost(?=\/|$)/

export function toPageUrl(url: string): string {
  const [, scheme = '', host = '', rest = ''] = /^([a-z]+):\/\/([a-z]+)((?:\/.*)?)$/s.exec(url) ?? []
  if (!registered.schemes.has(scheme)) return url
  schemes.set(host, scheme)
  return `http://${host}.localhost${rest}`
}

export function toAppUrl(url: string): string {
  const blob = url.startsWith('blob:')
  const plain = blob ? url.slice('blob:'.length) : url
  const moved = plain.replace(HOST, (whole, host: string) => {
    const scheme = schemes.get(host)
    return scheme === undefined ? whole : `${scheme}://${host}`
  })
  return blob ? `blob:${moved}` : moved
}

/** Rules of one Electron session. All sessions share one Chromium profile, but their pages have different origins. */
export class Session extends EventEmitter {
  readonly handlers = new Map<string, SchemeHandler>()
  mayHave: PermissionCheck | undefined
  private filter: RequestFilter | undefined

  readonly protocol = { handle: (scheme: string, handler: SchemeHandler) => this.handlers.set(scheme, handler) }
  readonly webRequest = {
    onBeforeRequest: (filter: RequestFilter) => {
      this.filter = filter
    },
  }
  setPermissionRequestHandler() {}
  setPermissionCheckHandler(check: PermissionCheck) {
    this.mayHave = check
  }
  setDevicePermissionHandler() {}
  async setProxy() {}
  /** Returns true if the app allows a request to this address (the app's address, not Chromium's). */
  lets(url: string): boolean {
    let cancelled = false
    this.filter?.({ url }, ({ cancel = false }) => {
      cancelled = cancel
    })
    return !cancelled
  }
}

interface Registered {
  readonly handlers: Map<string, Handler>
  readonly schemes: Set<string>
  readonly sessions: Map<string, Session>
  /** switches that the app appends to Chromium's command line */
  readonly switches: string[]
}

/** Registry of this process, like Electron's own. */
export const registered: Registered = { handlers: new Map(), schemes: new Set(), sessions: new Map(), switches: [] }

/** Returns the session of a partition. The default session has an empty name. */
export function getSession(partition: string): Session {
  const known = registered.sessions.get(partition) ?? new Session()
  registered.sessions.set(partition, known)
  return known
}

/**
 * Returns the value of Chromium's `--name=value` switch, which both Electron and the stand-in read from the command
 * line.
 */
export function chromiumSwitch(name: string): string | undefined {
  const prefix = `--${name}=`
  return process.argv.find((arg) => arg.startsWith(prefix))?.slice(prefix.length)
}
