/**
 * What the node says to people, as data: the key of a text, and the figures and names in it. The node writes the English text
 * beside it (`english.ts`); a window writes the text of its own language. The texts are in `en.json`, `de.json`, `es.json`.
 */
import { figuresIn } from '../figures.ts'
import type { Language } from '../languages.ts'
import type en from './en.json'

type WithoutForm<K extends string> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K
/** "tokens.burns" for { tokens: { burns_one, burns_other } } */
export type TextKeyOf<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutForm<K> : `${K}.${TextKeyOf<T[K]>}`
}[keyof T & string]

/** A text of the catalogue, whatever the form of its plural. */
export type SentenceKey = TextKeyOf<typeof en>

/** A part of a sentence that is worded too, such as "5 units". */
export interface Phrase {
  /** a `SentenceKey`; of a newer node perhaps one that is not known here */
  readonly key: string
  /** by the names of their places; `count`, a figure with or without commas, chooses the form of the plural */
  readonly values: ReadonlyMap<string, string>
}

export interface Sentence {
  readonly key: string
  readonly values: ReadonlyMap<string, string | Phrase>
}

/** The texts of one language: a JSON file of this folder. */
export interface SentenceTexts {
  readonly [part: string]: string | SentenceTexts
}

/** A sentence, or a phrase if all of its values are texts. */
export function say<Value extends string | Phrase = string>(
  key: SentenceKey,
  values: Readonly<Record<string, Value>> = {},
): { readonly key: string; readonly values: ReadonlyMap<string, Value> } {
  return { key, values: new Map(Object.entries(values)) }
}

/** Warnings of what such a transaction is meant to be: to be known, and no sign of anything wrong. */
const CAUTIONS: ReadonlySet<string> = new Set<SentenceKey>(['heir.sharing', 'channels.sharing'])

export const isCaution = ({ key }: Pick<Sentence, 'key'>): boolean => CAUTIONS.has(key)

/** Only what the file has: a key from outside must not find what every object has. */
function textAt(texts: SentenceTexts, key: string): string | undefined {
  let at: string | SentenceTexts | undefined = texts
  for (const name of key.split('.')) {
    if (typeof at !== 'object' || !Object.hasOwn(at, name)) return undefined
    at = at[name]
  }
  return typeof at === 'string' ? at : undefined
}

function formOf(count: string, language: string): Intl.LDMLPluralRule {
  return new Intl.PluralRules(language).select(Number(count.replaceAll(',', '')))
}

/** How a value of a place is shown. */
export type ShowValue = (name: string, value: string) => string

/**
 * The text of a sentence in one language; undefined: that language has none of this key, or it lacks a value. Values are put
 * in in one pass: one that looks like the place of another stays as it is.
 * @param language a BCP 47 tag
 * @param show as they are, unless it is given
 */
export function sentenceText(
  texts: SentenceTexts,
  language: string,
  { key, values }: Sentence | Phrase,
  show: ShowValue = (_, value) => value,
): string | undefined {
  const count = values.get('count')
  const plural = typeof count === 'string' ? textAt(texts, `${key}_${formOf(count, language)}`) : undefined
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

/** Places of figures. Names, keys and ports may look like figures and are left as they are. */
const FIGURES: ReadonlySet<string> = new Set([
  ...['count', 'coins', 'amount', 'price', 'least', 'min', 'max', 'each', 'share', 'cost', 'payout', 'odds', 'needed'],
  ...['height', 'headers', 'block', 'blocks', 'seconds', 'minutes', 'days', 'years', 'of', 'rate'],
])

/** The same for a person: figures, which the node writes for programs, as the window and the app's questions write them. */
export function shownSentence(
  texts: SentenceTexts,
  language: Language,
  sentence: Sentence,
  /** of a figure that may be an amount of coins, before its digits are grouped */
  coinText: (value: string) => string = (value) => value,
): string | undefined {
  const { regroup } = figuresIn(language)
  return sentenceText(texts, language, sentence, (name, value) =>
    FIGURES.has(name) ? regroup(coinText(value)) : value,
  )
}

/**
 * What goes out in English alone, as a sentence again: errors of RPC, whose texts are the reference's, and states of the node.
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
