/**
 * The one way in which figures are written for people: amounts, counts, shares, sizes. English has a decimal point and commas
 * between groups of three digits; German and Spanish have a decimal comma and narrow no-break spaces, since a point between
 * groups would be read as the decimal sign. What is written here can be typed or pasted into every field of the same language
 * (`readTypedAmount`, `readTypedWhole`). Wire formats are elsewhere (`units.ts`).
 */
import type { Language } from './languages.ts'
import { COIN, parseAmount } from './units.ts'

/** Between groups of three digits. */
const SEPARATORS: Readonly<Record<Language, string>> = { en: ',', de: '\u202f', es: '\u202f' }

/** Between whole coins and decimals. */
export type DecimalMark = '.' | ','
const MARKS: Readonly<Record<Language, DecimalMark>> = { en: '.', de: ',', es: ',' }

export interface AmountParts {
  /** "−" (a true minus sign) or "" */
  readonly sign: string
  /** grouped whole coins */
  readonly whole: string
  /** decimals up to the last that is not 0 */
  readonly fraction: string
  /** the trailing zeros that fill up to eight decimals */
  readonly zeros: string
}

/** Decimals that are written at least and at most. */
export interface Decimals {
  readonly least: number
  readonly most: number
}

/** Figures of one language. */
export interface Figures {
  readonly mark: DecimalMark
  /** "1,234,567", of a plain decimal integer */
  whole(value: number | bigint | string): string
  /** "1,234.5"; a number of decimals: exactly as many */
  decimal(value: number, decimals: number | Decimals): string
  /** up to six significant digits, never an exponent */
  significant(value: number): string
  /** "12.34 %" */
  percent(value: number, decimals?: number): string
  /** "3.8 years", in the words of the language */
  measure(value: number, unit: string, mostDecimals: number): string
  /** "1.5 million", rounded to one decimal: to read at a glance */
  compact(value: number | bigint): string
  /** 1536 → "1.54 kB": powers of 1000, as sizes of blocks and messages are usually quoted */
  bytes(count: number): string
  /** takes satoshis apart; nothing is rounded */
  parts(satoshis: bigint): AmountParts
  /** the same of an amount that is counted in satoshis: there is no fraction */
  satoshiParts(satoshis: bigint): AmountParts
  /** "12.5" with as few decimals as are exact: for sentences */
  amount(satoshis: bigint): string
  /** "12.50000000": for columns, and where it is agreed to */
  coins(satoshis: bigint): string
  /** the figure that such a text of the node begins with: "1000.50000000 GARDEN" → "1,000.50000000 GARDEN" */
  regroup(text: string): string
}

/** Where groups of three begin, counted from the end. */
const GROUPS = /\B(?=(?:\d{3})+(?!\d))/g
const UNITS = ['kB', 'MB', 'GB', 'TB'] as const
/** A figure as the node writes it, at the beginning of a text. */
const LEADING = /^-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?=$|[.\s])/

const COMPACT = { notation: 'compact', compactDisplay: 'long', maximumFractionDigits: 1 } as const

const signOf = (satoshis: bigint) => (satoshis < 0n ? '−' : '')

