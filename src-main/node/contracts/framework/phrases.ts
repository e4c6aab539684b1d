import { figuresIn } from '#shared/figures.ts'
import { type Phrase, type SentenceKey, say } from '#shared/sentences/sentence.ts'
import { findScriptAddress, p2pkScript } from '../../script/index.ts'
import { displayText } from './displayText.ts'

const UNITS = [
  [86_400n, 'phrase.days'],
  [3_600n, 'phrase.hours'],
  [60n, 'phrase.minutes'],
] as const

const MAX_SECONDS = 10n ** 12n

/** Formats a number with thousands separators; the count also selects the plural form. */
const counted = (key: SentenceKey, count: bigint): Phrase => say(key, { count: figuresIn('en').whole(count) })

/** Formats a duration in the largest unit that divides it: `30 days`, `36 hours`. */
export function durationPhrase(seconds: bigint): Phrase {
  if (seconds > MAX_SECONDS) return say('phrase.endless')
  for (const [length, key] of UNITS) {
    if (seconds >= length && seconds % length === 0n) return counted(key, seconds / length)
  }
  return counted('phrase.seconds', seconds)
}

export const paymentsPhrase = (count: bigint): Phrase => counted('phrase.payments', count)

/** Formats a key for users: as its address. */
export function keyPhrase(key: Uint8Array | undefined): string | Phrase {
  const address = key?.length ? findScriptAddress(p2pkScript(key), { cc: true }) : undefined
  return address ?? say('phrase.noKey')
}

/** Formats an untrusted name for display. */
export function namePhrase(name: Uint8Array): string | Phrase {
  return displayText(name) || say('phrase.noName')
}
