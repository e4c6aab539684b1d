import type { TokenDraft } from '../../app/uiStore.ts'
import { toHex } from '../../parts/hex.ts'
import { groupDigits, plainAmount, plural, readAmount, utf8Length } from '../../ui/format.ts'

/** Limits of tokencreate (tokens.md §5), in bytes. */
export const NAME_BYTES = 32
export const DESCRIPTION_BYTES = 4096
export const DATA_BYTES = 10_001

/** What a creation costs beside the supply: the marker stays locked for ever, the fee goes to the miner. Satoshis. */
export const MARKER = 10_000n
export const FEE = 10_000n

export interface TokenRequest {
  readonly name: string
  /** coins, as tokencreate takes it */
  readonly supply: string
  readonly description: string
  /** hex, non-fungible tokens only */
  readonly data: string | undefined
  /** one unit locks one satoshi */
  readonly units: bigint
}

export type DraftField = 'name' | 'supply' | 'description' | 'data' | 'evalCode'

export type DraftCheck =
  | { readonly ok: true; readonly request: TokenRequest }
  | { readonly ok: false; readonly errors: Partial<Record<DraftField, string>> }

/** Units that a supply field means, or undefined while it is no number. */
export function draftUnits(draft: Pick<TokenDraft, 'kind' | 'supply' | 'supplyUnit'>): bigint | undefined {
  if (draft.kind === 'nft') return 1n
  const text = draft.supply.trim().replaceAll(',', '')
  if (draft.supplyUnit === 'coins') return readAmount(text)
  return /^\d{1,18}$/.test(text) ? BigInt(text) : undefined
}

/** The data of a non-fungible token as hex, evaluation code first; undefined if it is not hex. */
export function draftData(draft: Pick<TokenDraft, 'data' | 'dataFormat' | 'evalCode'>): string | undefined {
  const code = draft.evalCode.trim().toLowerCase()
  const hex =
    draft.dataFormat === 'text'
      ? toHex(new TextEncoder().encode(draft.data))
      : draft.data.replaceAll(/\s/g, '').toLowerCase()
  return /^([0-9a-f]{2})*$/.test(hex) && /^[0-9a-f]{2}$/.test(code) ? code + hex : undefined
}

/** Everything that the node would refuse, said before it is asked. `spendable`: satoshis of the acting key. */
export function checkDraft(draft: TokenDraft, spendable: bigint | undefined, coin: string): DraftCheck {
  const errors: Partial<Record<DraftField, string>> = {}
  const put = (field: DraftField, problem: string | undefined) => {
    if (problem) errors[field] = problem
  }
  put('name', nameProblem(draft.name))
  put('supply', supplyProblem(draft, spendable, coin))
  const descriptionBytes = utf8Length(draft.description)
  if (descriptionBytes > DESCRIPTION_BYTES) {
    put('description', `Too long by ${plural(descriptionBytes - DESCRIPTION_BYTES, 'byte')}.`)
  }
  const data = draft.kind === 'nft' ? draftData(draft) : undefined
  if (draft.kind === 'nft') {
    if (!/^[0-9a-fA-F]{2}$/.test(draft.evalCode.trim())) put('evalCode', 'Two hex digits, such as f7.')
    else if (data === undefined) put('data', 'Not hex: it needs an even number of the digits 0–9 and a–f.')
    else if (data.length / 2 > DATA_BYTES) put('data', `Too long by ${plural(data.length / 2 - DATA_BYTES, 'byte')}.`)
  }
  const units = draftUnits(draft)
  if (Object.keys(errors).length > 0 || units === undefined) return { ok: false, errors }
  const { name, description } = draft
  return { ok: true, request: { name, supply: supplyText(units), description, data, units } }
}

/** Units as tokencreate takes them: coins with eight decimals. */
function supplyText(units: bigint): string {
  return `${units / 100_000_000n}.${(units % 100_000_000n).toString().padStart(8, '0')}`
}

/** The node turns the text into units as the reference does, in floating point (tokens.md §5): some numbers come out one less. */
function madeUnits(units: bigint): bigint {
  return BigInt(Math.trunc(Number(supplyText(units)) * 1e8 + 0.00000000499999))
}

/** The next number of units in a direction that can be made exactly; every second or third can. */
function nextExact(units: bigint, step: 1n | -1n): bigint {
  let candidate = units + step
  while (madeUnits(candidate) !== candidate && candidate > 0n) candidate += step
  return candidate
}

function nameProblem(name: string): string | undefined {
  const bytes = utf8Length(name)
  if (bytes === 0) return 'A token needs a name.'
  if (bytes > NAME_BYTES) return `Too long by ${plural(bytes - NAME_BYTES, 'byte')}.`
  return undefined
}

function supplyProblem(draft: TokenDraft, spendable: bigint | undefined, coin: string): string | undefined {
  if (draft.kind === 'fungible') {
    const text = draft.supply.trim()
    if (text === '') return 'How many should there be?'
    if (draft.supplyUnit === 'units' && /^\d+\.\d*$/.test(text)) {
      return `Units are whole. To enter an amount of ${coin}, choose “${coin} locked”.`
    }
    if (/^\d+\.\d{9,}$/.test(text)) return 'At most 8 decimals.'
  }
  const units = draftUnits(draft)
  if (units === undefined) return 'Not a number.'
  if (units === 0n) return 'There must be at least one.'
  if (madeUnits(units) !== units) {
    const [below, above] = [nextExact(units, -1n), nextExact(units, 1n)].map(groupDigits)
    return `The protocol’s arithmetic cannot make exactly ${groupDigits(units)} units. ${below} or ${above} work.`
  }
  if (spendable === undefined) return undefined
  const needed = units + MARKER + FEE
  if (needed <= spendable) return undefined
  return `This locks ${plainAmount(units)} ${coin} and needs ${plainAmount(needed)}, but you have ${plainAmount(spendable)}.`
}

/** What becomes of a non-fungible token, judged by the first byte of its data (findings on tokens.md). */
export interface Movability {
  readonly movable: boolean
  /** the module even counts its balance as 0 */
  readonly countsAsNothing: boolean
  readonly reason: string
}

export function movability(data: string | undefined): Movability {
  if (data === undefined || data === '') return { movable: true, countsAsNothing: false, reason: '' }
  const code = data.slice(0, 2).toLowerCase()
  if (code === 'f2' || code === '00') {
    return {
      movable: false,
      countsAsNothing: true,
      reason: `Its data starts with ${code}, which the token module takes for something else: every balance reads 0, and it can never be moved.`,
    }
  }
  return {
    movable: false,
    countsAsNothing: false,
    reason: `Moving it needs a module that judges code ${code}, and this chain has none: it stays with its creator for ever.`,
  }
}

/** "100,000 units" */
export function unitsText(units: bigint): string {
  return `${groupDigits(units)} ${units === 1n ? 'unit' : 'units'}`
}
