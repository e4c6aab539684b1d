/** Parses typed addresses and public keys, separated by line breaks, spaces, commas or semicolons. */
import type { Contact } from './contacts.ts'

const KEY = /^0[0-9a-f]{65}$/i

export function parseAddressList(text: string): {
  readonly addresses: readonly string[]
  readonly pubkeys: readonly string[]
} {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '')
  return {
    addresses: words.filter((word) => !KEY.test(word)),
    pubkeys: words.filter((word) => KEY.test(word)).map((key) => key.toLowerCase()),
  }
}

export const placesText = ({ addresses, pubkeys }: Pick<Contact, 'addresses' | 'pubkeys'>): string =>
  [...addresses, ...pubkeys.map(({ pubkey }) => pubkey)].join('\n')
