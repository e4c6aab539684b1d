import type { Explanation } from '#shared/rpc/index.ts'
import { isOurs } from '../../../components/transaction/describe.ts'
import { t } from '../../../i18n/texts.ts'
import type { TokenRequest } from '../draft.ts'

/**
 * Returns why the built transaction differs from the request, or undefined if it matches. A mismatch must never be
 * confirmed.
 */
export function createMismatch(txExplanation: Explanation, request: TokenRequest, ownKey: string): string | undefined {
  const [token, ...others] = txExplanation.tokens
  if (txExplanation.action !== 'token-create' || !token?.created || others.length > 0)
    return t('tokens:wrong.noCreation')
  const { creator, description, data, supply } = token.created
  if (creator !== ownKey) return t('tokens:wrong.creator')
  if (token.name !== request.name) return t('tokens:wrong.name')
  if (description !== request.description) return t('tokens:wrong.description')
  if ((data ?? '') !== (request.data ?? '')) return t('tokens:wrong.data')
  if (token.moves.some(({ pubkey }) => pubkey !== ownKey)) return t('tokens:wrong.givesAway')
  return supply === request.units ? undefined : t('tokens:wrong.supply')
}

export interface Move {
  readonly tokenid: string
  readonly receiver: string
  readonly units: bigint
}

export function moveMismatch(txExplanation: Explanation, move: Move): string | undefined {
  const [token, ...others] = txExplanation.tokens
  if (
    (txExplanation.action !== 'token-transfer' && txExplanation.action !== 'token-burn') ||
    !token ||
    others.length > 0
  ) {
    return t('tokens:wrong.noMove')
  }
  if (token.tokenid !== move.tokenid) return t('tokens:wrong.otherToken')
  const [sent, ...rest] = token.moves
  if (sent?.pubkey !== move.receiver) return t('tokens:wrong.recipient')
  if (rest.some((output) => !isOurs(output))) return t('tokens:wrong.alsoGives')
  return sent.units === move.units ? undefined : t('tokens:wrong.amount')
}
