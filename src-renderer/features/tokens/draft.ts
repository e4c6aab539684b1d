import { readTypedUnits } from '#shared/figures.ts'
import { floatSatoshis } from '#shared/protocol/coinAmount.ts'
import {
  CONTRACT_FEE,
  isMisreadToken,
  MAX_NFT_DATA,
  MAX_TOKEN_DESCRIPTION,
  MAX_TOKEN_NAME,
} from '#shared/protocol/contractRules.ts'
import { bytesToHex } from '#shared/protocol/hex.ts'
import { linkedNftData, linkTarget, MAX_NFT_LINK } from '#shared/protocol/nftData.ts'
import { formatAmount } from '#shared/units.ts'
import { isMovableData } from '../../components/movableData.ts'
import { rangeProblem } from '../../components/typedAmount.ts'
import type { TokenDraft } from '../../components/uiStore.ts'
import { t } from '../../i18n/texts.ts'
import { coinUnit, groupDigits, plainAmount, readDecimal, utf8Length } from '../../ui/format.ts'

/** Cost of a creation in satoshis besides the supply: the marker, which stays locked forever, and the miner's fee. */
const CREATION_COST = 2n * CONTRACT_FEE

export interface TokenRequest {
  readonly name: string
  /** in coins, as tokencreate expects it */
  readonly supply: string
  readonly description: string
  /** hex, for NFTs only */
  readonly data: string | undefined
  /** one unit locks one satoshi */
  readonly units: bigint
}

export type TokenField = 'name' | 'supply' | 'description' | 'link' | 'data' | 'evalCode'

export type DraftCheck =
  | { readonly ok: true; readonly request: TokenRequest }
  | { readonly ok: false; readonly errors: Partial<Record<TokenField, string>> }

/**
 * Returns the units of a supply field, or undefined if its text is not a number. A supply in coins is always read in
 * coins, even if the window shows satoshis. The unit next to the field names coins, because one satoshi is one unit.
 */
export function draftUnits(draft: Pick<TokenDraft, 'kind' | 'supply' | 'supplyUnit'>): bigint | undefined {
  if (draft.kind === 'nft') return 1n
  return draft.supplyUnit === 'coins' ? readDecimal(draft.supply) : readTypedUnits(draft.supply)
}

/**
 * Returns the data of an NFT as hex, evaluation code first, or undefined if the input is not hex. With a link the data
 * are encoded as properties, as the family's tools do. Without a link the typed bytes are used.
 */
export function draftData(draft: Pick<TokenDraft, 'link' | 'data' | 'dataFormat' | 'evalCode'>): string | undefined {
  const code = draft.evalCode.trim().toLowerCase()
  const hex =
    draft.dataFormat === 'text'
      ? bytesToHex(new TextEncoder().encode(draft.data))
      : draft.data.replaceAll(/\s/g, '').toLowerCase()
  if (!/^([0-9a-f]{2})*$/.test(hex) || !/^[0-9a-f]{2}$/.test(code)) return undefined
  const link = draft.link.trim()
  return link === '' ? code + hex : linkedNftData(code, link, hex)
}

/**
 * Checks everything that the node would reject, before the call.
 * @param spendable satoshis of the wallet
 * @param coin name of the chain's coin
 */
export function checkDraft(draft: TokenDraft, spendable: bigint | undefined, coin: string): DraftCheck {
  const errors: Partial<Record<TokenField, string>> = {}
  const put = (field: TokenField, problem: string | undefined) => {
    if (problem) errors[field] = problem
  }
  put('name', nameProblem(draft.name))
  put('supply', supplyProblem(draft, spendable, coin))
  const descriptionBytes = utf8Length(draft.description)
  if (descriptionBytes > MAX_TOKEN_DESCRIPTION) {
    put('description', t('tokens:draft.tooLong', { count: descriptionBytes - MAX_TOKEN_DESCRIPTION }))
  }
  const data = draft.kind === 'nft' ? draftData(draft) : undefined
  if (draft.kind === 'nft') {
    put('link', linkProblem(draft.link.trim()))
    if (!/^[0-9a-fA-F]{2}$/.test(draft.evalCode.trim())) put('evalCode', t('tokens:draft.code'))
    else if (data === undefined) put('data', t('tokens:draft.notHex'))
    else if (data.length / 2 > MAX_NFT_DATA)
      put('data', t('tokens:draft.tooLong', { count: data.length / 2 - MAX_NFT_DATA }))
  }
  const units = draftUnits(draft)
  if (Object.keys(errors).length > 0 || units === undefined) return { ok: false, errors }
  const { name, description } = draft
  return { ok: true, request: { name, supply: formatAmount(units), description, data, units } }
}

