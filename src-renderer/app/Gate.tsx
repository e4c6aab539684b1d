import type { ReactNode } from 'react'
import { useBrowserAlerts } from '../components/useBrowserAlerts.ts'
import { useChains } from '../node/chains.ts'
import { useBrowserQuestion, useConnection, useNode } from '../node/context.tsx'
import { useRpcAhead } from '../node/queries.ts'
import { useLiveQueries } from '../node/useLiveQueries.ts'
import { onDemand } from '../ui/onDemand.tsx'
import { Toaster } from '../ui/Toaster.tsx'
import { LockedScreen, StartScreen, UnreachableScreen } from './StartScreens.tsx'
import { useTheme } from './useTheme.ts'

const QuestionDialog = onDemand(() =>
  import('../components/confirm/QuestionDialog.tsx').then((module) => module.QuestionDialog),
)

/**
 * Shown instead of the whole window until the list of chains is known. After that, only the end of the session shows it
 * again. The app's questions open above it.
 */
export function Gate({ children }: { readonly children: ReactNode }) {
  useTheme()
  useLiveQueries()
  useBrowserAlerts()
  // Prefetched for ChainGate.
  useRpcAhead('getnodestatus', {})
  const connection = useConnection()
  const { bridge } = useNode()
  const chains = useChains()
  const asking = useBrowserQuestion() !== undefined
  return (
    <>
      {connection.state !== 'locked' && chains.data ? (
        children
      ) : (
        <div className="flex h-full flex-col">
          <main className="min-h-0 flex-1">
            {connection.state === 'locked' ? (
              <LockedScreen />
            ) : connection.state === 'lost' ? (
              <UnreachableScreen nextTry={connection.nextTry} onRetry={bridge.reconnect} />
            ) : (
              <StartScreen status={undefined} error={chains.error} onRetry={() => void chains.refetch()} />
            )}
          </main>
          <Toaster />
        </div>
      )}
      {asking ? <QuestionDialog /> : null}
    </>
  )
}
