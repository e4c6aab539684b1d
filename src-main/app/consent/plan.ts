import type { Language } from '#shared/languages.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { ChainLease, ChainManager } from '../chains/index.ts'
import type { TokenPictures } from '../pictures/index.ts'
import type { AppText } from '../texts/index.ts'
import type { BrokerOptions } from './options.ts'
import type { PageCall } from './pageCall.ts'
import type { ConsentUi, Notice, Question, QuestionAnswer } from './surface.ts'

export type Agreed = Extract<QuestionAnswer, { readonly agreed: true }>

/** The chain manager, as far as consent needs it. */
export interface ConsentChains
  extends Pick<ChainManager, 'call' | 'hold' | 'holdOther' | 'onEvent' | 'openings' | 'paysWithoutQuestion' | 'shown'> {
  readonly pictures: Pick<TokenPictures, 'link' | 'due' | 'allow'>
}

/** The node, texts and options that one call works with. */
export interface ConsentContext {
  readonly chainManager: ConsentChains
  readonly surface: ConsentUi
  readonly options: BrokerOptions
  /** the node that answers all requests of this call; absent for calls about chains */
  readonly chain: ChainLease | undefined
  /** a typed client of it */
  readonly client: RpcClient
  /** a client for payments without a question: the node rejects them unless it is private at that moment (NOT_PRIVATE) */
  readonly unaskedClient: RpcClient
  /** whether the wallet of this chain built exactly these bytes for the page */
  isBuilt(hex: string): boolean
  /** Passes a call on unchanged, to the held chain. Resolves to the JSON text of its result. */
  forward(call: PageCall): Promise<string>
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
  /**
   * Sends toy coins of the private sandbox. Resolves to the JSON text that the page gets; to undefined if the question is to be
   * put, because a node is not private at that moment.
   */
  readonly unasked?: () => Promise<string | undefined>
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

/** The notice about a call that is done at once, prepared before the call. */
export interface NotifiedAction {
  /** Returns the notice for the JSON text of the result; undefined if nothing changed. */
  notice(result: string): ActionNotice | undefined | Promise<ActionNotice | undefined>
}

type ActionNotice = Omit<Notice, 'chain'>

export type NotifiedActionHandler = (call: PageCall, ground: ConsentContext) => NotifiedAction | Promise<NotifiedAction>
