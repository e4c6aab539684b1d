/** `app://chainwright/…`: the window's own origin. Never file://, never the network. */
import { protocol } from 'electron'
import type { WindowFiles } from '../host/windowFiles.ts'

const SCHEME = 'app'
const ORIGIN = `${SCHEME}://chainwright`
export const START_PAGE = `${ORIGIN}/`

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const isOwnPage = (url: string): boolean => url === ORIGIN || url.startsWith(START_PAGE)

/** Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true } }])
}

/** Serves the closed list of built files; everything else is 404. */
export function serveScheme(files: WindowFiles): void {
  protocol.handle(SCHEME, (request) => {
    const url = new URL(request.url)
    const file = url.host === 'chainwright' && request.method === 'GET' ? files.find(url.pathname) : undefined
    if (!file) return new Response(null, { status: 404 })
    return new Response(new Uint8Array(file.body), {
      headers: {
        'Content-Type': file.contentType,
        'Content-Security-Policy': POLICY,
        'X-Content-Type-Options': 'nosniff',
      },
    })
  })
}
