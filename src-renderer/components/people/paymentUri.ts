import { readTypedAmount, ungroupedAmount } from '#shared/figures.ts'
import { isAddressShaped, isPubKeyShaped } from '#shared/protocol/shapes.ts'

/** What a payment link asks for. Texts are untrusted. */
export interface PaymentUri {
  readonly address: string
  /** as it is typed; empty: the payer decides */
  readonly amount: string
  /** who is paid */
  readonly label: string
  /** what it is for */
  readonly message: string
  /** public key that tokens are sent to; `undefined` if the link has none */
  readonly key: string | undefined
}

/** Longer texts are no part of a payment. */
export const MOST_PAYMENT_TEXT = 1000

/** Reads a link such as `coin:R…?amount=1.5&label=Bob&message=rent` (BIP21); undefined: the text is none. */
export function readPaymentUri(text: string): PaymentUri | undefined {
  const [, address = '', query = ''] =
    /^[a-z][a-z0-9+.-]{0,30}:(?:\/\/)?([A-Za-z0-9]{20,60})(?:\?(.*))?$/i.exec(text.trim()) ?? []
  if (!isAddressShaped(address)) return undefined
  const params = new URLSearchParams(query)
  const of = (name: string) => (params.get(name) ?? '').slice(0, MOST_PAYMENT_TEXT)
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
  /** name of the chain, which names the scheme */
  readonly coin: string
  readonly address: string
  /** satoshis; 0: the payer decides */
  readonly amount: bigint
  readonly label: string
  readonly message: string
  /** public key for tokens, in hex; empty: none */
  readonly key: string
}

/** The link that `readPaymentUri` reads (BIP21). */
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
