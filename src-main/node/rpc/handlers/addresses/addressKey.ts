import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { AddressIndexView, ChainView, IndexedAddress } from '../../../core/index.ts'
import { hash160, secp256k1 } from '../../../crypto/index.ts'
import { decodeAddress, encodeAddress, parseOps } from '../../../script/index.ts'
import { equal, fromHex, isHex, toHex } from '../../../util/index.ts'
import type { Wallet } from '../../../wallet/index.ts'

interface AddressKeyDeps {
  readonly chain: Pick<ChainView, 'transaction' | 'output'>
  readonly addressIndex: AddressIndexView | undefined
  readonly wallet: Wallet | undefined
}

const PUBKEY_HEX_LENGTH = 66
const PUBKEY_LENGTH = 33
/** Maximum number of changes of an address to search. Each reads a transaction from disk. */
const MAX_CHANGES = 1_000

/** Returns the public key if the text is one in hex, otherwise undefined. */
function readPubkey(text: string): Uint8Array | undefined {
  const key = text.length === PUBKEY_HEX_LENGTH && isHex(text) ? fromHex(text) : undefined
  return key !== undefined && secp256k1.isPublicKey(key) ? key : undefined
}

/** Returns the compressed key with this hash that a script pushes, or undefined. */
function keyWithin(script: Uint8Array, hash: Uint8Array): Uint8Array | undefined {
  const pushes = [...parseOps(script)].map((op) => op?.data)
  return pushes.find((data) => data?.length === PUBKEY_LENGTH && equal(hash160(data), hash))
}

/**
 * Creates the handler that finds the public key of an address. A payment to a key has it in the output, a spend in the
 * input.
 */
export function createAddressKeyHandlers({ chain, addressIndex, wallet }: AddressKeyDeps) {
  const keyOnChain = (address: IndexedAddress): Uint8Array | undefined => {
    let looked = 0
    for (const { txid, index, spending } of addressIndex?.deltas(address) ?? []) {
      if (++looked > MAX_CHANGES) return undefined
      const script = spending
        ? chain.transaction(txid)?.tx.vin[index]?.scriptSig
        : chain.output({ hash: txid, index })?.scriptPubKey
      const key = script && keyWithin(script, address.hash)
      if (key !== undefined) return key
    }
    return undefined
  }

  return defineHandlers({
    getaddresskey({ place }) {
      const given = readPubkey(place)
      if (given !== undefined) {
        return { address: encodeAddress({ type: 1, hash: hash160(given) }), pubkey: toHex(given) }
      }
      const decoded = decodeAddress(place)
      if (decoded === undefined) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Invalid address')
      if (decoded.kind === 'scripthash') return { address: place, pubkey: null }
      const { hash } = decoded
      const key = wallet?.keys.byHash(hash)?.pubkey ?? keyOnChain({ type: 1, hash })
      return { address: place, pubkey: key === undefined ? null : toHex(key) }
    },
  })
}
