import { readShareText } from '#shared/chains/shareText.ts'
import { BASE58_CLASS } from '#shared/protocol/shapes.ts'

const SECRET_OPTION = /pass|auth|privkey|phrase/
/** Matches a private key in base58, extended or not. A word with only hex digits is an id, a public key or a script. */
const KEY = new RegExp(`(?<![${BASE58_CLASS}])(?![0-9a-fA-F]+(?![0-9A-Za-z]))[${BASE58_CLASS}]{51,}`)
/** Matches a recovery phrase of at least 12 words with any separators. */
const PHRASE = /(?:(?<![\w-])[a-z]{3,8}(?![\w=-])[\s,.;]*){12}/

/**
 * Returns the storable part of a pasted chain text, which may be a node's complete command line or unrelated clipboard
 * content. If it may contain a password, a key or a phrase, only the options and peers of the chain are kept.
 */
export function storableText(text: string): string {
  const { options, peers, ignored } = readShareText(text)
  const secret = ignored.some((name) => SECRET_OPTION.test(name)) || KEY.test(text) || PHRASE.test(text)
  if (!secret) return text
  const words = [...options, ...peers.map((peer) => `-addnode=${peer}`)]
  return words
    .filter((word) => !KEY.test(word))
    .map(quoted)
    .join(' ')
}

function quoted(word: string): string {
  const [name, ...value] = word.split('=')
  return /\s/.test(word) ? `${name}="${value.join('=')}"` : word
}
