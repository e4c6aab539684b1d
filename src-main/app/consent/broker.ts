import { CORRECTING, DECLINED, RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { NodeEvent } from '#shared/events.ts'
import { stringifyJson } from '#shared/json.ts'
import { createRpcClient } from '#shared/rpc/client.ts'
import { appText } from '../texts/index.ts'
import type { NodeCallOptions, WindowNode } from '../thread/nodeClient.ts'
import { BanGuard } from './bans.ts'
import { nameOfChain } from './chainText.ts'
import type { ConsentUi } from './consentUi.ts'
import { findNotifiedAction, rateLimitFor } from './notices/index.ts'
import type { BrokerOptions } from './options.ts'
import { findWindowMethod, isAboutChains, type PageCall, readCall } from './pageCall.ts'
import type { Agreed, ConsentChains, ConsentContext, PromptPlan } from './plan.ts'
import { declaredLevel, letsPeersIn, type Reason, resolveLevel } from './policy.ts'
import { buildConsentPlan, questionKind } from './questions/index.ts'
import { ActionRateLimiter, QuestionRateLimiter } from './rateLimits.ts'
import { SealedStore } from './sealedStore.ts'
import { Sealing } from './sealing.ts'
import { rejectGivenSecrets } from './secrets.ts'

const rpcError = (message: string) => new RpcError(RPC_ERROR.MISC, message)
const NEVER = 'A page cannot call this method: use the command line (chainwright-cli)'
const NOTHING_DONE = 'Nothing was done.'
const GONE = 'The question was withdrawn. Nothing was done.'

/** Handles the calls of one window's untrusted page: checks them and forwards approved calls to the chain manager. */
export class Broker implements WindowNode {
  readonly #chainManager: ConsentChains
  readonly #surface: ConsentUi
  readonly #options: BrokerOptions
  readonly #closed = new AbortController()
  readonly #questions: QuestionRateLimiter
  readonly #actions: ActionRateLimiter
  readonly #sealing: Sealing
  readonly #bans = new BanGuard()
  /** true while a prompt is open */
  #asking = false

  constructor(chainManager: ConsentChains, surface: ConsentUi, options: BrokerOptions) {
    this.#chainManager = chainManager
    this.#surface = surface
    this.#options = options
    this.#questions = new QuestionRateLimiter(() => options.now())
    this.#actions = new ActionRateLimiter(
      () => options.now(),
      (milliseconds, signal) => options.delay(milliseconds, signal),
    )
    this.#sealing = new Sealing(new SealedStore(() => options.random()), options.sealed)
  }

  async call(name: string, params: string, callOptions: NodeCallOptions = {}): Promise<string> {
    if (this.#closed.signal.aborted) throw new RpcError(RPC_ERROR.CLIENT_NOT_CONNECTED, 'The window is closed')
    const method = findWindowMethod(name)
    if (method === undefined) throw new RpcError(RPC_ERROR.METHOD_NOT_FOUND, 'Method not found')
    const { consent } = declaredLevel(method, this.#options)
    if (consent === 'never') throw new RpcError(RPC_ERROR.INVALID_REQUEST, NEVER)
    if (consent === 'none' && !this.#sealing.concerns(method)) {
      return this.#chainManager.call(name, params, callOptions)
    }
    if (consent === 'ask') this.#admit(questionKind(name))
    return this.#decide(readCall(name, method, params, { call: callOptions, secrets: this.#options.secrets }))
  }

  onEvent(listener: (event: NodeEvent) => void): () => void {
    return this.#chainManager.onEvent(listener)
  }

  /** Called when the window is closed: withdraws an open prompt and rejects further calls. */
  close(): void {
    this.#closed.abort()
  }

  /** Handles a call by its consent level, which its parameters may raise. */
  async #decide(call: PageCall): Promise<string> {
    if (this.#options.secrets === 'surface') rejectGivenSecrets(call)
    const level = resolveLevel(call, this.#options)
    if (level.consent === 'never') throw new RpcError(RPC_ERROR.INVALID_REQUEST, NEVER)
    if (level.consent === 'ask') return this.#ask(await this.#contextFor(call), call, level.because)
    if (level.consent === 'tell') return this.#doAndNotify(call)
    return this.#pass(call)
  }

  /** Level `none`: forwards the call without a notice. */
  async #pass(call: PageCall): Promise<string> {
    const context = await this.#contextFor(call, false)
    const opened = this.#sealing.open(call, context.chain?.id)
    return opened.close(await context.forward(opened.call))
  }

  /** Runs a call of the notified level immediately, with a notice. A ban that isolates this node needs approval. */
  async #doAndNotify(call: PageCall): Promise<string> {
    const prepareNotice = findNotifiedAction(call.name)
    const signals = [this.#closed.signal, call.options.signal].filter((each) => each !== undefined)
    await this.#actions.admit(call.name, rateLimitFor(call.name), AbortSignal.any(signals))
    const context = await this.#contextFor(call)
    if (this.#endsPrivacy(call, context)) return this.#ask(context, call, undefined)
    const outcome = await this.#bans.pass(call, context, async () => {
      const opened = this.#sealing.open(call, context.chain?.id)
      const action = await prepareNotice(opened.call, context)
      const result = await context.forward(opened.call)
      const notice = await action.notice(result)
      if (notice !== undefined) this.#surface.notify({ chain: context.chainText, ...notice })
      return opened.close(result)
    })
    return typeof outcome === 'string' ? outcome : this.#ask(context, call, outcome.because)
  }

  /** Level `ask`: runs the call if the user approves. */
  async #ask(context: ConsentContext, call: PageCall, because: Reason | undefined): Promise<string> {
    const kind = questionKind(call.name)
    this.#admit(kind)
    const release = this.#occupy()
    try {
      const opened = this.#sealing.open(call, context.chain?.id)
      const ends: readonly Reason[] = this.#endsPrivacy(call, context) ? ['private.because'] : []
      const plan = await buildConsentPlan(opened.call, context, because === undefined ? ends : [because, ...ends])
      if (plan.settled) {
        release()
        return opened.close(await plan.act())
      }
      const sent = this.#isPrivate(context) ? await plan.unasked?.() : undefined
      if (sent !== undefined) {
        release()
        return opened.close(sent)
      }
      const answer = await this.#putQuestion(plan, kind, context)
      const isDecided = plan.discloses !== true
      if (isDecided) release()
      if (isDecided) this.#questions.agreed(kind)
      const result = await plan.act(answer)
      // A refused further question adds to the earlier refusals, so that the approval of the first clears none.
      if (!isDecided) this.#questions.agreed(kind)
      return opened.close(result)
    } finally {
      release()
    }
  }

  #isPrivate({ chain }: ConsentContext): boolean {
    return chain !== undefined && this.#chainManager.paysWithoutQuestion(chain.id)
  }

  /**
   * Returns true if the call would let peers into the private sandbox: its data could then leave, and its payments
   * would need approval.
   */
  #endsPrivacy(call: PageCall, context: ConsentContext): boolean {
    return letsPeersIn(call) && this.#isPrivate(context)
  }

  /** Rejects calls that cannot be asked about now. Cheap, so it runs before the parameters are parsed. */
  #admit(kind: string): void {
    this.#questions.check(kind)
    if (this.#asking) throw rpcError('Another question is waiting for an answer')
  }

  /** Allows one prompt at a time. Returns the function that admits the next one. */
  #occupy(): () => void {
    this.#asking = true
    let held = true
    return () => {
      if (held) this.#asking = false
      held = false
    }
  }

  /** @throws RpcError unless the user approves */
  async #putQuestion(
    plan: Pick<PromptPlan, 'question'>,
    kind: string,
    { chain, signal }: Pick<ConsentContext, 'chain' | 'signal'>,
  ): Promise<Agreed> {
    const questions = this.#questions
    if (signal.aborted) throw rpcError(GONE)
    const question = { ...plan.question, kind, ...(questions.shouldOfferClosing() && { offerClosing: true as const }) }
    questions.opened()
    const answer = await this.#surface.ask(question, signal, chain).catch((error: unknown) => {
      // A prompt that the page withdraws counts as refused.
      questions.refused(kind)
      throw signal.aborted ? rpcError(GONE) : error
    })
    if (!answer.agreed) {
      if (answer.change === true && plan.question.offerChange === true) {
        questions.corrected(kind)
        throw rpcError(`${CORRECTING}. ${NOTHING_DONE}`)
      }
      questions.refused(kind)
      if (answer.close === true) this.#options.closePage()
      throw rpcError(`${DECLINED}. ${NOTHING_DONE}`)
    }
    if (signal.aborted) throw rpcError(GONE)
    return answer
  }

  /**
   * Returns the context of a call: a lease on one node for the duration of the call, and a client for it.
   * @param named whether the name of the chain will be shown
   */
  async #contextFor(call: PageCall, named = true): Promise<ConsentContext> {
    const chainManager = this.#chainManager
    const chain = isAboutChains(call) ? undefined : await chainManager.lease()
    const signals = [this.#closed.signal, chain?.node.gone, call.options.signal].filter((each) => each !== undefined)
    const signal = AbortSignal.any(signals)
    const node = chain?.node ?? chainManager
    const language = this.#options.language()
    const t = appText(language)
    return {
      ...{ chainManager, surface: this.#surface, options: this.#options, chain, signal, language, t },
      client: createRpcClient((method, params, given) => node.call(method, params, { ...given, signal })),
      unaskedClient: createRpcClient((method, params) => node.call(method, params, { signal, unasked: true })),
      askAgain: (question) => this.#putQuestion({ question }, questionKind(call.name), { chain, signal }),
      isBuilt: (hex) => chain !== undefined && this.#sealing.isBuilt(chain.id, hex),
      forward: ({ name, values, options }) => node.call(name, stringifyJson(values), { ...options, signal }),
      chainText: chain === undefined || !named ? null : await nameOfChain(chainManager, chain, t),
    }
  }
}
