import { mine, type WindowPage } from '../components/places.ts'
import { useHeldTokens } from '../components/useHeldTokens.ts'

/** Returns where *Tokens* leads to: to the user's own tokens if there are some, else to all tokens. */
export function useTokensTab(): Pick<WindowPage, 'path' | 'search'> {
  return useHeldTokens().length > 0 ? mine : { path: '/tokens' }
}
