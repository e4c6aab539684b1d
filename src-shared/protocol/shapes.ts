/** What texts of the protocol look like. A shape says nothing of a checksum or of what exists: the node knows that. */

/** The characters of base58, for a character class of a regular expression. */
export const BASE58_CLASS = '1-9A-HJ-NP-Za-km-z'

const ADDRESS = new RegExp(`^[${BASE58_CLASS}]{26,35}$`)
const HASH = /^[0-9a-f]{64}$/
const PUBKEY = /^(0[23][0-9a-f]{64}|04[0-9a-f]{128})$/i

/** An address is 25 bytes in base58check: 26 to 35 characters. */
export const isAddressShaped = (text: string): boolean => ADDRESS.test(text)

/** A transaction id or block hash in display order, lower case. */
export const isHashShaped = (text: string): boolean => HASH.test(text)

/** A public key in hex, compressed or not. */
export const isPubKeyShaped = (text: string): boolean => PUBKEY.test(text)

/** An address or a public key: both say who is paid. */
export const isAddressOrKeyShaped = (text: string): boolean => isAddressShaped(text) || isPubKeyShaped(text)
