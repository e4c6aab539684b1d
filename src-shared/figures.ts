/**
 * Formats all numbers that users read: amounts, counts, shares, sizes. English has a decimal point and commas between
 * groups of three digits. German and Spanish have a decimal comma and narrow no-break spaces, because a point between
 * groups would be read as a decimal point. All results can be typed or pasted into every field of the same language
 * (`readTypedAmount`, `readTypedWhole`). Wire formats are in `units.ts`.
 */
import type { Language } from './languages.ts'
import { COIN, parseAmount } from './units.ts'

/** Separator between groups of three digits. */
const SEPARATORS: Readonly<Record<Language, string>> = { en: ',', de: '\u202f', es: '\u202f' }

/** Mark between whole coins and decimals. */
export type DecimalMark = '.' | ','
const MARKS: Readonly<Record<Language, DecimalMark>> = { en: '.', de: ',', es: ',' }

export interface AmountParts {
  /** "−" (a true minus sign) or "" */
  readonly sign: string
  /** grouped whole coins */
  readonly whole: string
  /** decimals without trailing zeros */
  readonly fraction: string
  /** trailing zeros up to eight decimals */
  readonly zeros: string
}

/** Minimum and maximum number of decimals. */
export interface Decimals {
  readonly least: number
  readonly most: number
}

/** Number formats of one language. */
export interface Figures {
  readonly mark: DecimalMark
  /** formats a plain decimal integer as "1,234,567" */
  whole(value: number | bigint | string): string
  /** formats as "1,234.5"; a plain number of decimals is exact */
  decimal(value: number, decimals: number | Decimals): string
  /** formats with up to six significant digits, never with an exponent */
  significant(value: number): string
  /** formats as "12.34 %" */
  percent(value: number, decimals?: number): string
  /** formats as "3.8 years", in the words of the language */
  measure(value: number, unit: string, mostDecimals: number): string
  /** formats as "1.5 million", rounded to one decimal, for reading at a glance */
  compact(value: number | bigint): string
  /** formats 1536 as "1.54 kB", with powers of 1000 as usual for sizes of blocks and messages */
  bytes(count: number): string
  /** splits satoshis into their parts without rounding */
  parts(satoshis: bigint): AmountParts
  /** splits an amount that is displayed in satoshis and therefore has no fraction */
  satoshiParts(satoshis: bigint): AmountParts
  /** formats as "12.5" with the fewest exact decimals, for sentences */
  amount(satoshis: bigint): string
  /** formats as "12.50000000", for columns and for amounts that the user approves */
  coins(satoshis: bigint): string
  /** formats the number at the beginning of a node's text: "1000.50000000 GARDEN" → "1,000.50000000 GARDEN" */
  regroup(text: string): string
}

/** Positions between groups of three digits, counted from the end. */
const GROUPS = /\B(?=(?:\d{3})+(?!\d))/g
const UNITS = ['kB', 'MB', 'GB', 'TB'] as const
/** A number as the node writes it, at the beginning of a text. */
const LEADING = /^-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?=$|[.\s])/

const COMPACT = { notation: 'compact', compactDisplay: 'long', maximumFractionDigits: 1 } as const

const getSign = (satoshis: bigint) => (satoshis < 0n ? '−' : '')

function createFigures(language: Language): Figures {
  const separator = SEPARATORS[language]
  const mark = MARKS[language]
  const whole = (value: number | bigint | string) => String(value).replace(GROUPS, separator)
  /** Groups digits that have a decimal point. */
  const grouped = (text: string) => {
    const [digits = '', fraction] = text.split('.')
    return fraction === undefined ? whole(digits) : `${whole(digits)}${mark}${fraction}`
  }
  const decimal = (value: number, decimals: number | Decimals) => {
    const { least: min, most: max } = typeof decimals === 'number' ? { least: decimals, most: decimals } : decimals
    return grouped(plain({ minimumFractionDigits: min, maximumFractionDigits: max }).format(value))
  }
  const parts = (satoshis: bigint): AmountParts => {
    const size = satoshis < 0n ? -satoshis : satoshis
    const digits = (size % COIN).toString().padStart(8, '0')
    const fraction = digits.replace(/0+$/, '')
    return { sign: getSign(satoshis), whole: whole(size / COIN), fraction, zeros: digits.slice(fraction.length) }
  }
  return {
    mark,
    whole,
    decimal,
    parts,
    satoshiParts: (satoshis) => ({
      ...{ sign: getSign(satoshis), whole: whole(satoshis < 0n ? -satoshis : satoshis) },
      ...{ fraction: '', zeros: '' },
    }),
    significant: (value) => grouped(plain({ maximumSignificantDigits: 6 }).format(value)),
    percent: (value, decimals = 0) => `${decimal(value, decimals)} %`,
    measure(value, unit, max) {
      const words = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: max } as const
      const written = new Intl.NumberFormat(language, words).formatToParts(value)
      const first = written.findIndex(isDigits)
      const around = written.map((part, at) =>
        at === first ? decimal(value, { least: 0, most: max }) : isDigits(part) ? '' : part.value,
      )
      return around.join('')
    },
    compact: (value) => new Intl.NumberFormat(language, COMPACT).format(value),
    bytes(count) {
      if (count < 1000) return `${count} B`
      let value = count / 1000
      let unit = 0
      while (value >= 999.95 && unit < UNITS.length - 1) {
        value /= 1000
        unit += 1
      }
      return `${decimal(value, { least: 0, most: value < 10 ? 2 : 1 })} ${UNITS[unit]}`
    },
    amount(satoshis) {
      const { sign, whole: coins, fraction } = parts(satoshis)
      return `${sign}${coins}${fraction ? `${mark}${fraction}` : ''}`
    },
    coins(satoshis) {
      const { sign, whole: coins, fraction, zeros } = parts(satoshis)
      return `${sign}${coins}${mark}${fraction}${zeros}`
    },
    regroup: (text) => text.replace(LEADING, (digits) => grouped(digits.replaceAll(',', ''))),
  }
}

