import {
  type Phrase,
  recogniseText,
  type Sentence,
  type SentenceTexts,
  shownSentence,
} from '#shared/sentences/sentence.ts'
import plainEnglish from './plainEnglish.json'
import { i18n, shownLanguage } from './texts.ts'

/**
 * Converts an amount that the node formatted in coins, such as "1000.50000000 GARDEN", to the window's unit; see
 * `showCoinsBy`.
 */
let coinText = (text: string): string => text

/** Sets the function that formats amounts of coins within sentences of the node. */
export const showCoinsBy = (write: (text: string) => string): void => {
  coinText = write
}

/**
 * Translates sentences of the node into the current language. Like `t`, call it while rendering.
 * @param english the node's own text, returned if a sentence is unknown
 */
export function nodeText(sentences: readonly Sentence[], english: string): string {
  const language = shownLanguage()
  const texts = i18n.getResourceBundle(language, 'node') as SentenceTexts | undefined
  const said = texts ? sentences.map((sentence) => shownSentence(texts, language, sentence, coinText)) : []
  return said.length === 0 || said.includes(undefined) ? english : said.join(' ')
}

/**
 * Translates a sentence of the shared catalogue that the window itself created. Its part is loaded with every language.
 */
export const sayText = (sentence: Sentence): string => nodeText([sentence], sentence.key)

type EnglishParts = Readonly<
  Record<
    'error' | 'state' | 'start' | 'chain' | 'check' | 'coin' | 'file' | 'fileState' | 'moveIn' | 'oldWallet',
    Readonly<Record<string, string>>
  >
>

function recogniseSentence(part: keyof EnglishParts, message: string): Sentence | undefined {
  const english = i18n.getResourceBundle('en', 'node') as EnglishParts | undefined
  return english && recogniseText(part, english[part], message)
}

function recognised(part: keyof EnglishParts, message: string): string {
  const sentence = recogniseSentence(part, message)
  if (!sentence) return message
  // RPC clients rely on the node's own English texts; the window has plainer ones. Other languages need no second text.
  const plain = shownLanguage() === 'en' ? shownSentence(plainEnglish, 'en', sentence, coinText) : undefined
  return plain ?? nodeText([sentence], message)
}

/** Translates the value `why`, the reason in a text about a file, as well. */
function withReason({ key, values }: Sentence): Sentence {
  const why = values.get('why')
  const found = typeof why === 'string' ? recogniseSentence('fileState', why) : undefined
  // Values are texts, or nested reasons of this type.
  return found ? { key, values: new Map(values).set('why', withReason(found) as Phrase) } : { key, values }
}

/** Translates a message about the list of chains or the address book; an unknown message is returned unchanged. */
export function fileText(message: string): string {
  const sentence = recogniseSentence('file', message)
  return sentence ? nodeText([withReason(sentence)], message) : message
}

const nodeErrorAlone = (message: string): string => recognised('error', message)

const moveInSentence = (message: string): string => recognised('moveIn', message)
const oldWalletSentence = (message: string): string => recognised('oldWallet', message)

/** Translates an error message; an unknown message is returned unchanged. */
export function nodeError(message: string): string {
  for (const read of [
    nodeErrorAlone,
    fileText,
    startText,
    nodeState,
    chainWarning,
    moveInSentence,
    oldWalletSentence,
  ]) {
    const text = read(message)
    if (text !== message) return text
  }
  return message
}

/** Translates start-up progress, start failures and later warnings of a node. */
export function startText(message: string): string {
  const text = recognised('start', message)
  if (text !== message) return text
  // A message about a port has two sentences: the problem and the advice.
  const end = message.indexOf('. ') + 1
  return end === 0 ? checkText(message) : `${checkText(message.slice(0, end))} ${checkText(message.slice(end + 1))}`
}

/** Translates `detail` of `getsyncstate`; an unknown text is returned unchanged. */
export const nodeState = (detail: string): string => recognised('state', detail)

/** Translates a warning about a chain that is about to be created or joined. */
export const chainWarning = (message: string): string => recognised('chain', message)

/** Translates the result of a faucet condition or of a check before a chain starts. */
export const checkText = (message: string): string => recognised('check', message)

/** Translates the reason why a coin of the wallet cannot be spent now. */
export const coinReason = (reason: string): string => recognised('coin', reason)
