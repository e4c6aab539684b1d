import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { type ActionOf, CONTRACT_ACTIONS, type OwnContract } from '#shared/protocol/evalCodes.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import type { AppText, AppTextKey } from '../../texts/index.ts'

/** Description of a transaction for the title, and the text key of the approval button. */
export type MainLine = readonly [what: string, agree: Extract<AppTextKey, `agree.${string}`>]

const AGREE = {
  'rewards-plan': 'agree.create',
  'rewards-add': 'agree.add',
  'rewards-lock': 'agree.lock',
  'rewards-unlock': 'agree.unlock',
  'heir-plan': 'agree.setUp',
  'heir-add': 'agree.add',
  'heir-claim': 'agree.withdraw',
  'channel-open': 'agree.open',
  'channel-pay': 'agree.pay',
  'channel-close': 'agree.close',
  'channel-refund': 'agree.withdraw',
  'payments-payee': 'agree.send',
  'payments-plan': 'agree.create',
  'payments-fund': 'agree.fund',
  'payments-release': 'agree.pay',
  'payments-merge': 'agree.send',
  'dice-plan': 'agree.create',
  'dice-entropy': 'agree.add',
  'dice-bet': 'agree.bet',
  'dice-win': 'agree.pay',
  'dice-loss': 'agree.close',
  'dice-timeout': 'agree.pay',
  'dice-refund': 'agree.withdraw',
  'oracle-create': 'agree.create',
  'oracle-fund': 'agree.setAside',
  'oracle-register': 'agree.send',
  'oracle-subscribe': 'agree.pay',
  'oracle-data': 'agree.publish',
  'gateway-bind': 'agree.open',
  'gateway-deposit': 'agree.send',
  'gateway-claim': 'agree.claim',
  'gateway-withdraw': 'agree.send',
  'gateway-sign': 'agree.sign',
  'gateway-complete': 'agree.sign',
  'gateway-done': 'agree.send',
  'import-bind': 'agree.open',
  'import-deposit': 'agree.send',
  'import-withdraw': 'agree.burn',
  'import-sign': 'agree.sign',
  'import-complete': 'agree.sign',
  'import-done': 'agree.send',
} as const satisfies Readonly<Partial<Record<ActionOf<OwnContract>, MainLine[1]>>>

type TitledAction = keyof typeof AGREE

const { tokens, assets, faucet } = CONTRACT_ACTIONS
/** Actions about a token, an order or the faucet; `explained.ts` writes their titles. */
const TITLED_ELSEWHERE: ReadonlySet<string> = new Set([...tokens, ...assets, ...faucet])

const isTitled = (action: string | null): action is TitledAction => action !== null && Object.hasOwn(AGREE, action)

type Token = Explanation['tokens'][number]
type Owner = Token['moves'][number]['owner']

export interface AmountTexts {
  coins(satoshis: bigint): string
  tokens(token: Token, units: bigint): string
}

/** Listing deposit for two entries, one for each end of a channel. */
const MAX_LISTING = 2n * CONTRACT_FEE

/**
 * Returns the coins that leave the wallet, without the fee and the usual listing deposit: both have lines of their own
 * in the prompt.
 */
function coinsLeaving({ spentown, kept, change, fee, cost }: Explanation): bigint {
  const usual = cost !== null && cost.received === 0n && cost.markers > 0n && cost.markers <= MAX_LISTING
  return usual ? cost.paid + cost.locked : spentown - kept - change - (fee ?? 0n)
}

/**
 * Formats the coins that leave the wallet, and the units whose new owner `counts` accepts; undefined if nothing leaves.
 */
function formatLeaving(
  facts: Explanation,
  t: AppText,
  { coins, tokens }: AmountTexts,
  counts: (owner: Owner) => boolean,
) {
  const sum = coinsLeaving(facts)
  const units = facts.tokens.flatMap((token) => {
    const leaving = token.moves.reduce((total, move) => (counts(move.owner) ? total + move.units : total), 0n)
    return leaving > 0n ? [tokens(token, leaving)] : []
  })
  const parts = [...units, ...(sum > 0n ? [coins(sum)] : [])]
  return parts.length === 0 ? undefined : parts.reduce((some, more) => t('units.and', { some, more }))
}

/**
 * Describes a contract's transaction; undefined if the title is about a token, an order or the faucet. The title always
 * names what leaves the wallet, whatever the transaction says about itself; received amounts are in the list of
 * effects. An action without a title is described by what leaves.
 */
export function contractLine(facts: Explanation, t: AppText, texts: AmountTexts): MainLine | undefined {
  const { action } = facts
  if (action === null || TITLED_ELSEWHERE.has(action)) return undefined
  const all = formatLeaving(facts, t, texts, (owner) => owner !== 'own')
  if (!isTitled(action)) {
    return [all === undefined ? t('payment.unknown') : t('payment.send', { coins: all }), 'agree.send']
  }
  const text = t(`contract.${action}`, { what: all ?? t('units.none') })
  if (t(`contract.${action}`, { what: '' }) !== text) return [text, AGREE[action]]
  // The text has no placeholder for amounts: still name coins that leave, and units that do not go into the contract.
  const away = formatLeaving(facts, t, texts, (owner) => owner !== 'own' && owner !== 'contract' && owner !== 'shared')
  return [away === undefined ? text : t('payment.sendToo', { what: text, more: away }), AGREE[action]]
}
