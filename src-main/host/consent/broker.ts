import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { createRpcClient } from '#shared/rpc/client.ts'
import type { ChainManager } from '../chains/index.ts'
import type { WindowNode } from '../nodeClient.ts'
import { nameOfChain } from './chainText.ts'
import { allowanceOf, tellerOf } from './notices/index.ts'
import type { BrokerOptions } from './options.ts'
import { createDoingPacing, createQuestionPacing } from './pacing.ts'
import { findWindowMethod, isAboutChains, type PageCall, readCall } from './pageCall.ts'
import { type Agreed, type ConsentPlan, type Ground, passOn } from './plan.ts'
import { declaredLevel, levelOf } from './policy.ts'
import { planOf, questionKind } from './questions/index.ts'
import { createSealedStore } from './sealed.ts'
import { createSealing } from './sealing.ts'
import { refuseGivenSecrets } from './secrets.ts'
import type { Surface } from './surface.ts'

/** What a page is served by, and what ends with its window. */
export interface Broker extends WindowNode {
  /** Takes the question away that is open; every call is refused from now on. */
  close(): void
}

const refusal = (message: string) => new RpcError(RPC_ERROR.MISC, message)
const NEVER = 'The page of a window cannot do this: use the command line (chainwright-cli)'
const DECLINED = 'You decided against it. Nothing was done.'
const GONE = 'The question was taken away. Nothing was done.'

/** Stands between a page, which may be anybody's, and the chain manager. */
export function createBroker(chainManager: ChainManager, surface: Surface, options: BrokerOptions): Broker {
  const closed = new AbortController()
  const questions = createQuestionPacing(() => options.now())
  const doings = createDoingPacing(
    () => options.now(),
    (milliseconds, signal) => options.delay(milliseconds, signal),
  )
  const sealing = createSealing(
    createSealedStore(() => options.random()),
    options.sealed,
  )
  let asking = false

  /** @param named whether anybody will read the name of the chain */
  const groundOf = async (call: PageCall, named = true): Promise<Ground> => {
    const chain = isAboutChains(call) ? undefined : await chainManager.hold()
    const signals = [closed.signal, chain?.gone, call.options.signal].filter((each) => each !== undefined)
    const signal = AbortSignal.any(signals)
    const node = chain ?? chainManager
    return {
      ...{ chainManager, surface, options, chain, signal },
      client: createRpcClient((method, params) => node.call(method, params, { signal })),
      chainText: chain === undefined || !named ? null : await nameOfChain(chainManager, chain),
    }
  }

  /** One question at a time: returns the function that lets the next one come. */
  const take = (): (() => void) => {
    asking = true
    let held = true
    return () => {
      if (held) asking = false
      held = false
    }
  }

  /** @throws RpcError on anything but a yes */
  async function consent(plan: ConsentPlan, kind: string, signal: AbortSignal): Promise<Agreed> {
    if (signal.aborted) throw refusal(GONE)
    const question = { ...plan.question, kind, ...(questions.tiresome() && { offerClosing: true as const }) }
    const answer = await surface.ask(question, signal).catch((error: unknown) => {
      // A page that takes its own question back has put it all the same.
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

  /** Costs nothing, so that it comes before the parameters are read. */
  const admit = (kind: string): void => {
    questions.check(kind)
    if (asking) throw refusal('Another question is waiting for an answer')
  }

  async function ask(call: PageCall, because: string | undefined): Promise<string> {
    const kind = questionKind(call.name)
    admit(kind)
    const release = take()
    try {
      const ground = await groundOf(call)
      const opened = sealing.open(call, ground.chain?.id)
      const plan = await planOf(opened.call, ground, because)
      const answer = await consent(plan, kind, ground.signal)
      if (plan.discloses !== true) release()
      return opened.close(await plan.act(answer))
    } finally {
      release()
    }
  }

  /** Done without a word: it reads, or nobody who is asked here has a say in it. */
  async function pass(call: PageCall): Promise<string> {
    const ground = await groundOf(call, false)
    const opened = sealing.open(call, ground.chain?.id)
    return opened.close(await passOn(opened.call, ground))
  }

  async function tell(call: PageCall): Promise<string> {
    const teller = tellerOf(call.name)
    const waiting = AbortSignal.any([
      closed.signal,
      ...(call.options.signal === undefined ? [] : [call.options.signal]),
    ])
    await doings.turn(call.name, allowanceOf(call.name), waiting)
    const ground = await groundOf(call)
    const opened = sealing.open(call, ground.chain?.id)
    const doing = await teller(opened.call, ground)
    const result = await doing.act()
    const notice = doing.notice(result)
    if (notice !== undefined) surface.notify({ chain: ground.chainText, ...notice })
    return opened.close(result)
  }

  async function run(call: PageCall): Promise<string> {
    if (options.secrets === 'surface') refuseGivenSecrets(call)
    const level = levelOf(call, options)
    if (level.consent === 'never') throw new RpcError(RPC_ERROR.INVALID_REQUEST, NEVER)
    if (level.consent === 'ask') return ask(call, level.because)
    if (level.consent === 'tell') return tell(call)
    return pass(call)
  }

  return {
    async call(name, params, callOptions = {}) {
      if (closed.signal.aborted) throw new RpcError(RPC_ERROR.CLIENT_NOT_CONNECTED, 'The window is closed')
      const method = findWindowMethod(name)
      if (method === undefined) throw new RpcError(RPC_ERROR.METHOD_NOT_FOUND, 'Method not found')
      const { consent: declaredConsent } = declaredLevel(method, options)
      if (declaredConsent === 'never') throw new RpcError(RPC_ERROR.INVALID_REQUEST, NEVER)
      if (declaredConsent === 'none' && !sealing.concerns(method)) return chainManager.call(name, params, callOptions)
      if (declaredConsent === 'ask') admit(questionKind(name))
      return run(readCall(name, method, params, { call: callOptions, secrets: options.secrets }))
    },
    onEvent: (listener) => chainManager.onEvent(listener),
    close: () => closed.abort(),
  }
}
