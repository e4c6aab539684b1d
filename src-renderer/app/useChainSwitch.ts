import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { useAuditRun } from '../features/addresses/audit/auditRun.ts'
import { useConsole } from '../features/console/consoleStore.ts'
import { useExports } from '../parts/export/exports.ts'
import { useUnlock } from '../parts/unlock/unlock.ts'
import { useToasts } from '../ui/toasts.ts'
import { isChainPage } from './pages.ts'

/** Ends what this window was doing with the previous chain, and forgets what its node answered. */
function leaveChain(): void {
  for (const job of useExports.getState().jobs) job.cancel()
  useAuditRun.getState().forget()
  useUnlock.getState().finish(false)
  useConsole.getState().forget()
  // Their buttons would act on the chain that is shown now.
  useToasts.setState({ toasts: [] })
}

/** When another chain is selected: drops everything of the previous one and opens the overview. */
export function useChainSwitch(current: string | null): void {
  const router = useRouter()
  const shown = useRef(current)
  useLayoutEffect(() => {
    if (shown.current === current) return
    shown.current = current
    leaveChain()
    if (isChainPage(router.state.matches.at(-1)?.routeId)) void router.navigate({ to: '/' })
  }, [current, router])
}
