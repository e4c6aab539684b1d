import { encodeBase58Check, hash160 } from '../../crypto/index.ts'
import { multisigScript } from '../../script/index.ts'
import { concat } from '../../util/index.ts'
import { rawKeyOf } from '../rawKey.ts'
import type { GatewayBind } from './codec.ts'

/** Version bytes of this family's own coins, whatever else a binding says beside such a prefix. */
const OWN_PREFIX = 60
const OWN_SCRIPT_PREFIX = 85

/** Where coins are paid in on the other chain: at the signer's key, or at all signers' together (gateways.md §7). */
export function depositAddress({ m, n, keys, taddr, prefix, prefix2 }: GatewayBind): string {
  const own = prefix === OWN_PREFIX
  const head = own || taddr === 0 ? [] : [taddr]
  const [first] = keys
  if (n <= 1 && first !== undefined) return encode(head, prefix, hash160(rawKeyOf(first)))
  const script = multisigScript(m, keys.map(rawKeyOf))
  return encode(head, own ? OWN_SCRIPT_PREFIX : prefix2, hash160(script))
}

const encode = (head: readonly number[], version: number, hash: Uint8Array): string =>
  encodeBase58Check(concat(Uint8Array.from([...head, version]), hash))
