/** Code of an attacker in the app's page: it has what every script there has, `window.node`. */
import type { Page } from 'playwright'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { evaluateAsync } from '../gui/inPage.ts'

export interface Answer {
  readonly name: string
  readonly state: 'answered' | 'refused' | 'waiting'
  /** JSON text of the result, or of the error */
  readonly text: string
}

export interface Settled extends Answer {
  readonly state: 'answered' | 'refused'
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
  /** milliseconds until the page gives up a call; without it no machine is slow enough to reach the limit */
  readonly patience?: number
  /** names of methods whose calls are cancelled where they wait longer; all unless given */
  readonly cancelled?: readonly string[]
}

/** All calls of a sequence at once, the sequences one after the other. */
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
 * All that was answered or refused since the last look, however late it came. Waits until no more than `most` calls of these names
 * are open, for `limit` milliseconds at most.
 */
export const takeSettled = (page: Page, names: readonly string[], most: number, limit: number) =>
  evaluateAsync(page, `takeSettled(${JSON.stringify(names)}, ${most}, ${limit})`) as Promise<readonly Settled[]>

/** All at once. */
export const callRaw = (page: Page, calls: readonly RawCall[], options: CallOptions = {}) =>
  callSequences(page, [calls], options)

export async function call(page: Page, name: string, ...params: readonly unknown[]): Promise<Answer> {
  const [answer] = await callRaw(page, [[name, JSON.stringify(params)]])
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
  const begun = callRaw(page, [[name, JSON.stringify(params)]], { cancelled: [] })
  return begun.then(([answer]) => answer as Answer)
}

/** All that the page received since the last look: answers, errors and events. */
export async function takeTold(page: Page): Promise<string> {
  const told = await page.evaluate<string[]>('(globalThis.taken ?? []).splice(0)')
  return told.join('\n')
}
