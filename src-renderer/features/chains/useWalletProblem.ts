import type { ListedChain } from '#shared/chains/index.ts'
import { useRpc } from '../../node/queries.ts'
import type { ReportedWalletProblem } from './walletProblem.ts'

/** Returns the wallet problem of the chain that is shown, if it prevented the start. */
export function useWalletProblem(chain: ListedChain): ReportedWalletProblem | null {
  const status = useRpc('getnodestatus', {})
  return chain.state === 'failed' ? (status.data?.walletProblem ?? null) : null
}
