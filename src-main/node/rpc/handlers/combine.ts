/**
 * Combines the handlers of several creators. Dependencies and methods are derived from the tuple of creators, so that
 * neither is declared twice.
 */
import type { Handlers, MethodName } from '#shared/rpc/index.ts'

type Creator = (deps: never) => Partial<Handlers>
type Creators = readonly Creator[]

/** Dependencies of all creators together. Each uses its own, or none. */
export type DepsOf<C extends Creators> = {
  [At in keyof C]: (deps: C[At] extends () => unknown ? unknown : Parameters<C[At]>[0]) => void
}[number] extends (deps: infer Deps) => void
  ? Deps
  : never

type HandlersOf<C extends Creators> = Pick<Handlers, NamesOf<C[number]>>

type NamesOf<C> = C extends Creator ? keyof ReturnType<C> & MethodName : never

/**
 * Methods that two creators have: the later one would silently replace the earlier. `Found` accumulates them, so that
 * long tuples do not cause deep recursion.
 */
type Doubled<C extends Creators, Seen = never, Found = never> = C extends readonly [
  infer First,
  ...infer Rest extends Creators,
]
  ? Doubled<Rest, Seen | NamesOf<First>, Found | (NamesOf<First> & Seen)>
  : Found

/** Combines the creators into one. Does not compile if two creators have the same method, which the error names. */
export function combineHandlers<const C extends Creators>(
  creators: [Doubled<C>] extends [never] ? C : { readonly 'answered twice': Doubled<C> },
): (deps: DepsOf<C>) => HandlersOf<C> {
  const all = creators as readonly ((deps: DepsOf<C>) => Partial<Handlers>)[]
  return (deps) => Object.assign({}, ...all.map((create) => create(deps))) as HandlersOf<C>
}
