import { vi } from 'vitest'
import type { WindowInput, WindowMethodName, WindowResult } from '#shared/chains/index.ts'
import type { WindowQuestion } from '#shared/channel.ts'
import type { NodeAccess } from '../node/client.ts'
import { directBridge } from '../node/connection.ts'

/** Replies of a node to the methods that a test needs. A reply may throw. */
export type Replies = {
  readonly [Name in WindowMethodName]?: (input: WindowInput<Name>) => WindowResult<Name> | Promise<WindowResult<Name>>
}

export interface FakeNode {
  readonly access: NodeAccess
  /** Returns the inputs that a method was called with, oldest first. */
  inputsOf<Name extends WindowMethodName>(name: Name): WindowInput<Name>[]
}

export interface FakeNodeOptions {
  /** as in the desktop app, which asks for secrets outside the page */
  readonly desktop?: boolean
  /** the open question of the browser mode */
  readonly question?: WindowQuestion
  /** called with each answer to it; `null` declines */
  readonly onAnswer?: (id: number, secret: string | null, change?: true) => void
}

/**
 * Creates a node that replies as given. It never replies to other methods, as a node that is still busy with them; calls
 * for texts get an empty object.
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
