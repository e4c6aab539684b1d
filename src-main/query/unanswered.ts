import { RPC_ERROR, RpcError } from '#shared/errors.ts'

/** What is not published cannot be answered here. */
export const unanswered = (what: string) =>
  new RpcError(RPC_ERROR.METHOD_NOT_FOUND, `${what} is not answered from the published tables: ask a node`)

/**
 * A part of a node of which only some members are here. The others are an error as soon as somebody asks for them, so that no
 * reply stands on what is missing.
 */
export function only<Part extends object>(name: string, members: Partial<Part>): Part {
  return new Proxy(members, {
    get(target, member) {
      if (member in target || typeof member === 'symbol') return Reflect.get(target, member) as unknown
      throw unanswered(`${name}.${member}`)
    },
  }) as Part
}
