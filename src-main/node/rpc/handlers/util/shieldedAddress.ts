import { bech32 } from '@scure/base'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { ChainParams } from '../../../consensus/index.ts'
import { decodeBase58Check } from '../../../crypto/index.ts'
import { trimmed } from '../../../script/index.ts'
import { toDisplayHex, toHex } from '../../../util/index.ts'
import type { Wallet } from '../../../wallet/index.ts'

interface Deps {
  readonly params: Pick<ChainParams, 'network'>
  readonly wallet: Wallet | undefined
}

/** What addresses of shielded coins begin with: JoinSplits' in base 58, Sapling's in Bech32 (the reference's chainparams.cpp). */
const FORMS = {
  main: { sprout: [0x16, 0x9a], sapling: 'zs' },
  regtest: { sprout: [0x16, 0xb6], sapling: 'zregtestsapling' },
} as const

/** Two of 32 bytes behind a prefix of two. */
const SPROUT_BYTES = 2 + 64
const DIVERSIFIER_BYTES = 11
const SAPLING_BYTES = DIVERSIFIER_BYTES + 32
/** Of 5 bits. */
const SAPLING_WORDS = Math.ceil((SAPLING_BYTES * 8) / 5)
/** Longest text that the reference reads. */
const MOST_TEXT = 1_023

/** What an address of shielded coins holds; whether its keys are points nobody looks at. Undefined: it is none of this chain. */
function describe(text: string, network: keyof typeof FORMS) {
  const form = FORMS[network]
  // The reference reads base 58 up to the first NUL, and ignores blanks around it.
  const sprout = decodeBase58Check(trimmed(text.split('\0', 1)[0]!))
  if (sprout?.length === SPROUT_BYTES && form.sprout.every((byte, at) => sprout[at] === byte)) {
    const [payingkey, transmissionkey] = [sprout.subarray(2, 34), sprout.subarray(34)]
    const keys = { payingkey: toDisplayHex(payingkey), transmissionkey: toDisplayHex(transmissionkey) }
    return { type: 'sprout' as const, ...keys }
  }
  const decoded = bech32.decodeUnsafe(text, MOST_TEXT)
  if (decoded?.prefix !== form.sapling || decoded.words.length !== SAPLING_WORDS) return undefined
  const bytes = bech32.fromWordsUnsafe(decoded.words)
  if (!bytes) return undefined
  const [diversifier, key] = [bytes.subarray(0, DIVERSIFIER_BYTES), bytes.subarray(DIVERSIFIER_BYTES)]
  const keys = { diversifier: toHex(diversifier), diversifiedtransmissionkey: toDisplayHex(key) }
  return { type: 'sapling' as const, ...keys }
}

export function createShieldedAddressHandlers({ params, wallet }: Deps) {
  return defineHandlers({
    z_validateaddress({ zaddr }) {
      const found = describe(zaddr, params.network)
      if (found === undefined) return { isvalid: false }
      // There are no keys of shielded coins in this wallet.
      return { isvalid: true, address: zaddr, ...found, ...(wallet && { ismine: false }) }
    },
  })
}
