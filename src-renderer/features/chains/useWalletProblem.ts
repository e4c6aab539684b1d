import type { ListedChain } from '#shared/chains/index.ts'
import { useRpc } from '../../node/queries.ts'
import type { ReportedWalletProblem } from './walletWords.ts'

/** What is wrong with the wallet of the chain that is shown, if that is why it could not start. */
export function useWalletProblem(chain: ListedChain): ReportedWalletProblem | null {
  const status = useRpc('getnodestatus', {})
  return chain.state === 'failed' ? (status.data?.walletProblem ?? null) : null
}
