import { readTypedUnits } from '#shared/figures.ts'
import { BURN_KEY } from '#shared/protocol/contractRules.ts'
import { isAddressShaped } from '#shared/protocol/shapes.ts'
import { t } from '../../i18n/texts.ts'

export interface ReceiverCheck {
  readonly error?: string
  readonly note?: string
}

/** Validates a destination without a call to the node. */
export function checkReceiver(text: string, ownKey: string | undefined): ReceiverCheck {
  const key = text.trim().toLowerCase()
  if (key === '') return { error: t('tokens:recipient.missing') }
  if (isAddressShaped(text.trim())) return { error: t('frame:people.unseen') }
  if (!/^[0-9a-f]*$/.test(key)) return { error: t('tokens:recipient.digits') }
  if (key.length !== 66) return { error: t('tokens:recipient.length', { length: key.length }) }
  if (!key.startsWith('02') && !key.startsWith('03')) return { error: t('tokens:recipient.start') }
  if (key === BURN_KEY) return { error: t('tokens:recipient.burn') }
  if (key === ownKey?.toLowerCase()) return { note: t('tokens:recipient.own') }
  return {}
}

/** Parses whole units from 1 to `available`. */
export function checkUnits(text: string, available: bigint): { readonly error?: string; readonly units?: bigint } {
  if (text.trim() === '') return { error: t('tokens:amount.missing') }
  const units = readTypedUnits(text)
  if (units === undefined) return { error: t('tokens:amount.whole') }
  if (units === 0n) return { error: t('tokens:amount.one') }
  if (units > available) return { error: t('tokens:amount.tooMany') }
  return { units }
}
