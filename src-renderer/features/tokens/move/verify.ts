import type { Explanation } from '#shared/rpc/index.ts'
import { isOurs } from '../../../parts/transaction/describe.ts'
import type { TokenRequest } from '../draft.ts'

/** Why the built transaction is not what was asked for; undefined when it is. A mismatch must never be confirmed. */
export function createMismatch(told: Explanation, request: TokenRequest, ownKey: string): string | undefined {
  const [token, ...others] = told.tokens
  if (told.action !== 'token-create' || !token?.created || others.length > 0) return 'It does not create a token.'
  const { creator, description, data, supply } = token.created
  if (creator !== ownKey) return 'It names another creator.'
  if (token.name !== request.name) return 'It carries another name.'
  if (description !== request.description) return 'It carries another description.'
  if ((data ?? '') !== (request.data ?? '')) return 'It carries other data.'
  if (token.moves.some(({ pubkey }) => pubkey !== ownKey)) return 'It gives units to somebody else.'
  return supply === request.units ? undefined : 'It makes another number of units.'
}

export interface Move {
  readonly tokenid: string
  readonly receiver: string
  readonly units: bigint
}

export function moveMismatch(told: Explanation, move: Move): string | undefined {
  const [token, ...others] = told.tokens
  if ((told.action !== 'token-transfer' && told.action !== 'token-burn') || !token || others.length > 0) {
    return 'It does not move a token.'
  }
  if (token.tokenid !== move.tokenid) return 'It moves another token.'
  const [sent, ...rest] = token.moves
  if (sent?.pubkey !== move.receiver) return 'It names another receiver.'
  if (rest.some((output) => !isOurs(output))) return 'It also gives units to somebody else.'
  return sent.units === move.units ? undefined : 'It moves another number of units.'
}
