import { bech32 } from '@scure/base'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { ChainParams } from '../../../consensus/index.ts'
import { decodeBase58Check } from '../../../crypto/index.ts'
import { trimmed } from '../../../script/index.ts'
import { toDisplayHex, toHex } from '../../../util/index.ts'
import type { Wallet } from '../../../wallet/index.ts'

interface ShieldedAddressDeps {
  readonly params: Pick<ChainParams, 'network'>
  readonly wallet: Wallet | undefined
}

/** Prefixes of shielded addresses: Sprout in base 58, Sapling in Bech32 (komodod's chainparams.cpp). */
const FORMS = {
  main: { sprout: [0x16, 0x9a], sapling: 'zs' },
  regtest: { sprout: [0x16, 0xb6], sapling: 'zregtestsapling' },
} as const

/** Two values of 32 bytes after a prefix of two bytes. */
const SPROUT_BYTES = 2 + 64
const DIVERSIFIER_BYTES = 11
const SAPLING_BYTES = DIVERSIFIER_BYTES + 32
/** Number of 5-bit words. */
const SAPLING_WORDS = Math.ceil((SAPLING_BYTES * 8) / 5)
/** Maximum length that komodod parses. */
const MAX_TEXT_LENGTH = 1_023

/**
 * Decodes a shielded address, without checking that its keys are valid points. Returns undefined if it is not an
 * address of this network.
 */
function describe(text: string, network: keyof typeof FORMS) {
  const form = FORMS[network]
  // komodod parses base 58 up to the first NUL and ignores surrounding spaces.
  const sprout = decodeBase58Check(trimmed(text.split('\0', 1)[0]!))
  if (sprout?.length === SPROUT_BYTES && form.sprout.every((byte, at) => sprout[at] === byte)) {
    const [payingkey, transmissionkey] = [sprout.subarray(2, 34), sprout.subarray(34)]
    const keys = { payingkey: toDisplayHex(payingkey), transmissionkey: toDisplayHex(transmissionkey) }
    return { type: 'sprout' as const, ...keys }
  }
  const decoded = bech32.decodeUnsafe(text, MAX_TEXT_LENGTH)
  if (decoded?.prefix !== form.sapling || decoded.words.length !== SAPLING_WORDS) return undefined
  const bytes = bech32.fromWordsUnsafe(decoded.words)
  if (!bytes) return undefined
  const [diversifier, key] = [bytes.subarray(0, DIVERSIFIER_BYTES), bytes.subarray(DIVERSIFIER_BYTES)]
  const keys = { diversifier: toHex(diversifier), diversifiedtransmissionkey: toDisplayHex(key) }
  return { type: 'sapling' as const, ...keys }
}

export function createShieldedAddressHandlers({ params, wallet }: ShieldedAddressDeps) {
  return defineHandlers({
    z_validateaddress({ zaddr }) {
      const found = describe(zaddr, params.network)
      if (found === undefined) return { isvalid: false }
      // The wallet has no shielded keys.
      return { isvalid: true, address: zaddr, ...found, ...(wallet && { ismine: false }) }
    },
  })
}
