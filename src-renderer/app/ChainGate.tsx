import { type ReactNode, useEffect, useState } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { ChainNotRunning } from '../features/chains/ChainNotRunning.tsx'
import { useConnection, useNode } from '../node/context.tsx'
import { useRpc } from '../node/queries.ts'
import { PagePending } from './PagePending.tsx'
import { StartScreen, UnreachableScreen } from './StartScreens.tsx'

/**
 * Shown instead of a chain's pages until its node is ready for the first time. After that, pages stay on screen and the
 * frame shows any problem.
 */
export function ChainGate({ chain, children }: { readonly chain: ListedChain; readonly children: ReactNode }) {
  const connection = useConnection()
  const { bridge } = useNode()
  const status = useRpc('getnodestatus', {})
  const alive = chain.state === 'starting' || chain.state === 'running'
  const ready = alive && status.data?.phase === 'ready'
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (ready) setOpened(true)
  }, [ready])
  const { refetch } = status
  // Nothing is known while the node is not running: fetch again once it runs.
  useEffect(() => {
    if (alive) void refetch()
  }, [alive, refetch])

  // If the wallet file is missing, the chain does not run until the user has decided. An open page must not hide that.
  const walletGone = chain.state === 'failed' && status.data?.walletProblem != null
  // Show one page for a chain that the user stopped, instead of an error in each part of an open page.
  const stopped = chain.state === 'stopped' && connection.state !== 'lost'
  if ((opened && !walletGone && !stopped) || ready) return children
  if (connection.state === 'lost') return <UnreachableScreen nextTry={connection.nextTry} onRetry={bridge.reconnect} />
  if (!alive) return <ChainNotRunning chain={chain} />
  if (!status.data && !status.error) return <PagePending />
  return <StartScreen status={status.data} error={status.error} onRetry={() => void refetch()} />
}
