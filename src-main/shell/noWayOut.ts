/**
 * Cuts the page off from every network. Purpose: block what the content policy leaves open: DNS lookups,
 * WebRTC, preconnects, downloads, other windows. Non-goals: the node's own connections, which are
 * made by Node.js in other threads and are not affected. Each way is blocked in more than one place, because one may
 * stop working in the next version of the engine.
 */
import { app, type Session, session, type WebContents } from 'electron'
import { isOwnPage } from './scheme.ts'
import { NETWORK_SWITCHES, NOWHERE } from './switches.ts'

/** Permissions of the window: writing to the clipboard. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write'])

/** Must run before the app is ready. */
export function shutNetwork(): void {
  for (const [name, value] of NETWORK_SWITCHES) app.commandLine.appendSwitch(name, value)
}

/** Allowed request schemes: those without a network; the developer tools have files of their own. */
const mayLoad = (url: string) =>
  isOwnPage(url) || /^(data|blob):/.test(url) || (!app.isPackaged && url.startsWith('devtools:'))

/** Denies every permission, request and check alike, but the few the window needs; cancels every request elsewhere. */
export function lockSession(): void {
  const own: Session = session.defaultSession
  own.setPermissionRequestHandler((_contents, permission, decide) => decide(ALLOWED_PERMISSIONS.has(permission)))
  own.setPermissionCheckHandler((_contents, permission) => ALLOWED_PERMISSIONS.has(permission))
  own.setDevicePermissionHandler(() => false)
  own.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !mayLoad(url) }))
  void own.setProxy({ mode: 'fixed_servers', proxyRules: NOWHERE, proxyBypassRules: '<-loopback>' })
  // A file that the page made may be saved by the system's dialog.
  own.on('will-download', (event, item) => {
    if (!/^(blob:app:\/\/chainwright|data:)/.test(item.getURL())) event.preventDefault()
  })
}

/** Keeps a window on our own page whatever its content asks for. */
export function keepOnOwnPage(contents: WebContents): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  // The app has no external links; another address could carry data out.
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-navigate', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isOwnPage(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
