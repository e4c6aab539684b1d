/**
 * Combines the handlers of several creators. The dependencies and the methods of all of them are derived from the tuple of
 * creators, so that neither is written down a second time.
 */
import type { Handlers, MethodName } from '#shared/rpc/index.ts'

type Creator = (deps: never) => Partial<Handlers>
type Creators = readonly Creator[]

/** The dependencies of all creators together; each takes its part, or needs none. */
export type DepsOf<C extends Creators> = {
  [At in keyof C]: (deps: C[At] extends () => unknown ? unknown : Parameters<C[At]>[0]) => void
}[number] extends (deps: infer Deps) => void
  ? Deps
  : never

/** The methods of all creators together. */
type HandlersOf<C extends Creators> = Pick<Handlers, NamesOf<C[number]>>

type NamesOf<C> = C extends Creator ? keyof ReturnType<C> & MethodName : never

/** Methods of two creators: the later one would silently win. `Found` gathers them, so that long tuples are no deep recursion. */
type Doubled<C extends Creators, Seen = never, Found = never> = C extends readonly [
  infer First,
  ...infer Rest extends Creators,
]
  ? Doubled<Rest, Seen | NamesOf<First>, Found | (NamesOf<First> & Seen)>
  : Found

/** Does not compile where two creators answer the same method; the error names it. */
export function combineHandlers<const C extends Creators>(
  creators: [Doubled<C>] extends [never] ? C : { readonly 'answered twice': Doubled<C> },
): (deps: DepsOf<C>) => HandlersOf<C> {
  const all = creators as readonly ((deps: DepsOf<C>) => Partial<Handlers>)[]
  return (deps) => Object.assign({}, ...all.map((create) => create(deps))) as HandlersOf<C>
}
