import type { MethodResult } from '#shared/rpc/index.ts'

/** Returns the key of the text about the result of the scan for a phrase's coins, and how far it reached. */
export function chooseScanText({
  found,
  height,
}: Pick<MethodResult<'setphrase'>, 'found' | 'height'>): 'found' | 'foundNone' | 'foundScanned' | 'foundNoneScanned' {
  if (height === null) return found === 0 ? 'foundNoneScanned' : 'foundScanned'
  return found === 0 ? 'foundNone' : 'found'
}
