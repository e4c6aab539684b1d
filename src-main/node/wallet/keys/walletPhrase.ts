import type { Clock, Random } from '../../core/index.ts'
import type { WalletFile } from '../file/index.ts'
import { firstAccounts } from './hdAccounts.ts'
import { seedOfEntropy } from './phrase.ts'

/** Entropy of 12 words. */
const ENTROPY_BYTES = 16
const WORDS = 12

/**
 * Sets a phrase of 12 words in a wallet file without keys, so that its first key already comes from the phrase. The
 * words are stored in plain, like every secret of a file without passphrase.
 */
export function beginWithPhrase(
  file: WalletFile,
  { random, clock }: { readonly random: Random; readonly clock: Pick<Clock, 'now'> },
): void {
  const entropy = random.bytes(ENTROPY_BYTES)
  const seed = seedOfEntropy(entropy)
  const now = clock.now()
  file.atomically(() => {
    file.putSeed({ plain: seed, sealed: null, words: WORDS, birth: now })
    file.putEntropy({ plain: entropy, sealed: null })
    for (const row of firstAccounts(seed, now)) file.putAccount(row)
  })
  for (const secret of [entropy, seed]) secret.fill(0)
}
