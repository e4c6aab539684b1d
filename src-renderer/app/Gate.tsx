import { type ReactNode, useEffect, useState } from 'react'
import { useConnection, useNode } from '../node/context.tsx'
import { useRpc } from '../node/queries.ts'
import { useLiveQueries } from '../node/useLiveQueries.ts'
import { Toaster } from '../ui/Toaster.tsx'
import { LockedScreen, StartScreen, UnreachableScreen } from './StartScreens.tsx'
import { useTheme } from './useTheme.ts'

/**
 * Stands before the pages until the node is ready for the first time. From then on it never takes a page away again,
 * except when the browser session has ended: what was on screen stays, and the frame says what is wrong.
 */
export function Gate({ children }: { readonly children: ReactNode }) {
  useTheme()
  useLiveQueries()
  const connection = useConnection()
  const { bridge } = useNode()
  const status = useRpc('getnodestatus', {})
  const ready = status.data?.phase === 'ready'
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (ready) setOpened(true)
  }, [ready])

  if (connection.state === 'locked') return <LockedScreen />
  if (opened || ready) {
    return (
      <>
        {children}
        <Toaster />
      </>
    )
  }
  if (connection.state === 'lost') return <UnreachableScreen nextTry={connection.nextTry} onRetry={bridge.reconnect} />
  return <StartScreen status={status.data} error={status.error} onRetry={() => void status.refetch()} />
}
