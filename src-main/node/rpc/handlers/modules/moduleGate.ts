/** What the methods of all modules have in common (faucet.md §3): who may call them, and how keys and results look. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { type ChainParams, isEvalCodeEnabled } from '../../../consensus/index.ts'
import { hash160 } from '../../../crypto/index.ts'
import type { AddressIndexView, ChainView, IndexedAddress } from '../../../interfaces.ts'
import { BuildError } from '../../../modules/index.ts'
import { fromHex, isHex } from '../../../util/index.ts'

const NEED_PUBKEY = 'to use CC contracts, you need to launch daemon with valid -pubkey= for an address in your wallet'
export const GATE_TEXT = `${NEED_PUBKEY}\n`
/** of the methods that list addresses */
export const ADDRESS_GATE_TEXT = `${NEED_PUBKEY}. ERR=-1\n`
const PUBKEY_HEX_LENGTH = 66

export interface ModuleGateDeps {
  readonly params: Pick<ChainParams, 'ccEnabled' | 'evalCodes'>
  readonly chain: Pick<ChainView, 'tip'>
  readonly addressIndex: AddressIndexView | undefined
  /** the `-pubkey`, 33 bytes */
  readonly pubkey: () => Uint8Array | undefined
}

interface GateOptions {
  readonly evalCode: number
  /** what the chain lacks without conditions: `faucet`, `tokens` */
  readonly what: string
  /** the index that the module needs beside that of addresses is on */
  readonly indexed: boolean
}

/**
 * Every method of a module needs its eval code, its indexes and an own public key. The gate throws RpcError with the
 * first text if the key is missing, with the second for the rest: they differ with tokenaddress, as recorded.
 */
export function createModuleGate(deps: ModuleGateDeps, { evalCode, what, indexed }: GateOptions) {
  const { params, chain } = deps
  return (withoutPubkey = GATE_TEXT, otherwise = withoutPubkey) => {
    // The reference builds for a chain without conditions what can never be moved there.
    if (!params.ccEnabled)
      throw new RpcError(RPC_ERROR.MISC, `this chain has no ${what}: it was not launched with -ac_cc`)
    const pubkey = deps.pubkey()
    if (!pubkey) throw new RpcError(RPC_ERROR.MISC, withoutPubkey)
    const { addressIndex } = deps
    const enabled = isEvalCodeEnabled(params.evalCodes, evalCode, chain.tip().height)
    if (!enabled || !addressIndex || !indexed) throw new RpcError(RPC_ERROR.MISC, otherwise)
    return { pubkey, addressIndex }
  }
}

/** A public key as a client writes it: 66 hex digits that `isFit` takes. */
export function parsePubkey(text: string, isFit: (key: Uint8Array) => boolean): Uint8Array | undefined {
  if (text.length !== PUBKEY_HEX_LENGTH || !isHex(text)) return undefined
  const key = fromHex(text)
  return isFit(key) ? key : undefined
}

export const normalAddress = (pubkey: Uint8Array): IndexedAddress => ({ type: 1, hash: hash160(pubkey) })

export interface ModuleFailure {
  readonly result: 'error'
  readonly error: string
}

export const failed = (error: string): ModuleFailure => ({ result: 'error', error })

/** Turns what a module refuses into the result that the reference gives for it; everything else is a bug. */
export function failure(error: unknown): ModuleFailure {
  if (error instanceof BuildError) return failed(error.message)
  throw error
}
