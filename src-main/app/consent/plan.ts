import type { Language } from '#shared/languages.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { ChainLease, ChainManager } from '../chains/index.ts'
import type { TokenPictures } from '../pictures/index.ts'
import type { AppText } from '../texts/index.ts'
import type { ConsentUi, Notice, Question, QuestionAnswer } from './consentUi.ts'
import type { BrokerOptions } from './options.ts'
import type { PageCall } from './pageCall.ts'

export type Agreed = Extract<QuestionAnswer, { readonly agreed: true }>

/** Part of the chain manager that consent uses. */
export interface ConsentChains
  extends Pick<
    ChainManager,
    'call' | 'lease' | 'leaseOther' | 'onEvent' | 'openings' | 'paysWithoutQuestion' | 'shown'
  > {
  readonly pictures: Pick<TokenPictures, 'link' | 'due' | 'allow'>
}

/** Node, texts and options for handling one call. */
export interface ConsentContext {
  readonly chainManager: ConsentChains
  readonly surface: ConsentUi
  readonly options: BrokerOptions
  /** lease on the node that handles all requests of this call; undefined for chain-management calls */
  readonly chain: ChainLease | undefined
  /** typed client for that node */
  readonly client: RpcClient
  /** client for payments without approval; the node rejects them unless it is private at that moment (NOT_PRIVATE) */
  readonly unaskedClient: RpcClient
  /** Returns true if this chain's wallet built exactly these bytes for the page. */
  isBuilt(hex: string): boolean
  /**
   * Asks a further question about the same call, such as a second step or a wrong passphrase. Counts its refusal like
   * that of the first one. The plan must set `discloses`, so that no other prompt opens in between.
   * @throws RpcError unless the user approves
   */
  askAgain(question: Question): Promise<Agreed>
  /** Forwards a call unchanged to the leased node. Resolves to the JSON text of its result. */
  forward(call: PageCall): Promise<string>
  /** chain as named in prompts, or null if the call has no chain */
  readonly chainText: string | null
  /** app texts in the user's language */
  readonly t: AppText
  readonly language: Language
  /** aborted when the window, the chain or the call ends */
  readonly signal: AbortSignal
}

/** A prompt, and the action to run if the user approves. */
export interface PromptPlan {
  readonly settled?: undefined
  readonly question: Question
  /**
   * Sends test coins of the private sandbox without approval. Resolves to the JSON text for the page, or to undefined
   * if the prompt must be shown, because a node is not private at that moment.
   */
  readonly unasked?: () => Promise<string | undefined>
  /** Runs the approved action. Resolves to the JSON text for the page. */
  act(answer: Agreed): Promise<string>
  /** set if `act` shows a secret or asks again; prompts of other calls wait until it ends */
  readonly discloses?: true
}

/** Plan for a call that needs no approval, or that the user approved before. */
export interface NoPromptPlan {
  readonly settled: true
  /** Runs the action. Resolves to the JSON text for the page. */
  act(): Promise<string>
}

export type ConsentPlan = PromptPlan | NoPromptPlan

/** Builds the consent plan of a call. @throws RpcError for a call that is rejected without a prompt */
export type Planner = (call: PageCall, context: ConsentContext) => ConsentPlan | Promise<ConsentPlan>

/** Notice about a call that runs immediately, prepared before the call. */
export interface NotifiedAction {
  /** Returns the notice for the JSON text of the result, or undefined if nothing changed. */
  notice(result: string): ActionNotice | undefined | Promise<ActionNotice | undefined>
}

type ActionNotice = Omit<Notice, 'chain'>

export type NotifiedActionHandler = (
  call: PageCall,
  context: ConsentContext,
) => NotifiedAction | Promise<NotifiedAction>
