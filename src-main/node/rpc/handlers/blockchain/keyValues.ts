import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { ChainParams } from '../../../consensus/index.ts'
import type { ChainView } from '../../../core/index.ts'

interface Deps {
  readonly params: Pick<ChainParams, 'name'>
  readonly chain: Pick<ChainView, 'tip'>
}

/** Room that the reference has for a key. */
const MOST_KEY = 80_008

/** Bytes of a text up to its first zero byte, where C ends it. */
function lengthOf(text: string): number {
  const bytes = new TextEncoder().encode(text)
  const end = bytes.indexOf(0)
  return end < 0 ? bytes.length : end
}

/**
 * The store of keys and values that the family once kept beside the chain. Version 0.8.1 of the reference took out what read it
 * from blocks, and its kvupdate refuses every key that it does not find, so that there is nothing in it on any node.
 */
export function createKeyValueHandlers({ params, chain }: Deps) {
  return defineHandlers({
    kvsearch({ key }) {
      const keylen = lengthOf(key)
      if (keylen === 0) return { error: 'null key' }
      const error = keylen < MOST_KEY ? 'cant find key' : 'key too big'
      return { coin: params.name, currentheight: chain.tip().height, key, keylen, error }
    },
    kvupdate: ({ key }) => ({
      error: lengthOf(key) === 0 ? 'null key' : 'error verifying sig, passphrase is probably wrong',
    }),
  })
}
