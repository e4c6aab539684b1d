import { knownConditionKey, knownKey, writtenOver } from '../framework/rawKey.ts'
import type { ChannelRead } from './codec.ts'
import { CHANNELS_PUBLIC_KEY } from './keys.ts'
import { fundScript, markerScript, payeeAddress, tokenKeyScript } from './scripts.ts'

/** Where one end of a channel is marked and paid. */
export interface ChannelEnd {
  readonly marker: Uint8Array
  /** undefined: it is no key, and has no address */
  readonly address: string | undefined
  /** where it holds tokens */
  readonly tokens: Uint8Array
}

export interface ChannelEnds {
  /** script of the channel's coins */
  readonly fund: Uint8Array
  readonly source: ChannelEnd
  readonly destination: ChannelEnd
}

const NOTHING = new Uint8Array(0)

/**
 * Who has a channel, as the rules read it: the opening's keys are read over those of the transaction that is judged, so that what
 * the opening does not say stays as that one says it. They need not be keys. Undefined: neither says all that a condition holds.
 */
export function endsOf(step: ChannelRead, opening: ChannelRead): ChannelEnds | undefined {
  const known = (end: 'source' | 'destination') =>
    writtenOver(writtenOver(NOTHING, step.written[end]), opening.written[end])
  const [source, destination] = [known('source'), known('destination')]
  const [payer, payee] = [knownConditionKey(source), knownConditionKey(destination)]
  if (payer === undefined || payee === undefined) return undefined
  return { fund: fundScript(payer, payee), source: endOf(source, payer), destination: endOf(destination, payee) }
}

/** The mark of what is no key is that of the module's key, as in the reference. */
function endOf(known: Uint8Array, held: Uint8Array): ChannelEnd {
  const key = knownKey(known)
  const none = key.length === 0
  return {
    marker: markerScript(none ? CHANNELS_PUBLIC_KEY : held),
    address: none ? undefined : payeeAddress(key),
    tokens: tokenKeyScript(held),
  }
}