function figuresOf(language: Language): Figures {
  const separator = SEPARATORS[language]
  const mark = MARKS[language]
  const whole = (value: number | bigint | string) => String(value).replace(GROUPS, separator)
  /** Of digits with a point. */
  const grouped = (text: string) => {
    const [digits = '', fraction] = text.split('.')
    return fraction === undefined ? whole(digits) : `${whole(digits)}${mark}${fraction}`
  }
  const decimal = (value: number, decimals: number | Decimals) => {
    const { least, most } = typeof decimals === 'number' ? { least: decimals, most: decimals } : decimals
    return grouped(plain({ minimumFractionDigits: least, maximumFractionDigits: most }).format(value))
  }
  const parts = (satoshis: bigint): AmountParts => {
    const size = satoshis < 0n ? -satoshis : satoshis
    const digits = (size % COIN).toString().padStart(8, '0')
    const fraction = digits.replace(/0+$/, '')
    return { sign: signOf(satoshis), whole: whole(size / COIN), fraction, zeros: digits.slice(fraction.length) }
  }
  return {
    mark,
    whole,
    decimal,
    parts,
    satoshiParts: (satoshis) => ({
      ...{ sign: signOf(satoshis), whole: whole(satoshis < 0n ? -satoshis : satoshis) },
      ...{ fraction: '', zeros: '' },
    }),
    significant: (value) => grouped(plain({ maximumSignificantDigits: 6 }).format(value)),
    percent: (value, decimals = 0) => `${decimal(value, decimals)} %`,
    measure(value, unit, most) {
      const words = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: most } as const
      const written = new Intl.NumberFormat(language, words).formatToParts(value)
      const first = written.findIndex(isDigits)
      const around = written.map((part, at) =>
        at === first ? decimal(value, { least: 0, most }) : isDigits(part) ? '' : part.value,
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

/** What the language writes otherwise than this program. */
const isDigits = ({ type }: Intl.NumberFormatPart) =>
  type === 'integer' || type === 'group' || type === 'decimal' || type === 'fraction'

/** Making a formatter costs a thousand times what using it does. */
const made = new Map<string, Intl.NumberFormat>()

/** Digits and a point, rounded. */
function plain(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = Object.values(options).join()
  const format = made.get(key) ?? new Intl.NumberFormat('en', { ...options, useGrouping: false })
  made.set(key, format)
  return format
}

const FIGURES: Readonly<Record<Language, Figures>> = {
  en: figuresOf('en'),
  de: figuresOf('de'),
  es: figuresOf('es'),
}

export const figuresIn = (language: Language): Figures => FIGURES[language]

/** "1000.5": without groups, as few decimals as are exact; for links, and with the mark of the language for fields. */
export function ungroupedAmount(satoshis: bigint, mark: DecimalMark = '.'): string {
  const { fraction } = FIGURES.en.parts(satoshis)
  return `${satoshis / COIN}${fraction && `${mark}${fraction}`}`
}

/** What people and other programs put between groups; between those of one figure it is always the same. */
const GROUPED = /^\d{1,3}(?:([,_ '’\u00a0\u2009\u202f])\d{3})(?:\1\d{3})*(?=$|\.)/
const DIGITS = /^\d+$/
const AMOUNT = /^\d{1,12}(?:\.\d{1,8})?$/

/** A point that parts decimals in English, and would part groups in German. */
const AMBIGUOUS_POINT = /^[1-9]\d{0,2}\.\d{3}$/
/** Decimals behind a comma, the whole part without commas. */
const DECIMAL_COMMA = /^[^,.]+,\d{1,8}$/

/** Without what parts the groups, whatever the language. */
const ungrouped = (text: string) => text.trim().replace(GROUPED, (digits) => digits.replace(/\D/g, ''))

/** A typed whole number, with or without groups, as plain digits; undefined if it is none or has more digits. */
export function readTypedWhole(text: string, mostDigits = 18): string | undefined {
  const digits = ungrouped(text)
  if (!DIGITS.test(digits)) return undefined
  const short = digits.replace(/^0+(?=\d)/, '')
  return short.length <= mostDigits ? short : undefined
}

/** The same as units of a token. */
export function readTypedUnits(text: string): bigint | undefined {
  const digits = readTypedWhole(text)
  return digits === undefined ? undefined : BigInt(digits)
}

/**
 * What a person typed into an amount field, or pasted as this program prints it: plain decimals, the whole part with or without
 * groups; `undefined` if there are signs, exponents, other blanks inside or a ninth decimal.
 * @param mark of the language: where it is a comma, a point is read too, unless it could part groups ("1.000")
 */
export function readTypedAmount(text: string, mark: DecimalMark = '.'): bigint | undefined {
  const typed = text.trim()
  if (mark === ',' && AMBIGUOUS_POINT.test(typed)) return undefined
  const plainText = ungrouped(mark === ',' && DECIMAL_COMMA.test(typed) ? typed.replace(',', '.') : typed)
  return AMOUNT.test(plainText) ? parseAmount(plainText.replace(/^0+(?=\d)/, '')) : undefined
}
