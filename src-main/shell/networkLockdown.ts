/**
 * Blocks all network access of the page. Purpose: block what the content policy leaves open: DNS lookups, WebRTC,
 * preconnects, downloads, other windows. Non-goals: the node's own connections, which Node.js makes in other threads
 * and which are not affected. Each path is blocked in more than one place, because one block may stop working in the
 * next version of the engine.
 */
import { app, type Session, session, type WebContents } from 'electron'
import { isOwnPage } from './scheme.ts'
import { NETWORK_SWITCHES, NOWHERE } from './switches.ts'

/** Allowed permissions: only writing to the clipboard. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write'])

/** Disables Chromium's network. Call before the app is ready. */
export function disableNetwork(): void {
  for (const [name, value] of NETWORK_SWITCHES) app.commandLine.appendSwitch(name, value)
}

/** Returns true for URLs of schemes without network access; the developer tools load their own files. */
const mayLoad = (url: string) =>
  isOwnPage(url) || /^(data|blob):/.test(url) || (!app.isPackaged && url.startsWith('devtools:'))

/** Denies all permission requests and checks except those the window needs, and cancels requests to other addresses. */
export function lockSession(): void {
  const own: Session = session.defaultSession
  own.setPermissionRequestHandler((_contents, permission, decide) => decide(ALLOWED_PERMISSIONS.has(permission)))
  own.setPermissionCheckHandler((_contents, permission) => ALLOWED_PERMISSIONS.has(permission))
  own.setDevicePermissionHandler(() => false)
  own.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !mayLoad(url) }))
  void own.setProxy({ mode: 'fixed_servers', proxyRules: NOWHERE, proxyBypassRules: '<-loopback>' })
  // The system's dialog may save a file that the page created.
  own.on('will-download', (event, item) => {
    if (!/^(blob:app:\/\/chainwright|data:)/.test(item.getURL())) event.preventDefault()
  })
}

/** Prevents a window from leaving our own page, whatever its content requests. */
export function keepOnOwnPage(contents: WebContents): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  // The app opens no external links; another address could leak data.
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-navigate', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isOwnPage(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
