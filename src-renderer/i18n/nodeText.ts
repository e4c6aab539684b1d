import {
  type Phrase,
  recogniseText,
  type Sentence,
  type SentenceTexts,
  shownSentence,
} from '#shared/sentences/sentence.ts'
import plainEnglish from './plainEnglish.json'
import { i18n, shownLanguage } from './texts.ts'

/** Writes an amount that the node wrote in coins, "1000.50000000 GARDEN", in the unit of the window; see `showCoinsBy`. */
let coinText = (text: string): string => text

/** Sets how amounts of coins within sentences of the node are written. */
export const showCoinsBy = (write: (text: string) => string): void => {
  coinText = write
}

/**
 * What the node says, in the language that is shown. Like `t` it is called while rendering.
 * @param english the same as the node wrote it, for a sentence that is not known here
 */
export function nodeText(sentences: readonly Sentence[], english: string): string {
  const language = shownLanguage()
  const texts = i18n.getResourceBundle(language, 'node') as SentenceTexts | undefined
  const said = texts ? sentences.map((sentence) => shownSentence(texts, language, sentence, coinText)) : []
  return said.length === 0 || said.includes(undefined) ? english : said.join(' ')
}

/** Writes a sentence of the shared catalogue that the window itself makes. Its part is loaded with each language. */
export const sayText = (sentence: Sentence): string => nodeText([sentence], sentence.key)

type EnglishParts = Readonly<
  Record<
    'error' | 'state' | 'start' | 'chain' | 'check' | 'coin' | 'file' | 'fileState',
    Readonly<Record<string, string>>
  >
>

function sentenceOf(part: keyof EnglishParts, message: string): Sentence | undefined {
  const english = i18n.getResourceBundle('en', 'node') as EnglishParts | undefined
  return english && recogniseText(part, english[part], message)
}

function recognised(part: keyof EnglishParts, message: string): string {
  const sentence = sentenceOf(part, message)
  if (!sentence) return message
  // RPC clients rely on the node's own English; the window has plainer words. Other languages have theirs in the catalogue.
  const plain = shownLanguage() === 'en' ? shownSentence(plainEnglish, 'en', sentence, coinText) : undefined
  return plain ?? nodeText([sentence], message)
}

/** With what is wrong with the file in words, too: the value `why`. */
function withReason({ key, values }: Sentence): Sentence {
  const why = values.get('why')
  const found = typeof why === 'string' ? sentenceOf('fileState', why) : undefined
  // Its values are texts, or in turn such a reason.
  return found ? { key, values: new Map(values).set('why', withReason(found) as Phrase) } : { key, values }
}

/** What is wrong with the list of chains or the address book. */
export function fileText(message: string): string {
  const sentence = sentenceOf('file', message)
  return sentence ? nodeText([withReason(sentence)], message) : message
}

const nodeErrorAlone = (message: string): string => recognised('error', message)

/** A message of an error, in the language that is shown where it is one that people meet; else as it is. */
export function nodeError(message: string): string {
  for (const read of [nodeErrorAlone, fileText, startText, nodeState]) {
    const text = read(message)
    if (text !== message) return text
  }
  return message
}

/** What a node does while it starts, why it could not, and what it warns of since then. */
export function startText(message: string): string {
  const text = recognised('start', message)
  if (text !== message) return text
  // What was found out about a port, and what helps.
  const end = message.indexOf('. ') + 1
  return end === 0 ? checkText(message) : `${checkText(message.slice(0, end))} ${checkText(message.slice(end + 1))}`
}

/** What `getsyncstate` says in `detail`, in the language that is shown where it is known. */
export const nodeState = (detail: string): string => recognised('state', detail)

/** A warning about a chain before it is created or joined. */
export const chainWarning = (message: string): string => recognised('chain', message)

/** What a condition of the faucet, or a check before a chain starts, has found. */
export const checkText = (message: string): string => recognised('check', message)

/** Why a coin of the wallet cannot be spent now. */
export const coinReason = (reason: string): string => recognised('coin', reason)
