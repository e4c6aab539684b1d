import { useRpc } from '../node/queries.ts'

/** The most rows of one call. */
const READ = { limit: 1000 }

/** Returns the tokens with units at the main address; none until the list is read. */
export function useHeldTokens() {
  const { data } = useRpc('tokensummary', READ)
  return data?.rows.filter(({ mybalance }) => mybalance > 0n) ?? []
}
