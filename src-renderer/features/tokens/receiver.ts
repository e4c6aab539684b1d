import { BURN_KEY } from '#shared/protocol/moduleRules.ts'
import { isAddressShaped } from '#shared/protocol/shapes.ts'

export interface ReceiverCheck {
  readonly error?: string
  readonly note?: string
}

/** Validates a destination without asking the node. */
export function checkReceiver(text: string, ownKey: string | undefined): ReceiverCheck {
  const key = text.trim().toLowerCase()
  if (key === '') return { error: 'Enter a public key.' }
  if (isAddressShaped(text.trim()) && text.trim().startsWith('R')) {
    return { error: 'This is an address. Tokens go to a public key: ask the receiver for it (66 hex digits).' }
  }
  if (!/^[0-9a-f]*$/.test(key)) return { error: 'A public key has only the digits 0–9 and a–f.' }
  if (key.length !== 66) return { error: `A public key has 66 digits; this has ${key.length}.` }
  if (!key.startsWith('02') && !key.startsWith('03')) return { error: 'A public key starts with 02 or 03.' }
  if (key === BURN_KEY) return { error: 'Units sent to this key are destroyed. Use “Burn” for that.' }
  if (key === ownKey?.toLowerCase())
    return { note: 'This is your own key: the units stay yours, only the fee is spent.' }
  return {}
}

/** Whole units between 1 and what is there. */
export function checkUnits(text: string, available: bigint): { readonly error?: string; readonly units?: bigint } {
  const trimmed = text.trim().replaceAll(',', '')
  if (trimmed === '') return { error: 'How many?' }
  if (!/^\d{1,18}$/.test(trimmed)) return { error: 'A whole number of units.' }
  const units = BigInt(trimmed)
  if (units === 0n) return { error: 'At least one.' }
  if (units > available) return { error: 'More than you have.' }
  return { units }
}
