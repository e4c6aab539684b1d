/** Checks the shape of protocol texts. A shape does not verify a checksum or existence, which only the node can. */

/** Characters of base58, for a character class of a regular expression. */
export const BASE58_CLASS = '1-9A-HJ-NP-Za-km-z'

const ADDRESS = new RegExp(`^[${BASE58_CLASS}]{26,35}$`)
const HASH = /^[0-9a-f]{64}$/
const PUBKEY = /^(0[23][0-9a-f]{64}|04[0-9a-f]{128})$/i

/** Returns true for 26 to 35 base58 characters: an address is 25 bytes in base58check. */
export const isAddressShaped = (text: string): boolean => ADDRESS.test(text)

/** Returns true for a transaction id or block hash in display order, lower case. */
export const isHashShaped = (text: string): boolean => HASH.test(text)

/** Returns true for a public key in hex, compressed or not. */
export const isPubKeyShaped = (text: string): boolean => PUBKEY.test(text)

/** Returns true for an address or a public key: both identify a payee. */
export const isAddressOrKeyShaped = (text: string): boolean => isAddressShaped(text) || isPubKeyShaped(text)
