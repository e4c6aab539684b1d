import { t } from '../i18n/texts.ts'
import { useCoinUnit } from '../node/coin.ts'
import { groupDigits, plainAmount } from '../ui/format.ts'
import { visibleString } from '../ui/visibleText.ts'
import { isFinished, type NewTask, type TaskEffect } from './tasks.ts'

/** Maximum number of displayed characters of a token's name. */
const MAX_NAME_LENGTH = 32

type OrderEffect = Extract<TaskEffect, { readonly kind: 'order' }>

function describeOrder({ action, name, units }: OrderEffect, coins: string): string {
  const token = visibleString(name, MAX_NAME_LENGTH)
  const tokens = `${groupDigits(BigInt(units))} ${token}`
  if (action === 'cancel-ask' || action === 'cancel-bid') return t('parts:history.cancelled', { token })
  if (action === 'fill-ask') return t('parts:history.bought', { tokens })
  if (action === 'fill-bid') return t('parts:history.sold', { tokens })
  return t(action === 'ask' ? 'parts:history.askFor' : 'parts:history.bidFor', { tokens, coins })
}

/** Returns the title of a task: the order until it is confirmed, then what it did, in the words of the history. */
export function taskTitle(task: NewTask, coin: string): string {
  const { effect, title } = task
  const coins = (amount: string) => `${plainAmount(BigInt(amount))} ${coin}`
  if (!isFinished(task)) return title
  switch (effect.kind) {
    case 'token-create':
      return t('parts:history.created', { token: visibleString(effect.name, MAX_NAME_LENGTH) })
    case 'token-transfer':
    case 'token-burn': {
      const tokens = `${groupDigits(BigInt(effect.amount))} ${visibleString(effect.name, MAX_NAME_LENGTH)}`
      return t(effect.kind === 'token-burn' ? 'parts:history.burned' : 'parts:history.sentTokens', { tokens })
    }
    case 'order':
      return describeOrder(effect, coins(effect.coins))
    case 'payment':
      return t('parts:history.sentTokens', { tokens: coins(effect.amount) })
    case 'faucet-deposit':
      return t('parts:history.fundedAmount', { amount: coins(effect.amount) })
    case 'faucet-claim':
      return t('parts:history.claimedAmount', { amount: coins(effect.amount) })
    case 'inheritance':
    case 'channel':
      return title
    default:
      return t(`parts:did.${effect.kind}`)
  }
}

/** Returns the title of a task, with amounts in the window's unit. */
export const useTaskTitle = (task: NewTask): string => taskTitle(task, useCoinUnit())
