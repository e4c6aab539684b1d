/** What the parts of the stand-in share: the app's handlers and rules, as it registers them. */

export type Handler = (event: unknown, ...args: unknown[]) => unknown
export type SchemeHandler = (request: Request) => Response | Promise<Response>
export type PermissionCheck = (contents: null, permission: string) => boolean

/** Chromium has no custom schemes here, so the app's origin is served under a name that only the interceptor knows. */
const APP_ORIGIN = 'app://chainwright'
export const PAGE_ORIGIN = 'http://chainwright.localhost'

const moved = (url: string, from: string, to: string) =>
  url === from || url.startsWith(`${from}/`) ? to + url.slice(from.length) : url
export const toPageUrl = (url: string) => moved(url, APP_ORIGIN, PAGE_ORIGIN)
export const toAppUrl = (url: string) => moved(url, PAGE_ORIGIN, APP_ORIGIN)

interface Registered {
  readonly handlers: Map<string, Handler>
  scheme: SchemeHandler | undefined
  mayHave: PermissionCheck | undefined
}

/** One per process, as Electron's own registries are. */
export const registered: Registered = { handlers: new Map(), scheme: undefined, mayHave: undefined }

/** Value of a `--name=value` switch of Chromium's, which both Electron and the stand-in take from the command line. */
export function chromiumSwitch(name: string): string | undefined {
  const prefix = `--${name}=`
  return process.argv.find((arg) => arg.startsWith(prefix))?.slice(prefix.length)
}
