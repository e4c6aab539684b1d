import { RPC_ERROR, RpcError } from '#shared/errors.ts'

/** Returns the error for a call that needs unpublished data. @param reason why it is not published */
export const unanswered = (what: string, reason?: string) => {
  const why = reason === undefined ? '' : ` (${reason})`
  return new RpcError(RPC_ERROR.METHOD_NOT_FOUND, `${what} is not answered from the published tables${why}: ask a node`)
}

/**
 * Returns a part of a node with only some of its members. Reading any other member throws, so that no reply is based on
 * missing data.
 */
export function only<Part extends object>(name: string, members: Partial<Part>): Part {
  return new Proxy(members, {
    get(target, member) {
      if (member in target || typeof member === 'symbol') return Reflect.get(target, member) as unknown
      throw unanswered(`${name}.${member}`)
    },
  }) as Part
}
