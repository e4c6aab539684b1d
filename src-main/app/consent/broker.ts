import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { createRpcClient } from '#shared/rpc/client.ts'
import type { ChainManager } from '../chains/index.ts'
import { appText } from '../texts/index.ts'
import type { WindowNode } from '../thread/nodeClient.ts'
import { nameOfChain } from './chainText.ts'
import { findNotifiedAction, rateLimitFor } from './notices/index.ts'
import type { BrokerOptions } from './options.ts'
import { findWindowMethod, isAboutChains, type PageCall, readCall } from './pageCall.ts'
import { type Agreed, type ConsentContext, forwardCall, type PromptPlan } from './plan.ts'
import { declaredLevel, levelOf, type Reason } from './policy.ts'
import { planOf, questionKind } from './questions/index.ts'
import { createActionRateLimiter, createQuestionRateLimiter } from './rateLimits.ts'
import { createSealedStore } from './sealedStore.ts'
import { createSealing } from './sealing.ts'
import { refuseGivenSecrets } from './secrets.ts'
import type { ConsentUi } from './surface.ts'

/** What answers the calls of one window's page. */
export interface Broker extends WindowNode {
  /** The window is closed: withdraws an open question; every further call is refused. */
  close(): void
}

const refusal = (message: string) => new RpcError(RPC_ERROR.MISC, message)
const NEVER = 'The page of a window cannot do this: use the command line (chainwright-cli)'
const DECLINED = 'You decided against it. Nothing was done.'
const GONE = 'The question was taken away. Nothing was done.'

interface BrokerState {
  readonly chainManager: ChainManager
  readonly surface: ConsentUi
  readonly options: BrokerOptions
  readonly closed: AbortController
  readonly questions: ReturnType<typeof createQuestionRateLimiter>
  readonly doings: ReturnType<typeof createActionRateLimiter>
  readonly sealing: ReturnType<typeof createSealing>
  /** a question is open */
  asking: boolean
}

/** Stands between a window's page, which is not trusted, and the chain manager. */
export function createBroker(chainManager: ChainManager, surface: ConsentUi, options: BrokerOptions): Broker {
  const state: BrokerState = {
    ...{ chainManager, surface, options, closed: new AbortController(), asking: false },
    questions: createQuestionRateLimiter(() => options.now()),
    doings: createActionRateLimiter(
      () => options.now(),
      (milliseconds, signal) => options.delay(milliseconds, signal),
    ),
    sealing: createSealing(
      createSealedStore(() => options.random()),
      options.sealed,
    ),
  }
  const { closed, sealing } = state
  return {
    async call(name, params, callOptions = {}) {
      if (closed.signal.aborted) throw new RpcError(RPC_ERROR.CLIENT_NOT_CONNECTED, 'The window is closed')
      const method = findWindowMethod(name)
      if (method === undefined) throw new RpcError(RPC_ERROR.METHOD_NOT_FOUND, 'Method not found')
      const { consent } = declaredLevel(method, options)
      if (consent === 'never') throw new RpcError(RPC_ERROR.INVALID_REQUEST, NEVER)
      if (consent === 'none' && !sealing.concerns(method)) return chainManager.call(name, params, callOptions)
      if (consent === 'ask') admit(state, questionKind(name))
      return decide(state, readCall(name, method, params, { call: callOptions, secrets: options.secrets }))
    },
    onEvent: (listener) => chainManager.onEvent(listener),
    close: () => closed.abort(),
  }
}

/** By the level that the parameters raise the call to. */
async function decide(state: BrokerState, call: PageCall): Promise<string> {
  const { options } = state
  if (options.secrets === 'surface') refuseGivenSecrets(call)
  const level = levelOf(call, options)
  if (level.consent === 'never') throw new RpcError(RPC_ERROR.INVALID_REQUEST, NEVER)
  if (level.consent === 'ask') return ask(state, call, level.because)
  if (level.consent === 'tell') return doAndNotify(state, call)
  return pass(state, call)
}

