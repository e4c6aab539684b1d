/** Attacker code in the app's page, with the same access as every script there: `window.node`. */
import type { Page } from 'playwright'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { evaluateAsync } from '../gui/inPage.ts'

export interface Answer {
  readonly name: string
  readonly state: 'answered' | 'refused' | 'waiting'
  /** result or error, as JSON text */
  readonly text: string
}

export interface FinishedCall extends Answer {
  readonly state: 'answered' | 'refused'
}

/** Method name, and parameters as JSON text. */
export type RawCall = readonly [name: string, params: string]

/**
 * Runs in the page: collects every event and every reply, including late ones. Its call ids are far from those of the
 * app's page.
 */
const LISTENING = `(() => {
  if (globalThis.taken) return
  globalThis.taken = []
  globalThis.settled = []
  const open = []
  let last = 7e6
  node.onEvent((event) => taken.push(JSON.stringify(event)))
  globalThis.callAll = (calls, patience, cancelled) => Promise.all(calls.map(([name, params]) => {
    const id = ++last
    let state = 'waiting'
    let text = ''
    const settle = (how, what) => {
      state = how
      text = String(what)
      taken.push(text)
      settled.push({ name, state, text })
    }
    open.push(name)
    const done = node.call(id, name, params)
      .then((result) => settle('answered', result), (error) => settle('refused', error.message))
      .finally(() => { open.splice(open.indexOf(name), 1) })
    return Promise.race([done, new Promise((resolve) => setTimeout(resolve, patience))]).then(() => {
      if (state === 'waiting' && (cancelled === null || cancelled.includes(name))) void node.cancel(id)
      return { name, state, text }
    })
  }))
  globalThis.callOneAfterTheOther = async (sequences, patience, cancelled) => {
    const answers = []
    for (const calls of sequences) answers.push(...await callAll(calls, patience, cancelled))
    return answers
  }
  globalThis.takeSettled = async (names, most, limit) => {
    const busy = () => open.filter((name) => names.includes(name)).length > most
    for (const end = performance.now() + limit; busy() && performance.now() < end;) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return settled.splice(0)
  }
})()`

export interface CallOptions {
  /** timeout of a call in milliseconds; the default is longer than any slow machine needs */
  readonly patience?: number
  /** names of methods whose calls are cancelled on timeout; default: all */
  readonly cancelled?: readonly string[]
}

/** Makes all calls of a sequence at once, and the sequences one after another. */
export async function callSequences(
  page: Page,
  sequences: readonly (readonly RawCall[])[],
  { patience = MAX_WAIT_MS, cancelled }: CallOptions = {},
): Promise<readonly Answer[]> {
  await page.evaluate(LISTENING)
  const args = [sequences, patience, cancelled ?? null].map((arg) => JSON.stringify(arg)).join(', ')
  return (await evaluateAsync(page, `callOneAfterTheOther(${args})`)) as readonly Answer[]
}

/**
 * Returns the calls finished since the previous invocation, including late ones. First waits until at most `most` calls
 * of the named methods are open, for up to `limit` ms.
 */
export const takeFinishedCalls = (page: Page, names: readonly string[], max: number, limit: number) =>
  evaluateAsync(page, `takeSettled(${JSON.stringify(names)}, ${max}, ${limit})`) as Promise<readonly FinishedCall[]>

/** Makes all calls at once. */
export const callRaw = (page: Page, calls: readonly RawCall[], options: CallOptions = {}) =>
  callSequences(page, [calls], options)

export async function call(page: Page, name: string, ...params: readonly unknown[]): Promise<Answer> {
  const [answer] = await callRaw(page, [[name, JSON.stringify(params)]])
  if (answer === undefined) throw new Error('no answer')
  return answer
}

/** Returns the parsed result. @throws Error if the app rejects the call */
export async function callForResult<T>(page: Page, name: string, ...params: readonly unknown[]): Promise<T> {
  const { state, text } = await call(page, name, ...params)
  if (state !== 'answered') throw new Error(`${name}: ${state} ${text}`)
  return JSON.parse(text) as T
}

/** Starts a call without waiting for it, so that its question stays open. The promise resolves to the later reply. */
export function beginCall(page: Page, name: string, ...params: readonly unknown[]): Promise<Answer> {
  const begun = callRaw(page, [[name, JSON.stringify(params)]], { cancelled: [] })
  return begun.then(([answer]) => answer as Answer)
}

/** Returns everything that the page received since the previous call: replies, errors and events. */
export async function takeReceived(page: Page): Promise<string> {
  const told = await page.evaluate<string[]>('(globalThis.taken ?? []).splice(0)')
  return told.join('\n')
}
