import { readTypedAmount, ungroupedAmount } from '#shared/figures.ts'
import { isAddressShaped, isPubKeyShaped } from '#shared/protocol/shapes.ts'

/** Content of a payment link. All texts are untrusted. */
export interface PaymentUri {
  readonly address: string
  /** Amount as text; empty if the payer decides. */
  readonly amount: string
  /** Name of the payee. */
  readonly label: string
  /** Purpose of the payment. */
  readonly message: string
  /** Public key that receives tokens; `undefined` if the link contains none. */
  readonly key: string | undefined
}

/** Maximum length of each field of a payment link; longer texts are truncated. */
export const MAX_PAYMENT_TEXT_LENGTH = 1000

/**
 * Parses a link such as `coin:R…?amount=1.5&label=Bob&message=rent` (BIP21). Returns undefined if the text is not a
 * payment link.
 */
export function readPaymentUri(text: string): PaymentUri | undefined {
  const [, address = '', query = ''] =
    /^[a-z][a-z0-9+.-]{0,30}:(?:\/\/)?([A-Za-z0-9]{20,60})(?:\?(.*))?$/i.exec(text.trim()) ?? []
  if (!isAddressShaped(address)) return undefined
  const params = new URLSearchParams(query)
  const of = (name: string) => (params.get(name) ?? '').slice(0, MAX_PAYMENT_TEXT_LENGTH)
  const amount = of('amount')
  return {
    address,
    amount: readTypedAmount(amount) === undefined ? '' : amount,
    label: of('label'),
    message: of('message'),
    key: isPubKeyShaped(of('key')) ? of('key').toLowerCase() : undefined,
  }
}

export interface PaymentRequest {
  /** Name of the chain, from which the URI scheme is derived. */
  readonly coin: string
  readonly address: string
  /** Satoshis; 0 if the payer decides. */
  readonly amount: bigint
  readonly label: string
  readonly message: string
  /** Public key for tokens, in hex, or an empty text. */
  readonly key: string
}

/** Returns a payment link that `readPaymentUri` can parse (BIP21). */
export function writePaymentUri({ coin, address, amount, label, message, key }: PaymentRequest): string {
  const scheme = coin
    .toLowerCase()
    .replace(/[^a-z0-9+.-]/g, '')
    .slice(0, 30)
  const members = [
    ['amount', amount > 0n ? ungroupedAmount(amount) : ''],
    ['label', label.trim()],
    ['message', message.trim()],
    ['key', key],
  ] as const
  const query = members
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&')
  return `${/^[a-z]/.test(scheme) ? scheme : 'coin'}:${address}${query === '' ? '' : `?${query}`}`
}
