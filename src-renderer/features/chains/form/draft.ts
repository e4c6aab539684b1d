/** Converts the typed text of a chain form to the options of the chain. */
import { readTypedWhole } from '#shared/figures.ts'
import { t } from '../../../i18n/texts.ts'
import { readDecimal } from '../../../ui/format.ts'

/** An era: blocks with the same reward, as typed text. */
export interface EraDraft {
  /** coins per block */
  readonly reward: string
  /** first block without this reward; an era with an empty field never ends */
  readonly end: string
  /** blocks between two cuts; no cuts if empty */
  readonly halving: string
  /** percent kept at each cut; 50 if empty */
  readonly decay: string
}

export interface ChainDraft {
  readonly name: string
  /** for this computer's list only; the name if empty */
  readonly label: string
  /** whole coins that exist from the first block */
  readonly supply: string
  /** in seconds */
  readonly blocktime: string
  readonly cc: boolean
  readonly publiconly: boolean
  /** at least one era */
  readonly eras: readonly EraDraft[]
  readonly cbmaturity: string
  /** in percent */
  readonly perc: string
  readonly pubkey: string
  readonly script: string
  readonly founders: string
  /** in coins */
  readonly foundersReward: string
  readonly txpow: '0' | '1' | '2' | '3'
  /** in coins; no lock if empty */
  readonly timelock: string
  readonly unlockFrom: string
  readonly unlockTo: string
  readonly sapling: string
  /** arguments of a command line */
  readonly other: string
}

export type ChainField = Exclude<keyof ChainDraft, 'eras' | 'cc' | 'publiconly'> | keyof EraDraft

/** Problems by field. The key for a field of an era includes the era's index: "reward.1". */
export type DraftProblems = Readonly<Partial<Record<string, string>>>

export const emptyEra: EraDraft = { reward: '', end: '', halving: '', decay: '' }

/** Defaults for a new chain: a reward that halves about every four years. */
export const emptyDraft: ChainDraft = {
  name: '',
  label: '',
  supply: '1000000',
  blocktime: '60',
  cc: true,
  publiconly: true,
  eras: [{ ...emptyEra, reward: '1', halving: '2000000' }],
  cbmaturity: '',
  perc: '',
  pubkey: '',
  script: '',
  founders: '',
  foundersReward: '',
  txpow: '0',
  timelock: '',
  unlockFrom: '',
  unlockTo: '',
  sapling: '',
  other: '',
}

/** Defaults for a chain that is joined by hand: no option set. */
export const plainDraft: ChainDraft = {
  ...emptyDraft,
  supply: '',
  ...{ cc: false, publiconly: false },
  eras: [emptyEra],
}

/** Maximum number of eras that the options can describe (chain-params.md §2). */
export const MAX_DRAFT_ERAS = 7
const COIN_DIGITS = 8

/** Parses a typed amount of coins. Returns satoshis as a decimal text. */
const readCoins = (text: string): string | undefined => readDecimal(text)?.toString()

/** Parses the block reward of the first era. Returns satoshis, or `undefined` if the text is not an amount. */
export function readReward({ eras: [first] }: ChainDraft): bigint | undefined {
  return readDecimal(first?.reward ?? '')
}

/** Parses a percentage. Returns the share as a whole number of `10^digits` parts. */
function readPercent(text: string, digits: number): string | undefined {
  const match = /^(\d{1,3})(?:[.,](\d+))?$/.exec(text.trim())
  const fraction = match?.[2] ?? ''
  if (!match || fraction.length > digits - 2) return undefined
  return BigInt(`${match[1]}${fraction.padEnd(digits - 2, '0')}`).toString()
}

const whole = () => t('chains:problem.whole')
const coins = () => t('chains:problem.coins', { decimals: COIN_DIGITS })
const percent = () => t('chains:problem.percent')

