import type { IncomingMessage } from 'node:http'

/** Names under which a browser reaches a loopback server. Anything else in `Host` is a rebinding attack or a proxy. */
function loopbackHosts(port: number): ReadonlySet<string> {
  return new Set([`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])
}

/**
 * Why a request is refused, or undefined when it may pass. `Host` must be ours on every request; `Origin`, which
 * browsers send with every cross-site and every state-changing request, must be ours where it is present and must be
 * present where `needsOrigin` (the WebSocket upgrade and every POST).
 */
export function refusal(request: IncomingMessage, port: number, needsOrigin: boolean): string | undefined {
  const hosts = loopbackHosts(port)
  const host = request.headers.host
  if (!host || !hosts.has(host.toLowerCase())) return 'foreign host'
  const origin = request.headers.origin
  if (origin === undefined) return needsOrigin ? 'no origin' : undefined
  return origin.toLowerCase() === `http://${host.toLowerCase()}` ? undefined : 'foreign origin'
}

/** The same policy that the desktop window gets; `connect-src` names the WebSocket of this very origin. */
export function securityHeaders(port: number): Record<string, string> {
  // Policies know no IPv6 literals; a page opened under ::1 is served, but told by its own error to use another name.
  const sockets = ['127.0.0.1', 'localhost'].map((host) => `ws://${host}:${port}`).join(' ')
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src 'self' ${sockets}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  }
}
