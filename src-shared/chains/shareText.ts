/**
 * A chain as text to share: a heading, its options as a command line with some seeds, and a checksum of the options.
 * Chats and mail programs wrap, quote and prettify texts, so the reader finds options anywhere in the text. The
 * checksum shows whether something was lost.
 */

/** Maximum length of text that is read, in characters. */
export const MAX_SHARE_TEXT = 65_536
/** Maximum number of options that are read. A chain has about forty at most. */
const MAX_WORDS = 256

export interface SharedChain {
  readonly name: string
  /** normalised options, `-key=value` or `-key` */
  readonly options: readonly string[]
  /** `host` or `host:port` */
  readonly peers: readonly string[]
  /** network magic, 8 hex digits */
  readonly magic: string
}

export interface ReadChain {
  /** in the order of the text, without duplicates */
  readonly options: readonly string[]
  readonly peers: readonly string[]
  /** names of options of the sender's own node, which do not define the chain */
  readonly ignored: readonly string[]
  /** check as computed by shareCheck, or null if the text has none */
  readonly check: string | null
}

/** Options besides `-ac_…` that are part of a chain's definition. The node validates them. */
const DEFINING = new Set(['regtest', 'testnet', 'nuparams', 'earlytxid'])
const SEEDS = new Set(['addnode', 'seednode', 'connect'])
/** Options with lists of numbers, which may contain spaces: `227, 228`. */
const LISTS = new Set(
  ['reward', 'end', 'halving', 'decay', 'notarypay', 'ccenable', 'ccactivateht', 'nk'].map((word) => `ac_${word}`),
)

/** Returns the magic and a checksum of all options, including those that do not affect the magic. */
export function shareCheck({ magic, options }: Pick<SharedChain, 'magic' | 'options'>): string {
  return `${magic}-${crc32(options.join('\n')).toString(16).padStart(8, '0')}`
}

export function writeShareText(chain: SharedChain): string {
  const seeds = chain.peers.map((peer) => `-addnode=${peer}`)
  const words = [...chain.options, ...seeds].map(quoteWhereNeeded)
  return `Join the Smart Chain ${chain.name} with Chainwright or any node of the family:\n${words.join(' ')}\nCheck: ${shareCheck(chain)}\n`
}

const LINK = /^chainwright:(?:\/\/)?(?:join\/?\?)?/i

/** Returns the text as a link that opens the app, if the app is registered for such links. */
export const writeShareLink = (text: string): string => `chainwright:join?${encodeURIComponent(text)}`

/** Returns the text of a share link, which is untrusted, or undefined if the word is not a share link. Never throws. */
export function readShareLink(word: string): string | undefined {
  if (!LINK.test(word)) return undefined
  const coded = word.replace(LINK, '').slice(0, MAX_SHARE_TEXT)
  try {
    return decodeURIComponent(coded)
  } catch {
    // The text was cut inside an encoded character, or is not encoded at all.
    return coded
  }
}

/** Quotes a value if necessary: a full stop at its end would be read as the end of a sentence. */
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
  for (const { key, value } of findOptions(plain)) {
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

/** Replaces typographic dashes, quotes and spaces with plain ones, and removes the quotation marks of mail lines. */
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
  /** undefined for an option without "=" */
  readonly value: string | undefined
}

/**
 * Start of an option at a word boundary: dashes, a name, perhaps a value. `-ac_` options are also recognised without
 * their dash.
 */
const START = /(^|[\s"'([{<,;:])(?:-{1,2}([A-Za-z][A-Za-z0-9_]{0,40})(?![A-Za-z0-9_])(=?)|(ac_[a-z_]{1,40})(=))/g

function findOptions(text: string): OptionWord[] {
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

/** @param opened character before the option, which ends the value if it is a quote */
function valueAt(text: string, from: number, opened: string, list: boolean): { value: string; end: number } {
  const own = text.charAt(from)
  const quote = isQuote(own) ? own : isQuote(opened) ? opened : undefined
  if (quote !== undefined) {
    const begin = own === quote ? from + 1 : from
    const close = text.indexOf(quote, begin)
    const value = close < 0 ? '' : text.slice(begin, close)
    // If another option begins before the closing quote, the opening quote belonged to something else.
    if (close >= 0 && !/[\s]-{0,2}ac_|\n\n/.test(value)) return { value: value.trim().replace(/\s+/g, ' '), end: close }
    from = begin
  }
  const pattern = list ? /(?:[A-Za-z0-9_.:-]|,(?:\s*(?=\d))?)*/y : /[A-Za-z0-9_.,:/[\]+%@-]*/y
  pattern.lastIndex = from
  const value = pattern.exec(text)?.[0] ?? ''
  return { value: value.replace(/\s/g, '').replace(/[.,:]+$/, ''), end: from + value.length }
}

const isQuote = (character: string) => character === '"' || character === "'"

/** Computes the IEEE CRC-32. Normalised options are ASCII, so each character is one byte. */
function crc32(text: string): number {
  let crc = ~0
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
