import { stringifyJson } from '#shared/json.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { ChainManager, HeldChain } from '../chains/index.ts'
import type { BrokerOptions } from './options.ts'
import type { PageCall } from './pageCall.ts'
import type { Question, QuestionAnswer, Surface } from './surface.ts'

export type Agreed = Extract<QuestionAnswer, { readonly agreed: true }>

/** What a planner works with. */
export interface Ground {
  readonly chainManager: ChainManager
  readonly surface: Surface
  readonly options: BrokerOptions
  /** the node that everything of this call is asked of; absent for calls about chains */
  readonly chain: HeldChain | undefined
  /** the same with the contract's types */
  readonly client: RpcClient
  /** the chain as a question names it; null: none */
  readonly chainText: string | null
  /** ends the question: the window, the chain or the app went */
  readonly signal: AbortSignal
}

/** A question, and what is done on a yes. */
export interface ConsentPlan {
  readonly question: Question
  /** Resolves to the JSON text that the page gets. */
  act(answer: Agreed): Promise<string>
  /** shows something afterwards: no other question before its end */
  readonly discloses?: true
}

/** @throws RpcError where nothing is to be asked */
export type Planner = (call: PageCall, ground: Ground) => ConsentPlan | Promise<ConsentPlan>

/** Something small that is done at once. */
export interface Doing {
  /** Resolves to the JSON text that the page gets. */
  act(): Promise<string>
  /** what the person is told, by what came out; undefined: nothing changed */
  notice(result: string): { readonly text: string; readonly undo?: () => Promise<void> } | undefined
}

export type Teller = (call: PageCall, ground: Ground) => Doing | Promise<Doing>

/** The call as it came, on the chain that it was asked about. */
export function passOn({ name, values, options }: PageCall, { chain, chainManager, signal }: Ground): Promise<string> {
  const node = chain ?? chainManager
  return node.call(name, stringifyJson(values), { ...options, signal })
}
