import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { type ActionOf, CONTRACT_ACTIONS, type OwnContract } from '#shared/protocol/evalCodes.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import type { AppText, AppTextKey } from '../../texts/index.ts'

/** What a transaction is about, and the verb of the button. */
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
/** Actions whose titles are about a token, an order or the faucet: `explained.ts`. */
const TITLED_ELSEWHERE: ReadonlySet<string> = new Set([...tokens, ...assets, ...faucet])

const isTitled = (action: string | null): action is TitledAction => action !== null && Object.hasOwn(AGREE, action)

type Token = Explanation['tokens'][number]
type Owner = Token['moves'][number]['owner']

/** How amounts are written. */
export interface AmountTexts {
  coins(satoshis: bigint): string
  tokens(token: Token, units: bigint): string
}

/** One entry in the contract's list for each end. */
const MAX_LISTING = 2n * CONTRACT_FEE

/** Neither the fee nor the price of a usual entry in a list: both have lines of their own, and no form asks for them. */
function coinsLeaving({ spentown, kept, change, fee, cost }: Explanation): bigint {
  const usual = cost !== null && cost.received === 0n && cost.markers > 0n && cost.markers <= MAX_LISTING
  return usual ? cost.paid + cost.locked : spentown - kept - change - (fee ?? 0n)
}

/** What leaves by a transaction: the wallet's coins, and units, whose owner is one of those that count. */
function leavingOf(facts: Explanation, t: AppText, { coins, tokens }: AmountTexts, counts: (owner: Owner) => boolean) {
  const sum = coinsLeaving(facts)
  const units = facts.tokens.flatMap((token) => {
    const leaving = token.moves.reduce((total, move) => (counts(move.owner) ? total + move.units : total), 0n)
    return leaving > 0n ? [tokens(token, leaving)] : []
  })
  const parts = [...units, ...(sum > 0n ? [coins(sum)] : [])]
  return parts.length === 0 ? undefined : parts.reduce((some, more) => t('units.and', { some, more }))
}

/**
 * What a contract's transaction does; undefined where the title is about a token, an order or the faucet. What leaves is always
 * named, whatever the transaction says of itself; what comes back stands in the list of what it does. An action without a title
 * is what leaves by it.
 */
export function contractLine(facts: Explanation, t: AppText, texts: AmountTexts): MainLine | undefined {
  const { action } = facts
  if (action === null || TITLED_ELSEWHERE.has(action)) return undefined
  const all = leavingOf(facts, t, texts, (owner) => owner !== 'own')
  if (!isTitled(action)) {
    return [all === undefined ? t('payment.unknown') : t('payment.send', { coins: all }), 'agree.send']
  }
  const text = t(`contract.${action}`, { what: all ?? t('units.none') })
  if (t(`contract.${action}`, { what: '' }) !== text) return [text, AGREE[action]]
  // The words have no place for it: coins that leave are still said, and units that do not go into the contract.
  const away = leavingOf(facts, t, texts, (owner) => owner !== 'own' && owner !== 'contract' && owner !== 'shared')
  return [away === undefined ? text : t('payment.sendToo', { what: text, more: away }), AGREE[action]]
}
