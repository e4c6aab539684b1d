import { vi } from 'vitest'
import type { WindowInput, WindowMethodName, WindowResult } from '#shared/chains/index.ts'
import type { WindowQuestion } from '#shared/channel.ts'
import type { NodeAccess } from '../node/client.ts'
import { directBridge } from '../node/connection.ts'

/** Replies of a node to the methods used by a test. A reply may throw. */
export type Replies = {
  readonly [Name in WindowMethodName]?: (input: WindowInput<Name>) => WindowResult<Name> | Promise<WindowResult<Name>>
}

export interface FakeNode {
  readonly access: NodeAccess
  /** Returns the inputs of all calls of a method, oldest first. */
  inputsOf<Name extends WindowMethodName>(name: Name): WindowInput<Name>[]
}

export interface FakeNodeOptions {
  /** True to simulate the desktop app, which asks for secrets outside the page. */
  readonly desktop?: boolean
  /** Open question of the browser mode. */
  readonly question?: WindowQuestion
  /** Called with each answer to the question; `null` declines it. */
  readonly onAnswer?: (id: number, secret: string | null, change?: true) => void
}

/**
 * Creates a node with the given replies. Calls of other methods stay pending, as on a busy node; calls for texts return
 * an empty object.
 */
export function createFakeNode(replies: Replies, options: FakeNodeOptions = {}): FakeNode {
  const calls: { readonly name: string; readonly input: unknown }[] = []
  const call = vi.fn(async (name: WindowMethodName, input: unknown) => {
    calls.push({ name, input })
    const reply = replies[name] as ((input: unknown) => unknown) | undefined
    return reply === undefined ? new Promise(() => {}) : reply(input)
  })
  const access = {
    desktop: options.desktop ?? false,
    client: { call, callText: async () => '{}' } as unknown as NodeAccess['client'],
    bridge: {
      ...directBridge({ call: never, cancel: async () => {}, onEvent: () => () => {} }),
      ...browserMode(options),
    },
    onEvent: () => () => {},
  }
  return {
    access,
    inputsOf: <Name extends WindowMethodName>(wanted: Name) =>
      calls.filter(({ name }) => name === wanted).map(({ input }) => input as WindowInput<Name>),
  }
}

const never = () => new Promise<string>(() => {})

function browserMode({ question, onAnswer }: FakeNodeOptions) {
  if (question === undefined) return {}
  return {
    browser: {
      question: () => question,
      confirmBy: () => question.confirmBy,
      onChange: () => () => {},
      answer: (id: number, secret: string | null) => onAnswer?.(id, secret),
      change: (id: number) => onAnswer?.(id, null, true),
      choose: async () => null,
    },
  }
}
