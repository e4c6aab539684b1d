import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { computeSegid } from '../../../consensus/index.ts'
import { hash160, secp256k1, sha256d } from '../../../crypto/index.ts'
import { decodeAddress, encodeAddress, extractDestinations, p2pkhScript, p2shScript } from '../../../script/index.ts'
import { ByteWriter, equal, toHex } from '../../../util/index.ts'
import type { Wallet } from '../../../wallet/index.ts'

interface UtilDeps {
  readonly wallet: Wallet | undefined
}

/** Prefix of hashed messages, so that a message signature is never valid for a transaction (rpc.md §3). */
const MESSAGE_MAGIC = 'Komodo Signed Message:\n'
const SIGNATURE_BYTES = 65
/** Base of the first byte of a recoverable signature. The recovery id is added, and 4 for a compressed key. */
const HEADER_BASE = 27
const HEADER_COMPRESSED = 4

function messageHash(message: string): Uint8Array {
  const text = new TextEncoder()
  return sha256d(new ByteWriter().varBytes(text.encode(MESSAGE_MAGIC)).varBytes(text.encode(message)).finish())
}

/** Returns the key hash of an address for message signing. @throws RpcError if it is not the address of a key */
function decodeKeyHash(address: string): Uint8Array {
  const decoded = decodeAddress(address)
  if (!decoded) throw new RpcError(RPC_ERROR.TYPE, 'Invalid address')
  if (decoded.kind !== 'pubkeyhash') throw new RpcError(RPC_ERROR.TYPE, 'Address does not refer to key')
  return decoded.hash
}

function decodeSignature(text: string): Uint8Array {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) {
    throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Malformed base64 encoding')
  }
  return Buffer.from(text, 'base64')
}

/** Encodes the redeem script of a P2SH address for validateaddress. */
function describeRedeem(script: Uint8Array) {
  const { type, addresses, required } = extractDestinations(script, { cc: false })
  return {
    script: type,
    hex: toHex(script),
    addresses: [...addresses],
    ...(type === 'multisig' && { sigsrequired: required ?? 0 }),
  }
}

export function createUtilHandlers({ wallet }: UtilDeps) {
  return defineHandlers({
    validateaddress({ komodoaddress: given }) {
      // komodod parses up to the first NUL and ignores spaces. The reply contains the parsed address.
      const decoded = decodeAddress(given.split('\0', 1)[0] as string)
      if (!decoded) return { isvalid: false }
      const address = encodeAddress({ type: decoded.kind === 'scripthash' ? 2 : 1, hash: decoded.hash })
      const isScript = decoded.kind === 'scripthash'
      const script = isScript ? p2shScript(decoded.hash) : p2pkhScript(decoded.hash)
      const key = isScript ? undefined : wallet?.keys.byHash(decoded.hash)
      const ownership = wallet?.ledger.ownershipOf({ value: 0n, scriptPubKey: script })
      const redeem = isScript ? wallet?.scripts.redeemScript(decoded.hash) : undefined
      const account = wallet?.book.labelOf(address) ?? wallet?.book.foreignLabel(address)
      return {
        isvalid: true,
        address,
        scriptPubKey: toHex(script),
        segid: computeSegid(address),
        ismine: ownership === 'spendable',
        iswatchonly: ownership === 'watched',
        isscript: isScript,
        ...(key && { pubkey: toHex(key.pubkey), iscompressed: key.pubkey.length === 33 }),
        ...(redeem && describeRedeem(redeem)),
        ...(account !== undefined && { account }),
      }
    },
    signmessage({ 't-addr': address, message }) {
      wallet?.keys.requireOpen()
      const hash = decodeKeyHash(address)
      const key = wallet?.keys.byHash(hash)
      const secret = key && wallet?.keys.secretOf(key.pubkey)
      if (!key || !secret) throw new RpcError(RPC_ERROR.WALLET, 'Private key not available')
      const { signature, recoveryId } = secp256k1.signRecoverable(messageHash(message), secret)
      const header = HEADER_BASE + recoveryId + (key.pubkey.length === 33 ? HEADER_COMPRESSED : 0)
      return Buffer.from([header, ...signature]).toString('base64')
    },
    verifymessage({ 't-addr': address, signature: text, message }) {
      const hash = decodeKeyHash(address)
      const signature = decodeSignature(text)
      const header = (signature[0] ?? 0) - HEADER_BASE
      if (signature.length !== SIGNATURE_BYTES || header < 0 || header > 7) return false
      const compressed = (header & HEADER_COMPRESSED) !== 0
      const pubkey = secp256k1.recover(signature.subarray(1), header & 3, messageHash(message), compressed)
      return pubkey !== undefined && equal(hash160(pubkey), hash)
    },
  })
}
