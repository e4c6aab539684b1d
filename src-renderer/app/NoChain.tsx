import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { WelcomePage } from '../features/chains/WelcomePage.tsx'
import { useChains } from '../node/chains.ts'

/** In place of a chain's page while none is shown: the first question, or the list to choose from. */
export function NoChain() {
  const { data: list } = useChains()
  // The first page has just added a chain that is about to be shown: render nothing in between.
  const [first] = useState(list?.chains.length === 0)
  return first ? <WelcomePage /> : <Navigate to="/chains" replace />
}
