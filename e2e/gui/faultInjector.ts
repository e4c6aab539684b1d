/** Simulates a slow or broken node for one page, by changing the messages on its socket. */
import type { Page, WebSocketRoute } from 'playwright'
import { expect } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'

export interface FaultInjector {
  /** Drops calls of the given methods, so that they never get a reply. */
  hold(...methods: readonly string[]): void
  /** Delays calls of the given methods until `release`. */
  keepCalls(...methods: readonly string[]): void
  /** Delays replies to the given methods until `release`; events are not delayed. */
  keepAnswers(...methods: readonly string[]): void
  /**
   * Waits until a message is delayed, forwards all delayed messages, and stops delaying. Resolves when the page has
   * rendered what it received.
   * @returns number of delayed calls and replies
   */
  release(): Promise<number>
  /** Makes calls of the given methods fail with an internal error. */
  fail(message: string, ...methods: readonly string[]): void
  /** Makes calls of the given methods fail with this error message. */
  refuse(message: string, ...methods: readonly string[]): void
  /** Makes calls of the given methods fail as on a node that is still starting. */
  warmUp(...methods: readonly string[]): void
  /** Replaces the results of the given methods by JSON texts. */
  answer(results: Readonly<Record<string, string>>): void
  /** Breaks the connection permanently. */
  cut(): Promise<void>
}

/** Wildcard for all methods. */
export const EVERYTHING = '*'

/** Methods never faulted, because without them no page opens: the chain shown, and the node's own state. */
const TOLD: ReadonlySet<string> = new Set(['listchains', 'getnodestatus'])

/** Must be called before the page is opened. */
export async function troubleFor(page: Page): Promise<FaultInjector> {
  let held: readonly string[] = []
  let keptCalls: readonly string[] = []
  let keptAnswers: readonly string[] = []
  let kept: (() => void)[] = []
  let failing: readonly string[] = []
  let error = { code: 0, message: '' }
  let results: Readonly<Record<string, string>> = {}
  let broken = false
  const open = new Set<WebSocketRoute>()
  const named = (list: readonly string[], method: string) =>
    !TOLD.has(method) && (list.includes(EVERYTHING) || list.includes(method))

  await page.routeWebSocket('**/ws', (socket) => {
    if (broken) {
      void socket.close()
      return
    }
    open.add(socket)
    const node = socket.connectToServer()
    const late = new Set<number>()
    socket.onMessage((text) => {
      const call = JSON.parse(String(text)) as { id: number; method?: string }
      if (call.method !== undefined && named(keptAnswers, call.method)) late.add(call.id)
      if (call.method !== undefined && named(held, call.method)) return
      if (call.method !== undefined && named(failing, call.method)) {
        socket.send(JSON.stringify({ kind: 'error', id: call.id, error }))
      } else if (call.method !== undefined && results[call.method] !== undefined) {
        socket.send(JSON.stringify({ kind: 'result', id: call.id, result: results[call.method] }))
      } else if (call.method !== undefined && named(keptCalls, call.method)) {
        kept.push(() => node.send(text))
      } else node.send(text)
    })
    node.onMessage((text) => {
      const { id } = JSON.parse(String(text)) as { id?: number }
      if (id !== undefined && late.delete(id)) kept.push(() => socket.send(text))
      else socket.send(text)
    })
  })
  return {
    keepCalls: (...methods) => {
      keptCalls = methods
    },
    keepAnswers: (...methods) => {
      keptAnswers = methods
    },
    async release() {
      await expect.poll(() => kept.length, { timeout: MAX_WAIT_MS }).toBeGreaterThan(0)
      const forwarded = kept
      kept = []
      keptCalls = []
      keptAnswers = []
      for (const forward of forwarded) forward()
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      return forwarded.length
    },
    hold: (...methods) => {
      held = methods
    },
    fail: (text, ...methods) => {
      error = { code: -32603, message: text }
      failing = methods
    },
    refuse: (text, ...methods) => {
      error = { code: -1, message: text }
      failing = methods
    },
    answer: (given) => {
      results = given
    },
    async cut() {
      broken = true
      for (const socket of open) await socket.close()
    },
    warmUp: (...methods) => {
      error = { code: -28, message: 'Loading block index...' }
      failing = methods
    },
  }
}

/** Opens another page of a window, at its overview, with a fault injector. */
export async function openFaultyOverview(window: {
  readonly page: Page
}): Promise<{ page: Page; trouble: FaultInjector }> {
  const page = await window.page.context().newPage()
  const trouble = await troubleFor(page)
  await page.goto(window.page.url())
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  return { page, trouble }
}

/** Fake replies by method, for states that no test can create. */
export type Answers = Readonly<Record<string, (params: readonly unknown[]) => string>>

/** Opens a page with these fake replies; other calls reach its node. */
export async function stubbed(window: { readonly page: Page }, answers: Answers): Promise<Page> {
  const page = await window.page.context().newPage()
  await page.routeWebSocket('**/ws', (socket) => {
    const node = socket.connectToServer()
    socket.onMessage((text) => {
      const call = JSON.parse(String(text)) as { id: number; method?: string; params?: string }
      const answer = answers[call.method ?? '']
      if (answer === undefined) return node.send(text)
      const result = answer(JSON.parse(call.params ?? '[]') as unknown[])
      socket.send(JSON.stringify({ kind: 'result', id: call.id, result }))
    })
    node.onMessage((text) => socket.send(text))
  })
  return page
}
