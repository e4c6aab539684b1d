import type { MethodResult } from '#shared/rpc/index.ts'
import { plural } from '../../ui/format.ts'
import { readTokenData, type TokenData } from './tokenData.ts'

type Script = MethodResult<'decoderawtransaction'>['vout'][number]['scriptPubKey']

/** The parts of a decoded transaction that a description needs; both decoding methods have them. */
export interface DescribedTransaction {
  readonly vin: readonly {
    readonly coinbase?: string | undefined
    readonly txid?: string | undefined
    readonly vout?: number | undefined
  }[]
  readonly vout: readonly { readonly value: bigint; readonly n: number; readonly scriptPubKey: Script }[]
}

/** A coin that an input spends; undefined where nobody knows it. */
export interface SpentCoin {
  readonly value: bigint
  readonly address: string | undefined
}

/** What an own output was made for, as the node remembers it. */
export type OwnRole = MethodResult<'getwalletoutputs'>[number]['role']

export interface Own {
  /** every address whose coins are ours, crypto-condition ones too */
  readonly addresses: ReadonlySet<string>
  /** where the token module keeps its markers */
  readonly tokenMarker: string | undefined
  /** of outputs of a transaction that was sent, by place; left out for one that a module has built just now */
  readonly roles?: ReadonlyMap<number, OwnRole>
}

export interface OutputStory {
  readonly n: number
  readonly satoshis: bigint
  readonly address: string | undefined
  readonly kind:
    | 'pay'
    | 'change'
    | 'units'
    | 'units-back'
    | 'marker'
    | 'pool'
    | 'pool-back'
    | 'data'
    | 'condition'
    | 'other'
  readonly title: string
  readonly note: string
  readonly own: boolean
}

export interface TransactionStory {
  readonly outputs: readonly OutputStory[]
  readonly token: TokenData | undefined
  readonly coinbase: boolean
  readonly outputTotal: bigint
  /** undefined unless every spent coin is known */
  readonly inputTotal: bigint | undefined
  readonly fee: bigint | undefined
}

/** A marker of the token module holds exactly this much (tokens.md §2). */
const MARKER_VALUE = 10_000n

/** Where every chain keeps the coins of its faucet: the key behind it is public and the same everywhere (faucet.md). */
export const FAUCET_POOL = 'R9zHrofhRbub7ER77B7NrVch3A63R39GuC'

/** A data output that holds the counter of a claim (faucet.md §1): module, function, four bytes. */
const CLAIM_COUNTER = /^6a06e447[0-9a-f]{8}$/

/** Who gets what, in words, from the decoded bytes alone: nothing is taken from what the caller meant to build. */
export function describeTransaction(
  tx: DescribedTransaction,
  coins: readonly (SpentCoin | undefined)[],
  own: Own,
): TransactionStory {
  const token = tx.vout.map((output) => readTokenData(output.scriptPubKey.hex)).findLast((data) => data !== undefined)
  const coinbase = tx.vin[0]?.coinbase !== undefined
  const outputTotal = tx.vout.reduce((sum, output) => sum + output.value, 0n)
  const known = coins.filter((coin) => coin !== undefined)
  const inputTotal =
    coinbase || known.length < tx.vin.length ? undefined : known.reduce((sum, coin) => sum + coin.value, 0n)
  const spentFrom = new Set(known.map((coin) => coin.address))
  return {
    outputs: tx.vout.map((output) => describeOutput(output, { token, coinbase, own, spentFrom })),
    token,
    coinbase,
    outputTotal,
    inputTotal,
    fee: inputTotal === undefined ? undefined : inputTotal - outputTotal,
  }
}

interface Surroundings {
  readonly token: TokenData | undefined
  readonly coinbase: boolean
  readonly own: Own
  readonly spentFrom: ReadonlySet<string | undefined>
}

