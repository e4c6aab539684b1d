import { RPC_ERROR, RpcError } from '#shared/errors.ts'

/** What is not published cannot be answered here. @param reason why not */
export const unanswered = (what: string, reason?: string) => {
  const why = reason === undefined ? '' : ` (${reason})`
  return new RpcError(RPC_ERROR.METHOD_NOT_FOUND, `${what} is not answered from the published tables${why}: ask a node`)
}

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
