import { formatShare, probabilityAfter } from '../../parts/luck.ts'
import { groupDigits } from '../../ui/format.ts'

/** The curve of a claim in words. */
export function claimCurveLabel(attempts: number): string {
  return attempts === 0
    ? 'Share of searches that have ended after so many attempts: half after the median, 95 % after four times as many'
    : `After ${groupDigits(attempts)} attempts ${formatShare(probabilityAfter(attempts))} of searches have ended`
}
