import { ccOne } from '../../conditions/index.ts'
import type { AddressIndexView, IndexedAddress, MempoolView } from '../../interfaces.ts'
import { EVAL_TOKENS } from '../../modules/index.ts'
import { ccScript, indexedAddress } from '../../script/index.ts'
import { hashKey } from '../../util/index.ts'
import type { KeyStore, ProtectedCoin } from '../../wallet/index.ts'

interface Deps {
  readonly keys: Pick<KeyStore, 'used'>
  readonly addressIndex: AddressIndexView
  readonly mempool: MempoolView
}

const COMPRESSED_LENGTH = 33

/** Unspent token outputs of the wallet's keys, waiting ones too: outputs that hold coins but are never spent as such. */
export function createProtectedCoins({ keys, addressIndex, mempool }: Deps): () => readonly ProtectedCoin[] {
  const addresses = new Map<string, IndexedAddress>()
  const known = new Set<string>()

  /** Condition addresses of all keys that were ever shown; those in the pool have never been told to anybody. */
  const current = (): ReadonlyMap<string, IndexedAddress> => {
    for (const { pubkey } of keys.used()) {
      if (pubkey.length !== COMPRESSED_LENGTH || known.has(hashKey(pubkey))) continue
      known.add(hashKey(pubkey))
      const address = indexedAddress(ccScript(ccOne(EVAL_TOKENS, pubkey)))
      if (address) addresses.set(hashKey(address.hash), address)
    }
    return addresses
  }
  const waiting = (own: ReadonlyMap<string, IndexedAddress>): ProtectedCoin[] =>
    [...mempool.entries()].flatMap(({ tx, txid }) =>
      tx.vout.flatMap((output, index) => {
        const address = indexedAddress(output.scriptPubKey)
        if (address?.type !== 3 || !own.has(hashKey(address.hash))) return []
        return [{ ...output, outpoint: { hash: txid, index }, height: undefined }]
      }),
    )

  return () => {
    const own = current()
    const confirmed = [...own.values()].flatMap((address) =>
      addressIndex.unspent(address).map(({ txid, index, satoshis, scriptPubKey, height }) => {
        return { outpoint: { hash: txid, index }, value: satoshis, scriptPubKey, height }
      }),
    )
    return [...confirmed, ...waiting(own)].filter(({ outpoint }) => !mempool.spender(outpoint))
  }
}
