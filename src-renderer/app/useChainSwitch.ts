import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { useExports } from '../components/export/exports.ts'
import { personOf } from '../components/people/persons.ts'
import { useUnlock } from '../components/unlock/unlock.ts'
import { useAuditRun } from '../features/addresses/audit/auditRun.ts'
import { useConsole } from '../features/console/consoleStore.ts'
import type { ListedChains } from '../node/chains.ts'
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
export function useChainSwitch(list: ListedChains | undefined): void {
  const router = useRouter()
  const current = list?.current ?? null
  const person = personOf(list?.chains.find(({ id }) => id === current))
  const shown = useRef({ current, person })
  useLayoutEffect(() => {
    const before = shown.current
    // A chain that was just added may be in the list only after it was shown.
    shown.current = { current, person }
    if (before.current === current) return
    leaveChain()
    // The other person of the sandbox looks at the same page of the same chain.
    if (before.person !== undefined && person !== undefined) return
    if (isChainPage(router.state.matches.at(-1)?.routeId)) void router.navigate({ to: '/' })
  }, [current, person, router])
}
