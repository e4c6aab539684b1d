/**
 * Scripts for the page: the real preload in an isolated world, and stubs of its exposed functions in the page's main
 * world. The two worlds share only the document, so they exchange document events with JSON text under a secret name.
 * The functions below are sent to the page as source text and must not use anything from this file's scope.
 */

import { runInNewContext } from 'node:vm'

type Callable = (...args: unknown[]) => unknown
interface Wire {
  pack(value: unknown): unknown
  unpack(value: unknown): unknown
}

/** Opens one end of the bridge between the worlds. Functions cross it as numbered references that return promises. */
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

/** Main world: waits for the preload to expose something and adds frozen stubs to `window`. */
function receiveExposed(wire: Wire, secret: string): void {
  const page = globalThis as unknown as { document: EventTarget }
  page.document.addEventListener(`${secret}-expose`, (event) => {
    const { key, api } = JSON.parse((event as CustomEvent<string>).detail)
    Object.defineProperty(globalThis, key, { value: Object.freeze(wire.unpack(api)), enumerable: true })
  })
}

/**
 * Isolated world: provides an `electron` for the preload, over the binding `standInSend` and the callback
 * `standInReceive`.
 */
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
    // Already executed, see readMainWorldScripts.
    executeInMainWorld: () => undefined,
  }
  const load = (name: string) => {
    if (name !== 'electron') throw new Error(`A sandboxed preload cannot load ${name}`)
    return { ipcRenderer, contextBridge }
  }
  preload(load, { exports: {} }, {}, { isMainFrame: globalThis === page.top })
}

/**
 * Returns the source text of the scripts that the preload runs in the page's main world. The page's policy forbids
 * evaluating text later, so the preload is first run in an empty context to collect the scripts. It may fail there
 * after it has passed them on.
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
    // The preload needs the document, which this context lacks.
  }
  return scripts
}

/** Returns the script for the page's main world, to run before any script of the page. */
export function pageWorldScript(secret: string, first: readonly string[]): string {
  return `(()=>{${first.map((script) => `${script};`).join('')}const wire=(${openWire})('${secret}-page','${secret}-preload');(${receiveExposed})(wire,'${secret}')})()`
}

/** Returns the script for the isolated world, which contains the built preload. */
export function isolatedWorldScript(secret: string, preloadSource: string, inSubFrames: boolean): string {
  const preload = `function(require,module,exports,process){${preloadSource}\n}`
  const here = inSubFrames ? '' : 'if(self!==top)return;'
  return `(()=>{${here}const wire=(${openWire})('${secret}-preload','${secret}-page');(${runPreload})(wire,'${secret}',${preload})})()`
}
