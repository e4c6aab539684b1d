import type { NodeBridge } from '#shared/channel.ts'
import { createNodeAccess, type NodeAccess } from './client.ts'
import { directBridge } from './connection.ts'
import { createSession, hasToken, type SessionDeps } from './session.ts'
import { createWebSocketBridge } from './webSocketBridge.ts'

declare global {
  interface Window {
    /** Set by the preload script of the desktop window; absent in a browser. */
    readonly node?: NodeBridge
  }
}

/**
 * Connects to the node: over the preload script's bridge in the desktop window, over a WebSocket to the same origin in
 * a browser.
 */
export function connectNode(): NodeAccess {
  return window.node ? createNodeAccess(directBridge(window.node), true) : createNodeAccess(browserBridge())
}

function browserBridge() {
  const session = createSession({
    fetch: (input, init) => window.fetch(input, init),
    location,
    replaceUrl: (url) => history.replaceState(null, '', url),
    storage: storageOfTab(),
  })
  // Opening a new address in this tab changes only the fragment: reload, so that the token is read.
  window.addEventListener('hashchange', () => {
    if (hasToken(location.hash)) location.reload()
  })
  return createWebSocketBridge({
    connect(events) {
      const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`)
      socket.onopen = events.opened
      socket.onmessage = (event) => events.received(event.data)
      socket.onclose = (event) => events.closed(event.code)
      return socket
    },
    session,
    now: Date.now,
    random: Math.random,
    after(milliseconds, run) {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
  })
}

/** Returns the session storage, or a substitute. Without session storage, a reload needs a new address with a token. */
function storageOfTab(): SessionDeps['storage'] {
  try {
    window.sessionStorage.getItem('')
    return window.sessionStorage
  } catch {
    const kept = new Map<string, string>()
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    }
  }
}
