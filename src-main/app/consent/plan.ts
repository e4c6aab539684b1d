import { stringifyJson } from '#shared/json.ts'
import type { Language } from '#shared/languages.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { ChainLease, ChainManager } from '../chains/index.ts'
import type { AppText } from '../texts/index.ts'
import type { BrokerOptions } from './options.ts'
import type { PageCall } from './pageCall.ts'
import type { ConsentUi, Question, QuestionAnswer } from './surface.ts'

export type Agreed = Extract<QuestionAnswer, { readonly agreed: true }>

/** What a call works with. */
export interface ConsentContext {
  readonly chainManager: ChainManager
  readonly surface: ConsentUi
  readonly options: BrokerOptions
  /** the node that answers all requests of this call; absent for calls about chains */
  readonly chain: ChainLease | undefined
  /** a typed client of it */
  readonly client: RpcClient
  /** the chain as a question names it; null: none */
  readonly chainText: string | null
  /** the app's texts, in the language of the person */
  readonly t: AppText
  readonly language: Language
  /** aborted when the window, the chain or the call ends */
  readonly signal: AbortSignal
}

/** A question, and what happens if the person agrees. */
export interface PromptPlan {
  readonly settled?: undefined
  readonly question: Question
  /** Resolves to the JSON text that the page gets. */
  act(answer: Agreed): Promise<string>
  /** something is shown afterwards, and the next question waits for its end */
  readonly discloses?: true
}

/** There is nothing to agree to, or the person has agreed before. */
export interface NoPromptPlan {
  readonly settled: true
  /** Resolves to the JSON text that the page gets. */
  act(): Promise<string>
}

export type ConsentPlan = PromptPlan | NoPromptPlan

/** @throws RpcError for a call that is refused without a question */
export type Planner = (call: PageCall, ground: ConsentContext) => ConsentPlan | Promise<ConsentPlan>

/** Something that is done at once and notified. */
export interface NotifiedAction {
  /** Resolves to the JSON text that the page gets. */
  act(): Promise<string>
  /** the notice, by the result; undefined: nothing changed */
  notice(result: string): { readonly text: string; readonly undo?: () => Promise<void> } | undefined
}

export type NotifiedActionHandler = (call: PageCall, ground: ConsentContext) => NotifiedAction | Promise<NotifiedAction>

/** Passes the call on unchanged, to the held chain. */
export function forwardCall(
  { name, values, options }: PageCall,
  { chain, chainManager, signal }: ConsentContext,
): Promise<string> {
  const node = chain ?? chainManager
  return node.call(name, stringifyJson(values), { ...options, signal })
}
