import type { MethodResult } from '#shared/rpc/index.ts'

/** Which text says what the scan for a phrase's coins has found, and how far it reached. */
export function foundWords({
  found,
  height,
}: Pick<MethodResult<'setphrase'>, 'found' | 'height'>): 'found' | 'foundNone' | 'foundScanned' | 'foundNoneScanned' {
  if (height === null) return found === 0 ? 'foundNoneScanned' : 'foundScanned'
  return found === 0 ? 'foundNone' : 'found'
}
