import { FIRST_COINS_COMMENT, FRIEND } from '#shared/chains/index.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { hasText, t } from '../../i18n/texts.ts'
import { amountAlone, groupDigits } from '../../ui/format.ts'
import { visibleString } from '../../ui/visibleText.ts'

type HistoryRow = MethodResult<'listwallethistory'>['rows'][number]
type Row = Pick<HistoryRow, 'kind' | 'action' | 'token' | 'amount' | 'fee' | 'comment' | 'commentto'>

/**
 * Returns true for the first coins that the app sent to Friend in the sandbox. Their text already names payee and
 * purpose.
 */
export const areFirstCoins = ({ kind, comment, commentto }: Pick<Row, 'kind' | 'comment' | 'commentto'>): boolean =>
  kind === 'sent' && comment === FIRST_COINS_COMMENT && commentto === FRIEND

/** Maximum number of displayed characters of a token's name. */
const MAX_NAME_LENGTH = 32

/** Returns "250 GOLD", or only the name for an NFT. */
function formatTokenAmount(token: Row['token']): string {
  if (token === null) return t('parts:history.tokens')
  const name = visibleString(token.name, MAX_NAME_LENGTH)
  return token.nft ? name : `${groupDigits(token.units)} ${name}`
}

type PhrasedAction = Extract<TextKey, `parts:did.${string}`> extends `parts:did.${infer Action}` ? Action : never

const isPhrased = (action: string): action is PhrasedAction => hasText(`parts:did.${action}`)

/** Describes a payment or trade by a named other party; returns undefined for other rows. */
function describeIncome({ kind, action, token, amount }: Row, who: string): string | undefined {
  const tokens = formatTokenAmount(token)
  if (action === 'token-transfer' && token) return t('parts:history.receivedTokensFrom', { tokens, who })
  if (action === 'fill-ask') return t('parts:history.soldTo', { tokens, who })
  if (action === 'fill-bid') return t('parts:history.boughtFrom', { tokens, who })
  return action === null && kind === 'received'
    ? t('parts:history.paidBy', { who, amount: amountAlone(amount) })
    : undefined
}

/** Describes a payment or trade with a named other party; returns undefined for other rows. */
function describeDeal(row: Row, who: string): string | undefined {
  const { kind, action, token, amount, fee } = row
  if (fee === null) return describeIncome(row, who)
  const tokens = formatTokenAmount(token)
  if (action === 'token-transfer' && token?.away) return t('parts:history.sentTokensTo', { tokens, who })
  if (action === 'fill-ask') return t('parts:history.boughtFrom', { tokens, who })
  if (action === 'fill-bid') return t('parts:history.soldTo', { tokens, who })
  return action === null && kind === 'sent'
    ? t('parts:history.paid', { who, amount: amountAlone(-amount - fee) })
    : undefined
}

/**
 * Returns what a transaction did for the wallet, in a few words. An untrusted token name in it is sanitized.
 * @param who sanitized name of the other party
 */
export function describeHistoryRow(row: Row, who?: string): string {
  const { kind, action, token: given, amount, fee } = row
  if (areFirstCoins(row)) return t('parts:history.firstCoins')
  const deal = who === undefined ? undefined : describeDeal(row, who)
  if (deal !== undefined) return deal
  const paid = fee !== null
  const tokens = formatTokenAmount(given)
  const token = given === null ? t('parts:history.someToken') : visibleString(given.name, MAX_NAME_LENGTH)
  switch (action) {
    case 'token-create':
      return t('parts:history.created', { token })
    case 'token-transfer':
      if (given?.away) return t('parts:history.sentTokens', { tokens })
      return paid ? t('parts:history.movedTokens', { tokens }) : t('parts:history.receivedTokens', { tokens })
    case 'token-burn':
      return t('parts:history.burned', { tokens })
    case 'faucet-fund':
      return fee === null
        ? t('parts:history.funded')
        : t('parts:history.fundedAmount', { amount: amountAlone(-amount - fee) })
    case 'faucet-claim':
      return amount > 0n
        ? t('parts:history.claimedAmount', { amount: amountAlone(amount) })
        : t('parts:history.claimed')
    case 'ask':
      return t('parts:history.ask', { tokens })
    case 'bid':
      return t('parts:history.bid', { tokens })
    case 'fill-ask':
      return paid ? t('parts:history.bought', { tokens }) : t('parts:history.sold', { tokens })
    case 'fill-bid':
      return paid ? t('parts:history.sold', { tokens }) : t('parts:history.bought', { tokens })
    case 'cancel-ask':
    case 'cancel-bid':
      return t('parts:history.cancelled', { token })
    case null:
      return t(`parts:history.${kind}`)
    default:
      return t(isPhrased(action) ? `parts:did.${action}` : `parts:history.${kind}`)
  }
}
