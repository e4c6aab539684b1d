import type { IncomingMessage } from 'node:http'

/**
 * The only name of this server. `localhost` may be another address of this machine, on which another program listens at the
 * same port; anything else in `Host` is a rebinding attack or a proxy.
 */
const hostOf = (port: number) => `127.0.0.1:${port}`

/**
 * Why a request is refused, or undefined when it may pass. `Host` must be ours on every request; `Origin`, which
 * browsers send with every cross-site and every state-changing request, must be ours where it is present and must be
 * present where `needsOrigin` (the WebSocket upgrade and every POST).
 */
export function refusal(request: IncomingMessage, port: number, needsOrigin: boolean): string | undefined {
  if (request.headers.host !== hostOf(port)) return 'foreign host'
  const { origin } = request.headers
  if (origin === undefined) return needsOrigin ? 'no origin' : undefined
  return origin === `http://${hostOf(port)}` ? undefined : 'foreign origin'
}

/** The same policy that the desktop window gets, beside the headers of every server here; `connect-src` names the WebSocket of this very origin. */
export function securityHeaders(port: number): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src 'self' ws://${hostOf(port)}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
  }
}
