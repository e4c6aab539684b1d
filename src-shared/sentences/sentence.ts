/**
 * Messages of the node for users, as data: the key of a text, with its numbers and names. The node adds the English
 * text (`english.ts`), and a window shows the text in its own language. The texts are in `en.json`, `de.json`,
 * `es.json`.
 */
import { figuresIn } from '../figures.ts'
import type { Language } from '../languages.ts'
import type en from './en.json'

type WithoutForm<K extends string> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K
/** Key in a catalogue: "tokens.burns" for { tokens: { burns_one, burns_other } } */
export type TextKeyOf<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutForm<K> : `${K}.${TextKeyOf<T[K]>}`
}[keyof T & string]

/** Key of a text in the catalogue, without its plural form. */
export type SentenceKey = TextKeyOf<typeof en>

/** A part of a sentence that is translated too, such as "5 units". */
export interface Phrase {
  /** a `SentenceKey`; from a newer node possibly an unknown one */
  readonly key: string
  /** values by placeholder name. `count`, a number with or without commas, selects the plural form */
  readonly values: ReadonlyMap<string, string>
}

export interface Sentence {
  readonly key: string
  readonly values: ReadonlyMap<string, string | Phrase>
}

/** Texts of one language: a JSON file in this folder. */
export interface SentenceTexts {
  readonly [part: string]: string | SentenceTexts
}

/** Returns a sentence, or a phrase if all of its values are texts. */
export function say<Value extends string | Phrase = string>(
  key: SentenceKey,
  values: Readonly<Record<string, Value>> = {},
): { readonly key: string; readonly values: ReadonlyMap<string, Value> } {
  return { key, values: new Map(Object.entries(values)) }
}

/** Warnings that are expected for such a transaction and do not indicate a problem. */
const CAUTIONS: ReadonlySet<string> = new Set<SentenceKey>(['heir.sharing', 'channels.sharing'])

export const isCaution = ({ key }: Pick<Sentence, 'key'>): boolean => CAUTIONS.has(key)

/** Own properties only: a key from outside must not find inherited properties. */
function textAt(texts: SentenceTexts, key: string): string | undefined {
  let at: string | SentenceTexts | undefined = texts
  for (const name of key.split('.')) {
    if (typeof at !== 'object' || !Object.hasOwn(at, name)) return undefined
    at = at[name]
  }
  return typeof at === 'string' ? at : undefined
}

function selectPluralForm(count: string, language: string): Intl.LDMLPluralRule {
  return new Intl.PluralRules(language).select(Number(count.replaceAll(',', '')))
}

/** Formats the value of a placeholder. */
export type ShowValue = (name: string, value: string) => string

/**
 * Returns the text of a sentence in one language, or undefined if the language lacks this key or a value is missing.
 * Values are inserted in a single pass, so that a value that resembles a placeholder stays unchanged.
 * @param language a BCP 47 tag
 * @param show default: values unchanged
 */
export function sentenceText(
  texts: SentenceTexts,
  language: string,
  { key, values }: Sentence | Phrase,
  show: ShowValue = (_, value) => value,
): string | undefined {
  const count = values.get('count')
  const plural = typeof count === 'string' ? textAt(texts, `${key}_${selectPluralForm(count, language)}`) : undefined
  const text = plural ?? textAt(texts, key)
  if (text === undefined) return undefined
  let complete = true
  const filled = text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values.get(name)
    if (value === undefined) complete = false
    if (typeof value !== 'object') return show(name, value ?? '')
    const filling = sentenceText(texts, language, value, show)
    complete &&= filling !== undefined
    return filling ?? ''
  })
  return complete ? filled : undefined
}

/** Placeholders of numbers. Names, keys and ports may resemble numbers and stay unchanged. */
const FIGURES: ReadonlySet<string> = new Set([
  ...['count', 'coins', 'amount', 'price', 'least', 'min', 'max', 'each', 'share', 'cost', 'payout', 'odds', 'needed'],
  ...['height', 'headers', 'block', 'blocks', 'seconds', 'minutes', 'days', 'years', 'of', 'rate'],
])

/**
 * Returns the text for users: numbers, which the node writes for programs, are formatted like those in the window and
 * in the app's questions.
 */
export function shownSentence(
  texts: SentenceTexts,
  language: Language,
  sentence: Sentence,
  /** formats a number that may be an amount of coins, before its digits are grouped */
  coinText: (value: string) => string = (value) => value,
): string | undefined {
  const { regroup } = figuresIn(language)
  return sentenceText(texts, language, sentence, (name, value) =>
    FIGURES.has(name) ? regroup(coinText(value)) : value,
  )
}

/**
 * Finds the sentence of a text that exists only in English: RPC errors, whose texts are the reference's, and states of
 * the node.
 * @param english the English texts of one part of the catalogue
 * @param part the part's name
 */
export function recogniseText(
  part: string,
  english: Readonly<Record<string, string>>,
  message: string,
): Sentence | undefined {
  for (const [name, text] of Object.entries(english)) {
    const names: string[] = []
    const pattern = text.replace(/\{\{(\w+)\}\}|[.*+?^${}()|[\]\\]/g, (found: string, place: string | undefined) => {
      if (place === undefined) return `\\${found}`
      names.push(place)
      return '(.+)'
    })
    const match = new RegExp(`^${pattern}$`, 's').exec(message)
    if (match === null) continue
    const values = new Map(names.map((each, at) => [each, match[at + 1] ?? '']))
    return { key: `${part}.${name.replace(/_(?:one|other)$/, '')}`, values }
  }
  return undefined
}
