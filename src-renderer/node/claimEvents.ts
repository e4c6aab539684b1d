import type { NodeEvent } from '#shared/events.ts'
import type { MethodResult } from '#shared/rpc/index.ts'

type Claim = MethodResult<'getfaucetclaim'>
type ClaimEvent = Extract<NodeEvent, { readonly type: 'faucet' }>

/**
 * The known state of the search advanced by an event, so that four events a second cost no calls. Undefined if the
 * event is about another search or its end: then the state must be fetched.
 */
export function advanceClaim(known: Claim | undefined, { claim }: ClaimEvent): Claim | undefined {
  const same = known !== undefined && known.id === claim.id && known.state === claim.state
  if (!same || claim.state !== 'searching') return undefined
  const { attempts, rate, elapsed, probability } = claim
  return { ...known, attempts, rate, elapsed, probability }
}
