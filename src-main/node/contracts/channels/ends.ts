import { knownConditionKey, knownKey, writtenOver } from '../framework/rawKey.ts'
import type { DecodedChannelData } from './codec.ts'
import { CHANNELS_PUBLIC_KEY } from './keys.ts'
import { fundScript, markerScript, payeeAddress, tokenKeyScript } from './scripts.ts'

/** Marker and payment targets of one end of a channel. */
export interface ChannelEnd {
  readonly marker: Uint8Array
  /** undefined if the bytes are not a key, which have no address */
  readonly address: string | undefined
  /** script that holds its tokens */
  readonly tokens: Uint8Array
}

export interface ChannelEnds {
  /** script of the channel's coins */
  readonly fund: Uint8Array
  readonly source: ChannelEnd
  readonly destination: ChannelEnd
}

const EMPTY_BYTES = new Uint8Array(0)

/**
 * Returns the two ends of a channel as the rules read them. The opening's key bytes overwrite those of the validated
 * transaction; bytes missing in the opening keep the latter's values. They need not be valid keys. Returns undefined if
 * the merged bytes cannot form a condition.
 */
export function findChannelEnds(step: DecodedChannelData, opening: DecodedChannelData): ChannelEnds | undefined {
  const known = (end: 'source' | 'destination') =>
    writtenOver(writtenOver(EMPTY_BYTES, step.written[end]), opening.written[end])
  const [source, destination] = [known('source'), known('destination')]
  const [payer, payee] = [knownConditionKey(source), knownConditionKey(destination)]
  if (payer === undefined || payee === undefined) return undefined
  return { fund: fundScript(payer, payee), source: buildEnd(source, payer), destination: buildEnd(destination, payee) }
}

/** Builds one end. If the bytes are not a key, the marker is that of the contract's key, as in the reference. */
function buildEnd(known: Uint8Array, held: Uint8Array): ChannelEnd {
  const key = knownKey(known)
  const none = key.length === 0
  return {
    marker: markerScript(none ? CHANNELS_PUBLIC_KEY : held),
    address: none ? undefined : payeeAddress(key),
    tokens: tokenKeyScript(held),
  }
}
