import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { useExports } from '../components/export/exports.ts'
import { personFor } from '../components/people/persons.ts'
import { useUnlock } from '../components/unlock/unlock.ts'
import { useAuditRun } from '../features/addresses/audit/auditRun.ts'
import { useConsole } from '../features/console/consoleStore.ts'
import type { ListedChains } from '../node/chains.ts'
import { useToasts } from '../ui/toasts.ts'
import { isChainPage } from './pages.ts'

/** Cancels the window's jobs for the previous chain and drops its cached answers. */
function leaveChain(): void {
  for (const job of useExports.getState().jobs) job.cancel()
  useAuditRun.getState().forget()
  useUnlock.getState().finish(false)
  useConsole.getState().forget()
  // Buttons of old toasts would act on the new chain.
  useToasts.setState({ toasts: [] })
}

/** Drops the state of the previous chain and opens the overview when another chain is selected. */
export function useChainSwitch(list: ListedChains | undefined): void {
  const router = useRouter()
  const current = list?.current ?? null
  const person = personFor(list?.chains.find(({ id }) => id === current))
  const shown = useRef({ current, person })
  useLayoutEffect(() => {
    const before = shown.current
    // A newly added chain may appear in the list only after it was selected.
    shown.current = { current, person }
    if (before.current === current) return
    leaveChain()
    // Switching the sandbox wallet keeps the page and the chain.
    if (before.person !== undefined && person !== undefined) return
    if (isChainPage(router.state.matches.at(-1)?.routeId)) void router.navigate({ to: '/' })
  }, [current, person, router])
}
