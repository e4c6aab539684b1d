import { formatShare, probabilityAfter } from '../../components/luck.ts'
import { t } from '../../i18n/texts.ts'

/** The curve of a claim in words. */
export function claimCurveLabel(attempts: number): string {
  return attempts === 0
    ? t('faucet:curve.idle')
    : t('faucet:curve.running', { count: attempts, share: formatShare(probabilityAfter(attempts)) })
}