/** Returns true for the parts that this program formats differently from Intl. */
const isDigits = ({ type }: Intl.NumberFormatPart) =>
  type === 'integer' || type === 'group' || type === 'decimal' || type === 'fraction'

/** Cached: creating a formatter takes a thousand times as long as using it. */
const made = new Map<string, Intl.NumberFormat>()

/** Returns a formatter for rounded digits with a decimal point and without groups. */
function plain(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = Object.values(options).join()
  const format = made.get(key) ?? new Intl.NumberFormat('en', { ...options, useGrouping: false })
  made.set(key, format)
  return format
}

const FIGURES: Readonly<Record<Language, Figures>> = {
  en: createFigures('en'),
  de: createFigures('de'),
  es: createFigures('es'),
}

export const figuresIn = (language: Language): Figures => FIGURES[language]

/**
 * Formats as "1000.5", without groups and with the fewest exact decimals: for links, and with the language's mark for
 * fields.
 */
export function ungroupedAmount(satoshis: bigint, mark: DecimalMark = '.'): string {
  const { fraction } = FIGURES.en.parts(satoshis)
  return `${satoshis / COIN}${fraction && `${mark}${fraction}`}`
}

/**
 * Digits with the separators that users and other programs put between groups. A number always has the same separator.
 */
const GROUPED = /^\d{1,3}(?:([,_ '’\u00a0\u2009\u202f])\d{3})(?:\1\d{3})*(?=$|\.)/
const DIGITS = /^\d+$/
const AMOUNT = /^\d{1,12}(?:\.\d{1,8})?$/

/** A decimal point in English that would be a group separator in German. */
const AMBIGUOUS_POINT = /^[1-9]\d{0,2}\.\d{3}$/
/** Decimals after a comma, with no other comma or point. */
const DECIMAL_COMMA = /^[^,.]+,\d{1,8}$/

/** Removes the group separators of any language. */
const ungrouped = (text: string) => text.trim().replace(GROUPED, (digits) => digits.replace(/\D/g, ''))

/**
 * Reads a typed whole number, with or without groups. Returns plain digits, or undefined if the text is not a number or
 * has more than `mostDigits` digits.
 */
export function readTypedWhole(text: string, mostDigits = 18): string | undefined {
  const digits = ungrouped(text)
  if (!DIGITS.test(digits)) return undefined
  const short = digits.replace(/^0+(?=\d)/, '')
  return short.length <= mostDigits ? short : undefined
}

/** Reads a typed whole number as units of a token. Returns undefined if the text is not one. */
export function readTypedUnits(text: string): bigint | undefined {
  const digits = readTypedWhole(text)
  return digits === undefined ? undefined : BigInt(digits)
}

/**
 * Reads an amount that the user typed, or pasted in this program's format: plain decimals, with or without groups.
 * Returns `undefined` for signs, exponents, other spaces inside or more than eight decimals.
 * @param mark decimal mark of the language. If it is a comma, a point is accepted too, unless it could separate groups
 *   ("1.000")
 */
export function readTypedAmount(text: string, mark: DecimalMark = '.'): bigint | undefined {
  const typed = text.trim()
  if (mark === ',' && AMBIGUOUS_POINT.test(typed)) return undefined
  const plainText = ungrouped(mark === ',' && DECIMAL_COMMA.test(typed) ? typed.replace(',', '.') : typed)
  return AMOUNT.test(plainText) ? parseAmount(plainText.replace(/^0+(?=\d)/, '')) : undefined
}
