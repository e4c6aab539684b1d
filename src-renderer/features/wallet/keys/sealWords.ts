import type { Progress } from '#shared/events.ts'

/** Step of encrypting a wallet. Nothing is counted before the first keys, and the last step is the longest. */
export function sealWords(progress: Progress | undefined): string {
  if (progress === undefined) return 'Making a key of the passphrase'
  return progress.done === progress.total ? 'Writing the encrypted keys' : 'Encrypting the keys'
}
