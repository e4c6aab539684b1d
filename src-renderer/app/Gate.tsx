import type { ReactNode } from 'react'
import { useChains } from '../node/chains.ts'
import { useConnection, useNode } from '../node/context.tsx'
import { useRpcAhead } from '../node/queries.ts'
import { useLiveQueries } from '../node/useLiveQueries.ts'
import { Toaster } from '../ui/Toaster.tsx'
import { LockedScreen, StartScreen, UnreachableScreen } from './StartScreens.tsx'
import { useTheme } from './useTheme.ts'

/** Stands before everything until it is known which chains there are; after that only a session that ended closes it. */
export function Gate({ children }: { readonly children: ReactNode }) {
  useTheme()
  useLiveQueries()
  // What ChainGate looks at, if there is a chain.
  useRpcAhead('getnodestatus', {})
  const connection = useConnection()
  const { bridge } = useNode()
  const chains = useChains()
  if (connection.state !== 'locked' && chains.data) {
    return (
      <>
        {children}
        <Toaster />
      </>
    )
  }
  return (
    <main className="h-full">
      {connection.state === 'locked' ? (
        <LockedScreen />
      ) : connection.state === 'lost' ? (
        <UnreachableScreen nextTry={connection.nextTry} onRetry={bridge.reconnect} />
      ) : (
        <StartScreen status={undefined} error={chains.error} onRetry={() => void chains.refetch()} />
      )}
    </main>
  )
}