/** `none`: done without a word. */
async function pass(state: BrokerState, call: PageCall): Promise<string> {
  const ground = await groundOf(state, call, false)
  const opened = state.sealing.open(call, ground.chain?.id)
  return opened.close(await forwardCall(opened.call, ground))
}

/** `tell`: done at once, and the person is notified. */
async function doAndNotify(state: BrokerState, call: PageCall): Promise<string> {
  const { closed, doings, sealing, surface } = state
  const teller = findNotifiedAction(call.name)
  const signals = [closed.signal, call.options.signal].filter((each) => each !== undefined)
  await doings.turn(call.name, rateLimitFor(call.name), AbortSignal.any(signals))
  const ground = await groundOf(state, call)
  const opened = sealing.open(call, ground.chain?.id)
  const doing = await teller(opened.call, ground)
  const result = await doing.act()
  const notice = doing.notice(result)
  if (notice !== undefined) surface.notify({ chain: ground.chainText, ...notice })
  return opened.close(result)
}

/** `ask`: done if the person agrees. */
async function ask(state: BrokerState, call: PageCall, because: Reason | undefined): Promise<string> {
  const kind = questionKind(call.name)
  admit(state, kind)
  const release = occupy(state)
  try {
    const ground = await groundOf(state, call)
    const opened = state.sealing.open(call, ground.chain?.id)
    const plan = await planOf(opened.call, ground, because)
    if (plan.settled) {
      release()
      return opened.close(await plan.act())
    }
    const answer = await putQuestion(state, plan, kind, ground.signal)
    if (plan.discloses !== true) release()
    return opened.close(await plan.act(answer))
  } finally {
    release()
  }
}

/** Refuses what cannot be asked now. Costs nothing, so that it comes before the parameters are read. */
function admit({ questions, asking }: BrokerState, kind: string): void {
  questions.check(kind)
  if (asking) throw refusal('Another question is waiting for an answer')
}

/** One question at a time: returns the function that admits the next one. */
function occupy(state: BrokerState): () => void {
  state.asking = true
  let held = true
  return () => {
    if (held) state.asking = false
    held = false
  }
}

/** @throws RpcError on anything but a yes */
async function putQuestion(state: BrokerState, plan: PromptPlan, kind: string, signal: AbortSignal): Promise<Agreed> {
  const { questions, surface, options } = state
  if (signal.aborted) throw refusal(GONE)
  const question = { ...plan.question, kind, ...(questions.shouldOfferClosing() && { offerClosing: true as const }) }
  const answer = await surface.ask(question, signal).catch((error: unknown) => {
    // A question that the page withdraws counts like one that was refused.
    questions.refused(kind)
    throw signal.aborted ? refusal(GONE) : error
  })
  if (!answer.agreed) {
    questions.refused(kind)
    if (answer.close === true) options.closePage()
    throw refusal(DECLINED)
  }
  if (signal.aborted) throw refusal(GONE)
  questions.agreed(kind)
  return answer
}

/**
 * What a call works with: one node, held until the call is over, and a client of it.
 * @param named whether the name of the chain will be shown
 */
async function groundOf(state: BrokerState, call: PageCall, named = true): Promise<ConsentContext> {
  const { chainManager, surface, options, closed } = state
  const chain = isAboutChains(call) ? undefined : await chainManager.hold()
  const signals = [closed.signal, chain?.gone, call.options.signal].filter((each) => each !== undefined)
  const signal = AbortSignal.any(signals)
  const node = chain ?? chainManager
  const language = options.language()
  const t = appText(language)
  return {
    ...{ chainManager, surface, options, chain, signal, language, t },
    client: createRpcClient((method, params) => node.call(method, params, { signal })),
    chainText: chain === undefined || !named ? null : await nameOfChain(chainManager, chain, t),
  }
}
