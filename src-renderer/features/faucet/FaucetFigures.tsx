import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { groupDigits, plainAmount } from '../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../ui/KeyFigure.tsx'
import {
  type ClaimStage,
  claimsLeft,
  eligibilityCheck,
  faucetReads,
  poolIsWaiting,
  stageFigure,
} from './claimStatus.ts'

export interface FaucetFiguresProps {
  readonly coin: string
  readonly stage: ClaimStage | undefined
}

export function FaucetFigures({ coin, stage }: FaucetFiguresProps) {
  const eligibility = useRpc('fauceteligibility', {})
  const reads = faucetReads(eligibility.data)
  const info = useRpc('faucetinfo', {}, { enabled: reads })
  const claim = useRpc('getfaucetclaim', {})
  const { data } = eligibility
  // Both calls report the pool.
  const pool = info.data?.funding ?? eligibilityCheck(data, 'pool')?.amount
  const unknown = (data && !reads) || info.isError || eligibility.isError ? null : undefined
  const left = pool === undefined || !data ? undefined : claimsLeft(pool, data.payout, CONTRACT_FEE)
  const figure = stage ? stageFigure(stage, claim.data) : undefined
  const waiting = poolIsWaiting(data)
  const nothing = eligibility.isError || claim.isError ? null : undefined
  return (
    <KeyFigures>
      <KeyFigure
        label={t('faucet:figures.pool')}
        value={pool === undefined ? unknown : plainAmount(pool)}
        note={
          pool === 0n
            ? t(waiting ? 'faucet:figures.claimWaits' : 'faucet:figures.empty')
            : t('faucet:figures.confirmed', { coin })
        }
        source={<CallSource calls={[shownCall('faucetinfo', {})]} />}
      />
      <KeyFigure label={t('faucet:figures.payout')} value={data ? plainAmount(data.payout) : nothing} note={coin} />
      <KeyFigure
        label={t('faucet:figures.left')}
        value={left === undefined ? unknown : groupDigits(left)}
        note={leftNote(left, data?.payout, waiting, coin)}
      />
      <KeyFigure label={t('faucet:figures.claim')} value={figure?.word ?? nothing} note={figure?.note} />
    </KeyFigures>
  )
}

/** Below the claims that are left. @param payout satoshis of one claim; undefined while not known */
function leftNote(left: bigint | undefined, payout: bigint | undefined, waiting: boolean, coin: string): string {
  if (left === 0n) return t(waiting ? 'faucet:figures.moreWithBlock' : 'faucet:figures.needsDeposit')
  if (payout === undefined) return '\u00a0'
  return t('faucet:figures.eachTakes', { amount: plainAmount(payout + CONTRACT_FEE), coin })
}
