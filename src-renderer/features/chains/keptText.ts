import { readShareText } from '#shared/chains/shareText.ts'
import { BASE58_CLASS } from '#shared/protocol/shapes.ts'

/** Options with credentials of a node. */
const SECRET_OPTION = /pass|auth|privkey|phrase/
/** A private key in base58, extended or not. A word of hex digits only is an id, a public key or a script. */
const KEY = new RegExp(`(?<![${BASE58_CLASS}])(?![0-9a-fA-F]+(?![0-9A-Za-z]))[${BASE58_CLASS}]{51,}`)
/** The shortest recovery phrase, however its words are set apart. */
const PHRASE = /(?:(?<![\w-])[a-z]{3,8}(?![\w=-])[\s,.;]*){12}/

/**
 * What may be stored of a pasted chain text. It may be a node's whole command line or the wrong clipboard: if it may
 * hold a password, a key or a phrase, only the words about the chain are kept.
 */
export function keptText(text: string): string {
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
