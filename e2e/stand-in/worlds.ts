/**
 * What runs in the page: the real preload in an isolated world, and stubs of what it exposes in the page's own world.
 * The two worlds share only the document, so they talk through events on it that carry JSON text under a secret name.
 * The functions below are sent to the page as source text: they may use nothing from this file's scope.
 */

import { runInNewContext } from 'node:vm'

type Callable = (...args: unknown[]) => unknown
interface Wire {
  pack(value: unknown): unknown
  unpack(value: unknown): unknown
}

/** One end of the bridge between the worlds; functions cross it as numbered references that return promises. */
function openWire(own: string, other: string): Wire {
  const functions: Callable[] = []
  const replies = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let calls = 0
  const page = globalThis as unknown as { document: EventTarget; CustomEvent: typeof CustomEvent }
  const post = (message: object) =>
    page.document.dispatchEvent(new page.CustomEvent(other, { detail: JSON.stringify(message) }))

  const pack = (value: unknown): unknown => {
    if (typeof value === 'function') return { $function: functions.push(value as Callable) - 1 }
    if (Array.isArray(value)) return value.map(pack)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, pack(item)]))
  }
  const unpack = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(unpack)
    if (typeof value !== 'object' || value === null) return value
    if ('$function' in value) {
      const index = value.$function
      return (...args: unknown[]) =>
        new Promise((resolve, reject) => {
          const call = ++calls
          replies.set(call, { resolve, reject })
          post({ call, index, args: pack(args) })
        })
    }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unpack(item)]))
  }

  page.document.addEventListener(own, async (event) => {
    const message = JSON.parse((event as CustomEvent<string>).detail)
    if (message.index === undefined) {
      const reply = replies.get(message.call)
      replies.delete(message.call)
      if (message.error === undefined) reply?.resolve(unpack(message.value))
      else reply?.reject(new Error(message.error))
      return
    }
    try {
      const result = await functions[message.index]?.(...(unpack(message.args) as unknown[]))
      post({ call: message.call, value: pack(result) })
    } catch (error) {
      post({ call: message.call, error: error instanceof Error ? error.message : String(error) })
    }
  })
  return { pack, unpack }
}

/** The page's own world: waits for the preload to expose something and puts frozen stubs of it on `window`. */
function receiveExposed(wire: Wire, secret: string): void {
  const page = globalThis as unknown as { document: EventTarget }
  page.document.addEventListener(`${secret}-expose`, (event) => {
    const { key, api } = JSON.parse((event as CustomEvent<string>).detail)
    Object.defineProperty(globalThis, key, { value: Object.freeze(wire.unpack(api)), enumerable: true })
  })
}

/** The isolated world: an `electron` for the preload, over the binding `standInSend` and the callback `standInReceive`. */
function runPreload(wire: Wire, secret: string, preload: Callable): void {
  const page = globalThis as unknown as {
    top: unknown
    document: EventTarget
    CustomEvent: typeof CustomEvent
    standInSend(text: string): void
    standInReceive(text: string): void
  }
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  const listeners = new Map<string, Set<Callable>>()
  let nextId = 0

  page.standInReceive = (text) => {
    const message = JSON.parse(text)
    if (message.channel !== undefined) {
      for (const listener of listeners.get(message.channel) ?? []) listener({}, ...message.args)
      return
    }
    const call = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error === undefined) call?.resolve(message.value)
    else call?.reject(new Error(message.error))
  }
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        waiting.set(++nextId, { resolve, reject })
        page.standInSend(JSON.stringify({ id: nextId, channel, args }))
      }),
    on: (channel: string, listener: Callable) => {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
    },
    removeListener: (channel: string, listener: Callable) => listeners.get(channel)?.delete(listener),
  }
  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown) =>
      page.document.dispatchEvent(
        new page.CustomEvent(`${secret}-expose`, { detail: JSON.stringify({ key, api: wire.pack(api) }) }),
      ),
    // Has run already: see readMainWorldScripts.
    executeInMainWorld: () => undefined,
  }
  const load = (name: string) => {
    if (name !== 'electron') throw new Error(`A sandboxed preload cannot load ${name}`)
    return { ipcRenderer, contextBridge }
  }
  preload(load, { exports: {} }, {}, { isMainFrame: globalThis === page.top })
}

/**
 * What the preload will run in the page's own world, as source text. The page's policy lets no text become a script later,
 * so the preload is run once for nothing, in an empty world, to see it; what it does there before it fails is enough.
 */
export function readMainWorldScripts(preloadSource: string): readonly string[] {
  const scripts: string[] = []
  const electron = {
    ipcRenderer: { invoke: async () => undefined, on() {}, removeListener() {} },
    contextBridge: {
      exposeInMainWorld() {},
      executeInMainWorld({ func, args = [] }: { readonly func: Callable; readonly args?: readonly unknown[] }) {
        scripts.push(`(${func})(...${JSON.stringify(args)})`)
      },
    },
  }
  const world = { require: () => electron, module: {}, exports: {}, process: { isMainFrame: true } }
  try {
    runInNewContext(preloadSource, world)
  } catch {
    // It wanted the page's document, which this world has not.
  }
  return scripts
}

/** Script for the page's own world, run before any script of the page. */
export function pageWorldScript(secret: string, first: readonly string[]): string {
  return `(()=>{${first.map((script) => `${script};`).join('')}const wire=(${openWire})('${secret}-page','${secret}-preload');(${receiveExposed})(wire,'${secret}')})()`
}

/** Script for the isolated world: carries the built preload. */
export function isolatedWorldScript(secret: string, preloadSource: string, inSubFrames: boolean): string {
  const preload = `function(require,module,exports,process){${preloadSource}\n}`
  const here = inSubFrames ? '' : 'if(self!==top)return;'
  return `(()=>{${here}const wire=(${openWire})('${secret}-preload','${secret}-page');(${runPreload})(wire,'${secret}',${preload})})()`
}
