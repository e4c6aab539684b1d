/** Serves `app://chainwright/…`, the page's own origin. Never file://, never the network. */
import { protocol } from 'electron'
import type { WindowFiles } from '../app/windowFiles.ts'
import { PROMPT_SCHEME } from './prompt/ownPages.ts'

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
  "frame-src 'none'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Browser features that access devices, servers or payments; the app needs no such feature. */
const REFUSED_FEATURES = [
  'accelerometer',
  'attribution-reporting',
  'bluetooth',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'join-ad-interest-group',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'private-state-token-issuance',
  'private-state-token-redemption',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'run-ad-auction',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
]

export const isOwnPage = (url: string): boolean => url === ORIGIN || url.startsWith(START_PAGE)

/** Registers the scheme. Call before the app is ready. */
export function registerScheme(): void {
  const privileges = { standard: true, secure: true }
  protocol.registerSchemesAsPrivileged([SCHEME, PROMPT_SCHEME].map((scheme) => ({ scheme, privileges })))
}

/** Serves the fixed list of built files; replies 404 to all other requests. */
export function serveScheme(files: WindowFiles): void {
  protocol.handle(SCHEME, (request) => {
    const url = new URL(request.url)
    // Reject service workers: they would outlive the page and answer its requests.
    const plain = request.method === 'GET' && !request.headers.has('service-worker')
    const file = url.host === 'chainwright' && plain ? files.find(url.pathname) : undefined
    if (!file) return new Response(null, { status: 404 })
    return new Response(new Uint8Array(file.body), {
      headers: {
        'Content-Type': file.contentType,
        'Content-Security-Policy': POLICY,
        'X-Content-Type-Options': 'nosniff',
        'X-DNS-Prefetch-Control': 'off',
        'Referrer-Policy': 'no-referrer',
        'Permissions-Policy': REFUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
      },
    })
  })
}
