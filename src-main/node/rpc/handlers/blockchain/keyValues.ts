import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { ChainParams } from '../../../consensus/index.ts'
import type { ChainView } from '../../../core/index.ts'

interface KeyValuesDeps {
  readonly params: Pick<ChainParams, 'name'>
  readonly chain: Pick<ChainView, 'tip'>
}

/** Size of komodod's key buffer. Keys must be shorter. */
const MAX_KEY_SIZE = 80_008

/** Returns the length in bytes up to the first zero byte, as for a C string. */
function countCStringBytes(text: string): number {
  const bytes = new TextEncoder().encode(text)
  const end = bytes.indexOf(0)
  return end < 0 ? bytes.length : end
}

/**
 * Handlers of the chain family's former key-value store. Version 0.8.1 of komodod removed the code that read it from
 * blocks, and its kvupdate rejects every key that it does not find. The store is therefore empty on every node.
 */
export function createKeyValueHandlers({ params, chain }: KeyValuesDeps) {
  return defineHandlers({
    kvsearch({ key }) {
      const keylen = countCStringBytes(key)
      if (keylen === 0) return { error: 'null key' }
      const error = keylen < MAX_KEY_SIZE ? 'cant find key' : 'key too big'
      return { coin: params.name, currentheight: chain.tip().height, key, keylen, error }
    },
    kvupdate: ({ key }) => ({
      error: countCStringBytes(key) === 0 ? 'null key' : 'error verifying sig, passphrase is probably wrong',
    }),
  })
}