/** Splits a command line into arguments. Quotes keep blanks together, as in a shell. */
export function parseShellWords(text: string): readonly string[] {
  return [...text.matchAll(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replaceAll(/["']/g, ''))
}

interface Reading {
  readonly options: readonly string[]
  readonly problems: DraftProblems
}

/**
 * Converts a draft to options, and collects the fields that cannot be parsed. The chain manager validates the options
 * together.
 */
export function readDraft(draft: ChainDraft): Reading {
  const options: string[] = []
  const problems: Record<string, string> = {}
  const read = (field: string, text: string, reader: (text: string) => string | undefined, problem: string) => {
    if (text.trim() === '') return undefined
    const value = reader(text)
    if (value === undefined) problems[field] = problem
    return value
  }
  const add = (option: string, value: string | undefined) => {
    if (value !== undefined) options.push(`-${option}=${value}`)
  }
  const number = (option: string, field: ChainField & keyof ChainDraft) =>
    add(option, read(field, draft[field], readTypedWhole, whole()))

  if (draft.name.trim() === '') problems['name'] = t('chains:problem.name')
  else add('ac_name', draft.name.trim())
  number('ac_supply', 'supply')
  for (const option of eraOptions(draft.eras, read)) options.push(option)
  if (draft.cc) add('ac_cc', '2')
  if (draft.publiconly) add('ac_public', '1')
  number('ac_blocktime', 'blocktime')
  number('ac_cbmaturity', 'cbmaturity')
  add(
    'ac_perc',
    read('perc', draft.perc, (text) => readPercent(text, COIN_DIGITS), percent()),
  )
  add('ac_pubkey', draft.pubkey.trim() || undefined)
  add('ac_script', draft.script.trim() || undefined)
  number('ac_founders', 'founders')
  add('ac_founders_reward', read('foundersReward', draft.foundersReward, readCoins, coins()))
  if (draft.txpow !== '0') add('ac_txpow', draft.txpow)
  add('ac_timelockgte', read('timelock', draft.timelock, readCoins, coins()))
  number('ac_timeunlockfrom', 'unlockFrom')
  number('ac_timeunlockto', 'unlockTo')
  number('ac_sapling', 'sapling')
  options.push(...parseShellWords(draft.other))
  return { options, problems }
}

type Read = (
  field: string,
  text: string,
  reader: (text: string) => string | undefined,
  problem: string,
) => string | undefined

/** Returns the four list options, each with one number per era. A list with only zeros is omitted. */
function eraOptions(eras: readonly EraDraft[], read: Read): readonly string[] {
  const columns: Record<keyof EraDraft, string[]> = { end: [], reward: [], halving: [], decay: [] }
  eras.forEach((era, index) => {
    const field = (name: keyof EraDraft) => `${name}.${index}`
    columns.end.push(read(field('end'), era.end, readTypedWhole, whole()) ?? '0')
    columns.reward.push(read(field('reward'), era.reward, readCoins, coins()) ?? '0')
    columns.halving.push(read(field('halving'), era.halving, readTypedWhole, whole()) ?? '0')
    columns.decay.push(read(field('decay'), era.decay, (text) => readPercent(text, COIN_DIGITS), percent()) ?? '0')
  })
  return [
    ...(eras.length > 1 ? [`-ac_eras=${eras.length}`] : []),
    ...Object.entries(columns)
      .filter(([, values]) => values.some((value) => value !== '0'))
      .map(([name, values]) => `-ac_${name}=${values.join(',')}`),
  ]
}

const FIELD_OF: Readonly<Record<string, string>> = {
  ac_name: 'name',
  ac_supply: 'supply',
  ac_blocktime: 'blocktime',
  ac_reward: 'reward.0',
  ac_end: 'end.0',
  ac_halving: 'halving.0',
  ac_decay: 'decay.0',
  ac_cbmaturity: 'cbmaturity',
  ac_perc: 'perc',
  ac_pubkey: 'pubkey',
  ac_script: 'script',
  ac_founders: 'founders',
  ac_founders_reward: 'foundersReward',
  ac_timelockgte: 'timelock',
  ac_timeunlockfrom: 'unlockFrom',
  ac_timeunlockto: 'unlockTo',
  ac_sapling: 'sapling',
  ac_txpow: 'txpow',
  ac_cc: 'cc',
  ac_public: 'publiconly',
  addnode: 'address',
}

/**
 * Returns the field that an option of the chain manager's problem belongs to. Problems without a field belong to the
 * other options.
 */
export function fieldOfOption(option: string, draft: ChainDraft): string {
  const name = /^-*([a-z_]+)/.exec(option)?.[1] ?? ''
  const typed = parseShellWords(draft.other).some((word) => word.startsWith(`-${name}=`))
  return typed ? 'other' : (FIELD_OF[name] ?? 'other')
}
