import { t } from '../../i18n/texts.ts'
import { optionNames } from '../../ui/optionNames.tsx'
import { ChainLink } from '../links/ChainLink.tsx'
import type { MinerStatus } from './minerTexts.ts'

/** Shows the recipient of mining rewards. */
export function RewardTo({ reward }: { readonly reward: MinerStatus['reward'] }) {
  const { to, address, mine } = reward
  if (to === 'nobody') return <span className="text-warn">{t('frame:reward.nobody')}</span>
  if (to === 'wallet') return t('frame:reward.wallet')
  return (
    <>
      {address === null ? null : (
        <ChainLink to={{ kind: 'address', id: address }} label={t('frame:reward.address')} head={6} tail={6} unnamed />
      )}
      <span className="block text-12 text-muted">
        {to === 'identity' ? t('frame:reward.tokenKey') : optionNames(t('frame:reward.option'))}
        {mine ? '' : t('frame:reward.foreign')}
      </span>
    </>
  )
}
