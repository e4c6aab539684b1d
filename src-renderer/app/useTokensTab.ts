import { mine, type WindowPage } from '../components/places.ts'
import { useRpc } from '../node/queries.ts'

/** Returns the page that *Tokens* leads to: the user's own tokens if the wallet has some, else all tokens. */
export function useTokensTab(): Pick<WindowPage, 'path' | 'search'> {
  const { data } = useRpc('getwalletsummary', {})
  return data !== undefined && data.tokens > 0n ? mine : { path: '/tokens' }
}
