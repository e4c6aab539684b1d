import type { IncomingMessage } from 'node:http'

/**
 * Returns the only valid Host of this server. `localhost` may be another address of this machine, on which another
 * program listens at the same port. Any other Host is a rebinding attack or a proxy.
 */
const formatHost = (port: number) => `127.0.0.1:${port}`

/**
 * Returns the reason to reject a request, or undefined if it is allowed. `Host` must be this server's on every request.
 * Browsers send `Origin` with every cross-site and every state-changing request. If present it must be this server's,
 * and `needsOrigin` (the WebSocket upgrade and every POST) requires it.
 */
export function findRejectionReason(request: IncomingMessage, port: number, needsOrigin: boolean): string | undefined {
  if (request.headers.host !== formatHost(port)) return 'foreign host'
  const { origin } = request.headers
  if (origin === undefined) return needsOrigin ? 'no origin' : undefined
  return origin === `http://${formatHost(port)}` ? undefined : 'foreign origin'
}

/**
 * Returns the same policy as for the desktop window, in addition to the headers of every server here. `connect-src`
 * allows the WebSocket of this origin.
 */
export function securityHeaders(port: number): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src 'self' ws://${formatHost(port)}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
  }
}
