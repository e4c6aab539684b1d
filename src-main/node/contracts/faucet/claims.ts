import { BuildError } from '../../transactions/index.ts'
import {
  beginSearch,
  CLAIM_REFUSED,
  type ClaimState,
  createClaimState,
  currentClaim,
  endSearch,
} from './claimSearch.ts'
import type { Claim, ClaimDeps, Claims } from './claimTypes.ts'

/** The one claim of a node: started, watched, checked again whenever chain or mempool changed, and ended. */
export function createClaims(deps: ClaimDeps): Claims {
  const state = createClaimState(deps)
  const cancel = () => {
    endSearch(state, 'cancelled')
    return currentClaim(state)
  }
  return {
    current: () => currentClaim(state),
    running: () => state.run !== undefined,
    start: (pubkey) => beginSearch(state, pubkey),
    cancel,
    find: (pubkey, options) => findClaim(state, pubkey, options),
    onChange(listener) {
      state.listeners.add(listener)
      return () => void state.listeners.delete(listener)
    },
    async close() {
      cancel()
      await Promise.all(state.endings)
    },
  }
}

async function findClaim(
  state: ClaimState,
  pubkey: Uint8Array,
  { signal, limitSeconds }: Parameters<Claims['find']>[1],
): Promise<Uint8Array> {
  signal.throwIfAborted()
  const { id } = beginSearch(state, pubkey)
  const done = Promise.withResolvers<Claim>()
  const listener = (claim: Claim) => {
    if (claim.id !== id || claim.state !== 'searching') done.resolve(claim)
    else if (claim.elapsed >= limitSeconds) {
      const text = `Nothing was found in ${limitSeconds} seconds and ${claim.attempts} attempts: try again`
      endSearch(state, 'failed', { error: `${CLAIM_REFUSED}. ${text}` })
    }
  }
  const onAbort = () => {
    if (state.run?.id === id) endSearch(state, 'cancelled')
  }
  state.listeners.add(listener)
  signal.addEventListener('abort', onAbort)
  try {
    const claim = await done.promise
    signal.throwIfAborted()
    if (claim.transaction) return claim.transaction
    throw new BuildError('request', claim.error ?? `${CLAIM_REFUSED}. The search was cancelled`)
  } finally {
    state.listeners.delete(listener)
    signal.removeEventListener('abort', onAbort)
  }
}
