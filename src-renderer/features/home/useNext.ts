import { assessBackup, type BackupCover, isBackedUp } from '../../components/backupCover.ts'
import { useHidden, useNextStep } from '../../components/firstSteps/useNextStep.ts'
import { isToyChain, personFor } from '../../components/people/persons.ts'
import { isFirstOfAll } from '../../node/chainState.ts'
import { useCurrentChain } from '../../node/chains.ts'
import { useRpc } from '../../node/queries.ts'
import { usePhraseOffer } from './phraseOfferStore.ts'

/**
 * The next step. `stepsDone`: all steps are done, and the list of first steps shows its ticks until it is dismissed.
 */
export type HomeStep = 'steps' | 'stepsDone' | 'mine' | 'coins' | 'backup'

/**
 * Returns the missing backup by which coins would be lost with the computer. Returns `undefined` if nothing would be
 * lost, in the sandbox, or after the user postponed the offer.
 */
export function useUnsafeCover(): Exclude<BackupCover, 'words' | 'both' | 'file'> | undefined {
  const { data } = useRpc('getwalletstatus', {})
  const chain = useCurrentChain()
  const { later } = usePhraseOffer()
  if (!data || !chain || isToyChain(chain) || later.includes(chain.id)) return undefined
  const cover = assessBackup(data)
  return isBackedUp(cover) ? undefined : cover
}

/** Returns how to get the first coins outside the sandbox, or `undefined` once the wallet has some. */
function useFirstCoins(): HomeStep | undefined {
  const chain = useCurrentChain()
  const { data: status } = useRpc('getnodestatus', {})
  const { data: wallet } = useRpc('getwalletsummary', {})
  const { data: miner } = useRpc('getminerstatus', {})
  const { data: sync } = useRpc('getsyncstate', {})
  if (!chain || !status || !miner || !sync || wallet?.total !== 0n || wallet.tokens !== 0n) return undefined
  if (chain.kind === 'created' || isFirstOfAll(sync.evidence.height)) {
    // An interrupted miner has its own card, which asks if it should continue.
    const idle = miner.state === 'off' && !miner.interrupted && miner.reward.to !== 'nobody'
    return status.network === 'main' && idle ? 'mine' : undefined
  }
  return sync.state === 'synced' || sync.state === 'solo' ? 'coins' : undefined
}

/** Returns the next step on this chain, or `undefined` if all steps are done. */
export function useHomeStep(): HomeStep | undefined {
  const chain = useCurrentChain()
  const { step, listed } = useNextStep()
  const { hidden } = useHidden(chain?.id)
  const coins = useFirstCoins()
  const cover = useUnsafeCover()
  if (isToyChain(chain)) {
    if (listed && step === undefined) return 'stepsDone'
    return listed || (personFor(chain) === undefined && !hidden) ? 'steps' : undefined
  }
  return coins ?? (cover && 'backup')
}
