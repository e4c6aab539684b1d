/**
 * A chain as text to share: a heading, its options as on a command line with some seeds, and a checksum over the
 * options. Chats and mails wrap, quote and beautify texts, so the reader finds option words anywhere; the checksum
 * shows what was lost.
 */

/** Longer texts are not read. */
export const MAX_SHARE_TEXT = 65_536
/** Option words beyond this are not read; a chain has some forty at most. */
const MAX_WORDS = 256

export interface SharedChain {
  readonly name: string
  /** normalised, `-key=value` or `-key` */
  readonly options: readonly string[]
  /** `host` or `host:port` */
  readonly peers: readonly string[]
  /** 8 hex digits */
  readonly magic: string
}

export interface ReadChain {
  /** in the order of the text; a repeated word that says the same stands once */
  readonly options: readonly string[]
  readonly peers: readonly string[]
  /** names of options that belong to somebody's own node, not to the chain */
  readonly ignored: readonly string[]
  /** as checkOf writes it; null: the text has none */
  readonly check: string | null
}

/** Words beside `-ac_…` that are part of a chain's definition; the node judges them. */
const DEFINING = new Set(['regtest', 'testnet', 'nuparams', 'earlytxid'])
const SEEDS = new Set(['addnode', 'seednode', 'connect'])
/** Their numbers may stand apart: `227, 228`. */
const LISTS = new Set(
  ['reward', 'end', 'halving', 'decay', 'notarypay', 'ccenable', 'ccactivateht', 'nk'].map((word) => `ac_${word}`),
)

/** Magic and a checksum over all options, those too that are not part of the magic. */
export function checkOf({ magic, options }: Pick<SharedChain, 'magic' | 'options'>): string {
  return `${magic}-${crc32(options.join('\n')).toString(16).padStart(8, '0')}`
}

export function writeShareText(chain: SharedChain): string {
  const seeds = chain.peers.map((peer) => `-addnode=${peer}`)
  const words = [...chain.options, ...seeds].map(quoteWhereNeeded)
  return `Join the Smart Chain ${chain.name} with Chainwright or any node of the family:\n${words.join(' ')}\nCheck: ${checkOf(chain)}\n`
}

const LINK = /^chainwright:(?:\/\/)?(?:join\/?\?)?/i

/** The text as a link that opens the app, where it is registered for such links. */
export const writeShareLink = (text: string): string => `chainwright:join?${encodeURIComponent(text)}`

/** The text of such a link, which anybody may have written; undefined: it is another word. Never throws. */
export function readShareLink(word: string): string | undefined {
  if (!LINK.test(word)) return undefined
  const coded = word.replace(LINK, '').slice(0, MAX_SHARE_TEXT)
  try {
    return decodeURIComponent(coded)
  } catch {
    // Cut inside a letter, or not coded at all.
    return coded
  }
}

/** A full stop at the end of an unquoted value would be taken for the end of a sentence. */
function quoteWhereNeeded(word: string): string {
  const [, key = '', value = ''] = /^([^=]*)=?([\s\S]*)$/.exec(word) ?? []
  return /^[A-Za-z0-9_.,:/[\]-]*[A-Za-z0-9_\]]$|^$/.test(value) ? word : `${key}="${value}"`
}

/** Finds the options of a chain in any text, such as one that writeShareText wrote or a command line. Never throws. */
export function readShareText(text: string): ReadChain {
  const plain = plainCharacters(text.slice(0, MAX_SHARE_TEXT))
  const options = new Set<string>()
  const peers = new Set<string>()
  const ignored = new Set<string>()
  for (const { key, value } of optionWords(plain)) {
    if (key.startsWith('ac_') || DEFINING.has(key)) options.add(value === undefined ? `-${key}` : `-${key}=${value}`)
    else if (SEEDS.has(key)) peers.add(value ?? '')
    else ignored.add(key)
  }
  const check = /check\W{0,8}([0-9a-f]{8})\s?-\s?([0-9a-f]{8})(?![0-9a-z])/i.exec(plain)
  return {
    options: [...options],
    peers: [...peers].filter((peer) => peer !== ''),
    ignored: [...ignored],
    check: check === null ? null : `${check[1]}-${check[2]}`.toLowerCase(),
  }
}

/** Typographic dashes, quotes and blanks as they were typed, lines without the marks of a quoted mail. */
function plainCharacters(text: string): string {
  return text
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g, '')
    .replace(/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-')
    .replace(/[\u00ab\u00bb\u201c-\u201f\u2033\uff02]/g, '"')
    .replace(/[\u2018-\u201b\u2032\uff07`]/g, "'")
    .replace(/\uff1d/g, '=')
    .replace(/\\?(\r\n?|\n|\u2028|\u2029|\u0085)/g, '\n')
    .replace(/[^\S\n]/g, ' ')
    .replace(/^[ >|]+/gm, '')
}

interface OptionWord {
  readonly key: string
  /** undefined: a bare word */
  readonly value: string | undefined
}

/** At a start of a word: dashes, a name, perhaps a value. What defines a chain is also known without its dash. */
const START = /(^|[\s"'([{<,;:])(?:-{1,2}([A-Za-z][A-Za-z0-9_]{0,40})(?![A-Za-z0-9_])(=?)|(ac_[a-z_]{1,40})(=))/g

function optionWords(text: string): OptionWord[] {
  const words: OptionWord[] = []
  const start = new RegExp(START)
  for (let found = start.exec(text); found !== null && words.length < MAX_WORDS; found = start.exec(text)) {
    const key = (found[2] ?? found[4] ?? '').toLowerCase()
    if (!found[3] && !found[5]) {
      words.push({ key, value: undefined })
      continue
    }
    const { value, end } = valueAt(text, start.lastIndex, found[1] ?? '', LISTS.has(key))
    words.push({ key, value })
    start.lastIndex = end
  }
  return words
}

/** @param opened the character before the option: a quote there ends the value */
function valueAt(text: string, from: number, opened: string, list: boolean): { value: string; end: number } {
  const own = text.charAt(from)
  const quote = isQuote(own) ? own : isQuote(opened) ? opened : undefined
  if (quote !== undefined) {
    const begin = own === quote ? from + 1 : from
    const close = text.indexOf(quote, begin)
    const value = close < 0 ? '' : text.slice(begin, close)
    // A quote that closes only after another option was opened by something else.
    if (close >= 0 && !/[\s]-{0,2}ac_|\n\n/.test(value)) return { value: value.trim().replace(/\s+/g, ' '), end: close }
    from = begin
  }
  const pattern = list ? /(?:[A-Za-z0-9_.:-]|,(?:\s*(?=\d))?)*/y : /[A-Za-z0-9_.,:/[\]+%@-]*/y
  pattern.lastIndex = from
  const value = pattern.exec(text)?.[0] ?? ''
  return { value: value.replace(/\s/g, '').replace(/[.,:]+$/, ''), end: from + value.length }
}

const isQuote = (character: string) => character === '"' || character === "'"

/** IEEE CRC-32. Normalised options are ASCII: one byte a character. */
function crc32(text: string): number {
  let crc = ~0
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
