import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../chain/index.ts'
import { hash160, secp256k1 } from '../../crypto/index.ts'
import { decodeAddress, decodeWif, encodeAddress, encodeWif, type PrivateKey } from '../../script/index.ts'
import { fromHex, isHex, toHex } from '../../util/index.ts'
import type { Wallet } from '../index.ts'
import { needWallet } from './walletTx.ts'

interface WalletKeysDeps {
  readonly chain: Chain
  readonly wallet: Wallet | undefined
  /** returns the `-pubkey` of this run */
  readonly pubkey: () => Uint8Array | undefined
  readonly setPubkey: (pubkey: Uint8Array) => void
}

const PUBKEY_HEX_LENGTH = 66

/**
 * Returns the private key of an address.
 * @throws RpcError if the wallet lacks it, WalletError if the wallet is locked
 */
export function revealKey(wallet: Wallet | undefined, address: string): PrivateKey {
  const { keys } = needWallet(wallet)
  keys.requireOpen()
  const decoded = decodeAddress(address)
  if (!decoded) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Invalid transparent address')
  if (decoded.kind !== 'pubkeyhash') throw new RpcError(RPC_ERROR.TYPE, 'Address does not refer to a key')
  const key = keys.byHash(decoded.hash)
  const secret = key && keys.secretOf(key.pubkey)
  if (!key || !secret) throw new RpcError(RPC_ERROR.WALLET, `Private key for address ${address} is not known`)
  return { privateKey: secret, compressed: key.pubkey.length === 33 }
}

export function createWalletKeyHandlers(deps: WalletKeysDeps) {
  const open = () => needWallet(deps.wallet)
  const addressOfKey = (pubkey: Uint8Array) => encodeAddress({ type: 1, hash: hash160(pubkey) })

  return defineHandlers({
    dumpprivkey: ({ 't-addr': address }) => encodeWif(revealKey(deps.wallet, address)),
    async importprivkey({ komodoprivkey, label, rescan, height, secret_key }, { signal, progress }) {
      open().keys.requireOpen()
      // Cut to a byte, as in the reference (wallet-dat.md §4.1).
      const decoded = secret_key === undefined ? decodeWif(komodoprivkey) : decodeWif(komodoprivkey, secret_key & 0xff)
      if (!decoded) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Invalid private key encoding')
      if (height < 0 || height > deps.chain.tip().height) {
        throw new RpcError(RPC_ERROR.WALLET, 'Rescan height is out of range.')
      }
      const wallet = open()
      const { key, added } = wallet.keys.import(decoded.privateKey, decoded.compressed, label)
      if (added && rescan) {
        const onProgress = (done: number, total: number) => progress?.({ done, total, unit: 'blocks' })
        await wallet.rescan(height, { signal, onProgress })
      }
      return addressOfKey(key.pubkey)
    },
    setpubkey({ pubkey: text }) {
      const current = deps.pubkey()
      if (current) {
        return {
          error: 'Can only set pubkey once, to change it you need to restart your daemon.',
          address: addressOfKey(current),
          pubkey: toHex(current),
        }
      }
      if (text.length !== PUBKEY_HEX_LENGTH) {
        return { error: 'pubkey is wrong length, must be 66 char hex string.' }
      }
      const pubkey = isHex(text) ? fromHex(text) : undefined
      if (!pubkey || !secp256k1.isPublicKey(pubkey)) return { error: 'pubkey entered is invalid.' }
      const mine = deps.wallet?.keys.has(pubkey) === true
      deps.setPubkey(pubkey)
      return {
        ...(mine ? { ismine: 'true' } : { WARNING: 'privkey for this pubkey is not imported to wallet!' }),
        address: addressOfKey(pubkey),
        pubkey: toHex(pubkey),
      }
    },
  })
}
