import type { NodeBridge } from '#shared/channel.ts'
import { createNodeAccess, type NodeAccess } from './client.ts'
import { directBridge } from './connection.ts'
import { ask, hasToken, openSession } from './session.ts'
import { createWebSocketBridge } from './webSocketBridge.ts'

declare global {
  interface Window {
    /** put there by the preload of the desktop window; absent in a browser */
    readonly node?: NodeBridge
  }
}

/** Finds the way to the node: the preload's bridge in the desktop window, a WebSocket of the same origin in a browser. */
export function connectNode(): NodeAccess {
  return window.node ? createNodeAccess(directBridge(window.node), true) : createNodeAccess(browserBridge())
}

function browserBridge() {
  const fetch: typeof window.fetch = (input, init) => window.fetch(input, init)
  // The token is exchanged once, before the router reads the address; later attempts only check the cookie.
  let first = true
  // A new address opened in this very tab changes nothing but the fragment: without a reload nobody would read it.
  window.addEventListener('hashchange', () => {
    if (hasToken(location.hash)) location.reload()
  })
  return createWebSocketBridge({
    connect(events) {
      const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`)
      socket.onopen = events.opened
      socket.onmessage = (event) => events.received(event.data)
      socket.onclose = events.closed
      return socket
    },
    session() {
      if (!first) return ask({ fetch })
      first = false
      return openSession({ fetch, location, replaceUrl: (url) => history.replaceState(null, '', url) })
    },
    now: Date.now,
    random: Math.random,
    after(milliseconds, run) {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
  })
}
