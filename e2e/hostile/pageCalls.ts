/** Code of an attacker in the app's page: it has what every script there has, `window.node`. */
import type { Page } from 'playwright-core'
import { evaluateAsync } from '../gui/inPage.ts'

export interface Answer {
  readonly name: string
  readonly state: 'answered' | 'refused' | 'waiting'
  /** JSON text of the result, or of the error */
  readonly text: string
}

/** Name of a method, and JSON text of its parameters. */
export type RawCall = readonly [name: string, params: string]

/**
 * In the page's world: keeps every event and every answer, those that come late too. Numbers of calls are its own, far from
 * those of the app's page.
 */
const LISTENING = `(() => {
  if (globalThis.taken) return
  globalThis.taken = []
  let last = 7e6
  node.onEvent((event) => taken.push(JSON.stringify(event)))
  globalThis.callAll = (calls, patience, keep) => Promise.all(calls.map(([name, params]) => {
    const id = ++last
    let state = 'waiting'
    let text = ''
    const done = node.call(id, name, params).then(
      (result) => { state = 'answered'; text = String(result); taken.push(text) },
      (error) => { state = 'refused'; text = String(error.message); taken.push(text) },
    )
    return Promise.race([done, new Promise((resolve) => setTimeout(resolve, patience))]).then(() => {
      if (state === 'waiting' && !keep) void node.cancel(id)
      return { name, state, text }
    })
  }))
})()`

export interface CallOptions {
  /** milliseconds until an answer is not waited for any more */
  readonly patience?: number
  /** leave what waits as it is; else it is cancelled */
  readonly keep?: boolean
}

/** All calls at once. */
export async function callRaw(
  page: Page,
  calls: readonly RawCall[],
  { patience = 5000, keep = false }: CallOptions = {},
): Promise<readonly Answer[]> {
  await page.evaluate(LISTENING)
  const found = await evaluateAsync(page, `callAll(${JSON.stringify(calls)}, ${patience}, ${keep})`)
  return found as readonly Answer[]
}

export async function call(page: Page, name: string, ...params: readonly unknown[]): Promise<Answer> {
  const [answer] = await callRaw(page, [[name, JSON.stringify(params)]], { patience: 20_000 })
  if (answer === undefined) throw new Error('no answer')
  return answer
}

/** The result, parsed. @throws Error where the app refused */
export async function resultOf<T>(page: Page, name: string, ...params: readonly unknown[]): Promise<T> {
  const { state, text } = await call(page, name, ...params)
  if (state !== 'answered') throw new Error(`${name}: ${state} ${text}`)
  return JSON.parse(text) as T
}

/** Starts a call and leaves it: its question is open when this resolves to what will be answered. */
export function beginCall(page: Page, name: string, ...params: readonly unknown[]): Promise<Answer> {
  const begun = callRaw(page, [[name, JSON.stringify(params)]], { patience: 120_000, keep: true })
  return begun.then(([answer]) => answer as Answer)
}

/** All that the page was told since the last look: answers, errors and events. */
export async function takeTold(page: Page): Promise<string> {
  const told = await page.evaluate<string[]>('(globalThis.taken ?? []).splice(0)')
  return told.join('\n')
}
