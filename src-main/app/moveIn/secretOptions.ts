/** Text shown instead of a secret. */
export const HIDDEN_VALUE = '…'

// Public keys and the size of the key pool are no secrets.
const SECRET = /pass|auth|phrase|(?<!pub)key(?!pool)|secret|wif/i

/** Returns true for options whose values let their reader spend or log in. Unknown names with such a word count. */
export const isSecretOption = (name: string): boolean => SECRET.test(name)