/**
 * Returns the units that the node creates. Like komodod it converts the text in floating point (tokens.md §5), which
 * makes some numbers one less.
 */
function madeUnits(units: bigint): bigint {
  return BigInt(Math.trunc(floatSatoshis(Number(formatAmount(units)))))
}

/** Returns the next number of units in a direction that can be created exactly. Every second or third number can. */
function nextExact(units: bigint, step: 1n | -1n): bigint {
  let candidate = units + step
  while (madeUnits(candidate) !== candidate && candidate > 0n) candidate += step
  return candidate
}

function nameProblem(name: string): string | undefined {
  const bytes = utf8Length(name)
  if (bytes === 0) return t('tokens:draft.noName')
  if (bytes > MAX_TOKEN_NAME) return t('tokens:draft.tooLong', { count: bytes - MAX_TOKEN_NAME })
  return undefined
}

function linkProblem(link: string): string | undefined {
  if (link === '') return undefined
  const bytes = utf8Length(link)
  if (bytes > MAX_NFT_LINK) return t('tokens:draft.tooLong', { count: bytes - MAX_NFT_LINK })
  return linkTarget(link).kind === 'other' ? t('tokens:draft.link') : undefined
}

function supplyProblem(draft: TokenDraft, spendable: bigint | undefined, coin: string): string | undefined {
  if (draft.kind === 'fungible') {
    const text = draft.supply.trim()
    if (text === '') return t('tokens:draft.noSupply')
    if (draft.supplyUnit === 'units' && /^\d[^.]*\.\d*$/.test(text)) {
      return t('tokens:draft.wholeUnits', { coin })
    }
    if (/^\d[^.]*\.\d{9,}$/.test(text)) return t('tokens:draft.decimals')
  }
  const units = draftUnits(draft)
  if (units === undefined) {
    return rangeProblem(draft.supply, draft.supplyUnit === 'units') ?? t('tokens:draft.notNumber')
  }
  if (units === 0n) return t('tokens:draft.one')
  if (madeUnits(units) !== units) {
    return t('tokens:draft.inexact', {
      units: groupDigits(units),
      below: groupDigits(nextExact(units, -1n)),
      above: groupDigits(nextExact(units, 1n)),
    })
  }
  if (spendable === undefined) return undefined
  const needed = units + CREATION_COST
  if (needed <= spendable) return undefined
  return t('tokens:draft.noFunds', {
    locked: plainAmount(units),
    needed: plainAmount(needed),
    spendable: plainAmount(spendable),
    coin: coinUnit(coin),
  })
}

/** Transferability of an NFT, decided by the first byte of its data (tokens.md §4). */
export interface Movability {
  readonly movable: boolean
  /** True if the module even counts its balance as 0. */
  readonly countsAsNothing: boolean
  readonly reason: string
}

export function movability(data: string | undefined): Movability {
  if (data === undefined || data === '') return { movable: true, countsAsNothing: false, reason: '' }
  const code = data.slice(0, 2).toLowerCase()
  if (isMovableData(data)) return { movable: true, countsAsNothing: false, reason: '' }
  if (isMisreadToken(Number.parseInt(code, 16))) {
    return {
      movable: false,
      countsAsNothing: true,
      reason: t('tokens:draft.misread', { code }),
    }
  }
  return {
    movable: false,
    countsAsNothing: false,
    reason: t('tokens:draft.needsContract', { code }),
  }
}

/**
 * Returns why units cannot be sent now, or undefined if they can.
 * @param units units left in the wallet, as far as known
 * @param moving true if a transfer is unconfirmed: the units left are 0, or change that cannot be spent yet
 */
export function whyNotMove(data: string | undefined, units: bigint | undefined, moving: boolean): string | undefined {
  const fate = movability(data)
  if (!fate.movable) return fate.reason
  const none = units === undefined || units === 0n
  if (moving) return t(none ? 'tokens:move.allPending' : 'tokens:move.changePending')
  return none ? t('tokens:move.noUnits') : undefined
}

/** Formats units: "100,000 units". */
export function unitsText(units: bigint): string {
  return t('tokens:units', { count: Number(units), units: groupDigits(units) })
}
