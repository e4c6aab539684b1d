import type { TransactionStory } from '../../../parts/transaction/describe.ts'
import type { TokenRequest } from '../draft.ts'

/** Why the built transaction is not what was asked for; undefined when it is. A mismatch must never be confirmed. */
export function createMismatch(story: TransactionStory, request: TokenRequest, ownKey: string): string | undefined {
  const { token } = story
  if (token?.kind !== 'create') return 'It does not create a token.'
  if (token.creator !== ownKey) return 'It names another creator.'
  if (token.name !== request.name) return 'It carries another name.'
  if (token.description !== request.description) return 'It carries another description.'
  if ((token.data ?? '') !== (request.data ?? '')) return 'It carries other data.'
  const units = story.outputs
    .filter((output) => output.kind === 'units')
    .reduce((sum, output) => sum + output.satoshis, 0n)
  return units === request.units ? undefined : 'It makes another number of units.'
}

export interface Move {
  readonly tokenid: string
  readonly receiver: string
  readonly units: bigint
}

export function moveMismatch(story: TransactionStory, move: Move): string | undefined {
  const { token } = story
  if (token?.kind !== 'transfer') return 'It does not move a token.'
  if (token.tokenid !== move.tokenid) return 'It moves another token.'
  if (token.receivers.length !== 1 || token.receivers[0] !== move.receiver) return 'It names another receiver.'
  return story.outputs[0]?.satoshis === move.units ? undefined : 'It moves another number of units.'
}
