/** What the methods of all modules share (faucet.md §3): their preconditions, and the format of keys and results. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { type ChainParams, isEvalCodeEnabled } from '../../../consensus/index.ts'
import type { AddressIndexView, ChainView, IndexedAddress } from '../../../core/index.ts'
import { hash160 } from '../../../crypto/index.ts'
import { BuildError } from '../../index.ts'
import { fromHex, isHex } from '../../../util/index.ts'

const NEED_PUBKEY = 'to use CC contracts, you need to launch daemon with valid -pubkey= for an address in your wallet'
export const GATE_TEXT = `${NEED_PUBKEY}\n`
/** for the methods that list addresses */
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
  /** what the chain lacks without crypto-conditions: `faucet`, `tokens` */
  readonly what: string
  /** the module's own index is on */
  readonly indexed: boolean
}

/**
 * Every method of a module needs its eval code and its indexes. `acting`: one that also needs a public key; it throws
 * RpcError with the first text if the key is missing, with the second for the rest: they differ for tokenaddress, as
 * recorded. `reading`: one that tells what is public, for which the reference asks for a key too.
 */
export function createModuleGate(deps: ModuleGateDeps, { evalCode, what, indexed }: GateOptions) {
  const { params, chain } = deps
  const requireConditions = () => {
    // On a chain without crypto-conditions the reference builds transactions whose outputs can never be spent.
    if (!params.ccEnabled)
      throw new RpcError(RPC_ERROR.MISC, `this chain has no ${what}: it was not launched with -ac_cc`)
  }
  const requireIndexes = (otherwise: string) => {
    const { addressIndex } = deps
    const enabled = isEvalCodeEnabled(params.evalCodes, evalCode, chain.tip().height)
    if (!enabled || !addressIndex || !indexed) throw new RpcError(RPC_ERROR.MISC, otherwise)
    return addressIndex
  }
  return {
    acting(withoutPubkey = GATE_TEXT, otherwise = withoutPubkey) {
      requireConditions()
      const pubkey = deps.pubkey()
      if (!pubkey) throw new RpcError(RPC_ERROR.MISC, withoutPubkey)
      return { pubkey, addressIndex: requireIndexes(otherwise) }
    },
    reading(otherwise = GATE_TEXT) {
      requireConditions()
      return { pubkey: deps.pubkey(), addressIndex: requireIndexes(otherwise) }
    },
  }
}

/** Parses a public key: 66 hex digits that `isFit` accepts. */
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

/** Turns the error of a builder into the result that the reference gives for it; other errors are bugs. */
export function failure(error: unknown): ModuleFailure {
  if (error instanceof BuildError) return failed(error.message)
  throw error
}
