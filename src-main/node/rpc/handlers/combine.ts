/**
 * Puts the handlers of many creators together. A tuple of creators gives the parameters that they need and the methods
 * that they answer, so that neither is written down a second time.
 */
import type { Handlers, MethodName } from '#shared/rpc/index.ts'

type Creator = (deps: never) => Partial<Handlers>
type Creators = readonly Creator[]

/** What all creators together need: each takes its part. */
export type DepsOf<C extends Creators> = {
  [At in keyof C]: (deps: Parameters<C[At]>[0]) => void
}[number] extends (deps: infer Deps) => void
  ? Deps
  : never

/** What all creators together answer. */
type HandlersOf<C extends Creators> = Pick<Handlers, NamesOf<C[number]>>

type NamesOf<C> = C extends Creator ? keyof ReturnType<C> & MethodName : never

/** Methods that two creators answer: the later one would silently win. */
type Doubled<C extends Creators, Seen = never> = C extends readonly [infer First, ...infer Rest extends Creators]
  ? (NamesOf<First> & Seen) | Doubled<Rest, Seen | NamesOf<First>>
  : never

/** Does not compile for creators of which two answer the same method; the error names it. */
export function combineHandlers<const C extends Creators>(
  creators: [Doubled<C>] extends [never] ? C : { readonly 'answered twice': Doubled<C> },
): (deps: DepsOf<C>) => HandlersOf<C> {
  const all = creators as readonly ((deps: DepsOf<C>) => Partial<Handlers>)[]
  return (deps) => Object.assign({}, ...all.map((create) => create(deps))) as HandlersOf<C>
}
