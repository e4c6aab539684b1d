import { readShareText } from '#shared/chains/shareText.ts'
import { BASE58_CLASS } from '#shared/protocol/shapes.ts'

/** Options of somebody's own node that give away who may command it. */
const SECRET_OPTION = /pass|auth|privkey|phrase/
/** A private key or an extended one, as they are written; what is all hexadecimal is an id, a public key or a script. */
const KEY = new RegExp(`(?<![${BASE58_CLASS}])(?![0-9a-fA-F]+(?![0-9A-Za-z]))[${BASE58_CLASS}]{51,}`)
/** The shortest recovery phrase, however its words are set apart. */
const PHRASE = /(?:(?<![\w-])[a-z]{3,8}(?![\w=-])[\s,.;]*){12}/

/**
 * What may be kept of a text that somebody pasted to describe a chain. Such a text may be the whole command line of a node, or
 * the wrong thing altogether: where a password, a key or a phrase may be in it, only the words about the chain stay.
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
