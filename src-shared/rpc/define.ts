/**
 * Grammar of the contract: each method is one object. Server-side parsing, handler types, the typed client, help texts,
 * the command line, console completion and the OpenRPC document are derived from it.
 */
import type { RpcError } from '../errors.ts'
import type { ChangeEvent, Progress } from '../events.ts'
import type { Encodable } from '../json.ts'
import type { AnyParam, Param } from './param.ts'
import type { Infer, Shape } from './result.ts'

/** Categories in the order of the sections in `help`. */
export const CATEGORIES = [
  'addressindex',
  'blockchain',
  'contracts',
  'control',
  'faucet',
  'mining',
  'network',
  'rawtransactions',
  'tokens',
  'util',
  'wallet',
] as const

export type Category = (typeof CATEGORIES)[number]

export interface ErrorDoc {
  readonly code: RpcError['code']
  readonly message: string
  readonly when: string
}

/** Positional parameters of an example request, mostly from the recorded chain in `e2e/vectors/regtest`. */
export interface Example<Result = unknown> {
  readonly params: readonly Encodable[]
  /** result as a handler returns it, only if it is short */
  readonly result?: Result
  readonly note?: string
}

export interface Flags {
  /** fails with `Method not found (disabled)` if the node runs without a wallet */
  readonly wallet?: true
  /** can be called while the node is still starting */
  readonly duringWarmup?: true
  /** not in the list that `help` prints, as on the reference */
  readonly hidden?: true
  /** always fails or returns an empty result, as on the reference. Listed after the others */
  readonly unsupported?: true
  /** may take long, and stops when the call's abort signal fires */
  readonly longRunning?: true
  /** does no work until an event, so it takes no slot of a server's work queue, and cannot be part of a batch */
  readonly waits?: true
  /** result that must never be stored in a history or a log */
  readonly secretResult?: true
  /** not a method of the reference */
  readonly beyondReference?: true
}

/**
 * Permission for the page of a window to call a method. RPC callers have the password and are never asked.
 * * `none`: reads, or builds something that cannot leave. Costs neither money, keys, privacy nor reach.
 * * `tell`: small and reversible. Runs at once, and the app reports it outside the page.
 * * `ask`: runs only after the user approved a question that the app shows outside the page.
 * * `never`: cannot be called from a page.
 */
export type Consent =
  | { readonly consent: 'none' | 'tell' | 'never' }
  | {
      readonly consent: 'ask'
      /** what a wrong approval may cost. `reach` is who the node connects to and who can connect to it */
      readonly stake: 'money' | 'keys' | 'reach' | 'data'
    }

type MethodSpec<Name extends string, Params extends readonly AnyParam[], R extends Shape<unknown>> = MethodFacts<
  Name,
  Params,
  R
> &
  Consent

interface MethodFacts<Name extends string, Params extends readonly AnyParam[], R extends Shape<unknown>> {
  readonly name: Name
  readonly category: Category
  /**
   * Events after which an earlier result is stale, so that windows call the method again. `never` is for calls that
   * act, functions of their parameters only, and results that a page shows once or polls.
   */
  readonly changesWith: readonly [ChangeEvent, ...ChangeEvent[]] | 'never'
  /** Members of the result with a signed transaction or a list of signed transactions. A page gets handles instead. */
  readonly signed?: readonly string[]
  /** a single sentence */
  readonly summary: string
  /** further paragraphs */
  readonly description?: string
  readonly params: Params
  /** short description of the result, if its shape does not say it */
  readonly returns?: string
  readonly result: R
  readonly errors?: readonly ErrorDoc[]
  readonly examples: readonly Example<Infer<R>>[]
  readonly flags?: Flags
  /** Minimum number of parameters of a call. Default: the number of required ones. */
  readonly leastParams?: number
  /** Maximum length of all parameters together, in UTF-16 code units. Default: `MAX_PARAMS_TEXT`. */
  readonly maxText?: number
  /**
   * First line of the help, if the reference's differs from the derived one. Also the complete reply to a wrong number
   * of parameters.
   */
  readonly usage?: string
}

export type Method<
  Name extends string = string,
  Params extends readonly AnyParam[] = readonly AnyParam[],
  R extends Shape<unknown> = Shape<unknown>,
> = MethodSpec<Name, Params, R> & {
  readonly flags: Flags
  readonly errors: readonly ErrorDoc[]
  readonly leastParams: number
}

export function defineMethod<
  const Name extends string,
  const Params extends readonly AnyParam[],
  R extends Shape<unknown>,
  const Level extends Consent['consent'],
>(
  spec: MethodSpec<Name, Params, R> & { readonly consent: Level },
): Method<Name, Params, R> & { readonly consent: Level } {
  const required = spec.params.filter((param) => param.presence === 'required').length
  return { ...spec, flags: spec.flags ?? {}, errors: spec.errors ?? [], leastParams: spec.leastParams ?? required }
}

export type Transport = 'http' | 'ipc' | 'web' | 'cli'

/** Context of a call for its handler, besides the parameters. */
export interface CallContext {
  /** aborted when the caller cancels or disconnects */
  readonly signal: AbortSignal
  readonly transport: Transport
  progress?(progress: Progress): void
}

type Flat<T> = { [K in keyof T]: T[K] }

/** Parameters as handlers receive them. Every name exists, but optional ones without a default may be undefined. */
export type ParamsOf<M> =
  M extends Method<string, infer P, Shape<unknown>>
    ? { readonly [Q in P[number] as Q['name']]: Q extends Param<string, infer V, unknown> ? V : never }
    : never

/** Parameters as a typed client passes them, by name. */
export type InputOf<M> =
  M extends Method<string, infer P, Shape<unknown>>
    ? Flat<
        {
          readonly [Q in P[number] as Q['presence'] extends 'required' ? Q['name'] : never]: Q extends Param<
            string,
            unknown,
            infer I
          >
            ? I
            : never
        } & {
          readonly [Q in P[number] as Q['presence'] extends 'optional' ? Q['name'] : never]?: Q extends Param<
            string,
            unknown,
            infer I
          >
            ? I | undefined
            : never
        }
      >
    : never

export type ResultOf<M> = M extends Method<string, readonly AnyParam[], infer R> ? Infer<R> : never
