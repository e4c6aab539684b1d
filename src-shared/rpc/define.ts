/**
 * The contract's grammar. A method is one object; server-side parsing, the handlers' types, the typed client, help texts,
 * the command line, console completion and the OpenRPC document are all derived from it.
 */
import type { RpcError } from '../errors.ts'
import type { ChangeEvent, Progress } from '../events.ts'
import type { Encodable } from '../json.ts'
import type { AnyParam, Param } from './param.ts'
import type { Infer, Shape } from './result.ts'

/** Order of the sections in `help`. */
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

/** Positional parameters as they would stand in the request; most are of the recorded chain of `e2e/vectors/regtest`. */
export interface Example<Result = unknown> {
  readonly params: readonly Encodable[]
  /** as a handler returns it; only where it is short */
  readonly result?: Result
  readonly note?: string
}

export interface Flags {
  /** answers `Method not found (disabled)` when the node runs without a wallet */
  readonly wallet?: true
  /** answers while the node is still starting */
  readonly duringWarmup?: true
  /** left out of the list that `help` prints, as on the reference */
  readonly hidden?: true
  /** refuses whatever it is given, or answers that there is nothing, as on the reference: listed behind the others */
  readonly unsupported?: true
  /** may take long; honours the call's abort signal */
  readonly longRunning?: true
  /** the result is never kept in a history or a log */
  readonly secretResult?: true
  /** not a method of the reference */
  readonly beyondReference?: true
}

/**
 * Whether the page of a window may call a method. `none`: it reads, or builds what cannot leave, and costs neither
 * money, keys, privacy nor reach. `tell`: small and reversible; done at once, and the app reports it outside the page.
 * `ask`: only after the person agreed to a question that the app puts outside the page. `never`: not from a page at
 * all. Callers of the RPC server have its password and are not asked.
 */
export type Consent =
  | { readonly consent: 'none' | 'tell' | 'never' }
  | {
      readonly consent: 'ask'
      /** what a wrong yes may cost; `reach` is what the node contacts and who can contact it */
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
   * Events that make an earlier answer stale: windows ask again when one of them comes. `never`: calls that act, functions
   * of their parameters, and answers that a page shows once or polls.
   */
  readonly changesWith: readonly [ChangeEvent, ...ChangeEvent[]] | 'never'
  /** Members of the result that hold a signed transaction, or a list of them: a page gets handles in their place. */
  readonly signed?: readonly string[]
  /** one sentence */
  readonly summary: string
  /** further paragraphs */
  readonly description?: string
  readonly params: Params
  /** what the result is in a few words, where its shape does not say */
  readonly returns?: string
  readonly result: R
  readonly errors?: readonly ErrorDoc[]
  readonly examples: readonly Example<Infer<R>>[]
  readonly flags?: Flags
  /** Fewest parameters a call may have, where that is not the number of required ones. */
  readonly leastParams?: number
  /** Longest text of all parameters together, in UTF-16 units, where it is not `MAX_PARAMS_TEXT`. */
  readonly maxText?: number
  /** First line of the help where the reference's differs from the derived one; also its whole answer to a wrong count. */
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

/** What a handler knows of the call beside its parameters. */
export interface CallContext {
  /** aborted when the caller cancels or goes away */
  readonly signal: AbortSignal
  readonly transport: Transport
  progress?(progress: Progress): void
}

type Flat<T> = { [K in keyof T]: T[K] }

/** Parameters as handlers get them: every name is there, optional ones without a default may be undefined. */
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