function describeOutput(output: DescribedTransaction['vout'][number], around: Surroundings): OutputStory {
  const { type, addresses } = output.scriptPubKey
  const address = addresses?.[0]
  const { addresses: ours, roles } = around.own
  const own =
    address !== undefined && (ours.has(address) || (type !== 'cryptocondition' && roles?.has(output.n) === true))
  const base = { n: output.n, satoshis: output.value, address, own }
  if (type === 'nulldata') return { ...base, ...dataStory(around.token, output.scriptPubKey.hex) }
  if (type === 'cryptocondition') return { ...base, ...conditionStory(output.value, address, own, around) }
  if (address === undefined) {
    return { ...base, kind: 'other', title: 'A script without an address', note: 'Look at the decoded script below.' }
  }
  if (around.coinbase) {
    return { ...base, kind: 'pay', title: own ? 'You, as the miner' : 'The miner', note: 'New coins and fees.' }
  }
  if (!own) return { ...base, kind: 'pay', title: 'Somebody else', note: 'Paid to this address.' }
  if (roles) return { ...base, ...ownStory[roles.get(output.n) ?? 'unknown'] }
  // What modules build pays nobody in plain coins but the one who asked for it.
  const back = around.spentFrom.size === 0 || around.spentFrom.has(address)
  return { ...base, ...ownStory[back ? 'change' : 'received'] }
}

const ownStory: Readonly<Record<OwnRole, Pick<OutputStory, 'kind' | 'title' | 'note'>>> = {
  change: { kind: 'change', title: 'Change, back to you', note: 'Coins of the inputs that are not needed.' },
  kept: { kind: 'pay', title: 'An address of your own', note: 'Paid within your wallet: the coins stay yours.' },
  received: { kind: 'pay', title: 'You', note: 'Paid to an address of your wallet.' },
  // Whether it is change is not known, so nothing is said of it.
  unknown: { kind: 'pay', title: 'You', note: 'At an address of your wallet.' },
}

function dataStory(token: TokenData | undefined, script: string): Pick<OutputStory, 'kind' | 'title' | 'note'> {
  if (token?.kind === 'create') {
    return { kind: 'data', title: 'Name and description', note: 'Written into the chain, readable by everybody.' }
  }
  if (token?.kind === 'transfer') {
    return { kind: 'data', title: 'The note that moves the token', note: 'Names the token and who receives it.' }
  }
  if (CLAIM_COUNTER.test(script)) {
    return {
      kind: 'data',
      title: 'A number of the search',
      note: 'Makes the transaction’s id come out as claims need it.',
    }
  }
  return { kind: 'data', title: 'Data', note: 'Written into the chain, readable by everybody.' }
}

function conditionStory(
  value: bigint,
  address: string | undefined,
  own: boolean,
  around: Surroundings,
): Pick<OutputStory, 'kind' | 'title' | 'note'> {
  if (value === MARKER_VALUE && address !== undefined && address === around.own.tokenMarker) {
    return { kind: 'marker', title: 'The marker', note: 'Lists the token for everybody. Stays locked for ever.' }
  }
  if (address === FAUCET_POOL) {
    return around.spentFrom.has(FAUCET_POOL)
      ? { kind: 'pool-back', title: 'Back into the faucet', note: 'What is left for other claims.' }
      : { kind: 'pool', title: 'The faucet', note: 'Anyone new to the chain can claim from it.' }
  }
  if (around.token === undefined) {
    return { kind: 'condition', title: 'A crypto-condition', note: 'Spendable only as its rules say.' }
  }
  const created = around.token.kind === 'create'
  const units = plural(value, 'unit')
  if (own) {
    return created
      ? { kind: 'units', title: `${units}, new, for you`, note: 'Each unit is one locked satoshi.' }
      : { kind: 'units-back', title: `${units}, back to you`, note: 'What is not sent stays yours.' }
  }
  return {
    kind: 'units',
    title: created ? `${units}, new, for somebody else` : `${units} for the receiver`,
    note: 'Each unit is one locked satoshi.',
  }
}
