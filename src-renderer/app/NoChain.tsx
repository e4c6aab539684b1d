import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { WelcomePage } from '../features/chains/WelcomePage.tsx'
import { useChains } from '../node/chains.ts'

/** Shown instead of a chain's page while no chain is selected: the welcome page, or the list of chains. */
export function NoChain() {
  const { data: list } = useChains()
  // The welcome page may just have added a chain that is selected in a moment: do not switch to the list until then.
  const [first] = useState(list?.chains.length === 0)
  return first ? <WelcomePage /> : <Navigate to="/chains" replace />
}
