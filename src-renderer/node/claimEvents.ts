import type { NodeEvent } from '#shared/events.ts'
import type { MethodResult } from '#shared/rpc/index.ts'

type Claim = MethodResult<'getfaucetclaim'>
type ClaimEvent = Extract<NodeEvent, { readonly type: 'faucet' }>

/**
 * Returns the known state of a search, updated by an event, so that four events per second cost no calls. Returns
 * undefined if the event is about another search or the end of this one; the caller must then fetch the state.
 */
export function advanceClaim(known: Claim | undefined, { claim }: ClaimEvent): Claim | undefined {
  const same = known !== undefined && known.id === claim.id && known.state === claim.state
  if (!same || claim.state !== 'searching') return undefined
  const { attempts, rate, elapsed, probability } = claim
  return { ...known, attempts, rate, elapsed, probability }
}
