import type { Explanation } from '#shared/rpc/index.ts'
import {
  displayText,
  isGlobalKey,
  isGlobalKeyHash,
  type ModuleExplanation,
  type TokenUnits,
} from '../../modules/index.ts'
import type { TxOut } from '../../primitives/index.ts'
import {
  addressOf,
  describe,
  isPayToCryptoCondition,
  isPayToPublicKeyHash,
  isUnspendable,
  payToPublicKey,
} from '../../script/index.ts'
import { toDisplayHex, toHex } from '../../util/index.ts'
import { createScriptOwners, type ScriptOwners, type Wallet } from '../../wallet/index.ts'

export type Owner = Explanation['outputs'][number]['owner']

/** What a script says of itself and of whose it is. */
export interface Described {
  readonly address: Explanation['outputs'][number]['address']
  readonly type: Explanation['outputs'][number]['type']
  readonly owner: Exclude<Owner, 'unknown'>
  readonly pubkey: Uint8Array | undefined
}

const NOBODY: ScriptOwners = { ofScript: () => 'foreign', ofKey: () => 'foreign' }

export const ownersOf = (wallet: Wallet | undefined): ScriptOwners =>
  wallet ? createScriptOwners(wallet.keys, wallet.scripts) : NOBODY

/**
 * The address that all of the wallet's inputs are at, if that is one. Only what returns there cannot have gone to somebody
 * whose key was imported, or who put an input of his own beside the wallet's.
 */
export function homeOf(inputs: Explanation['inputs']): string | null {
  const held = inputs.filter(({ owner }) => owner === 'own' || owner === 'imported')
  const address = held[0]?.address ?? null
  return held.every((input) => input.address === address) ? address : null
}

/** Describes scripts of one transaction and of those that it spends. */
export function createDescribe(owners: ScriptOwners, modules: ModuleExplanation, cc: boolean) {
  const ofCondition = (script: Uint8Array): Pick<Described, 'owner' | 'pubkey'> => {
    const found = modules.ownerOf(script)
    if (found?.kind === 'contract') return { owner: 'contract', pubkey: undefined }
    if (found?.kind === 'key') return { owner: owners.ofKey(found.key), pubkey: found.key }
    if (found?.kind !== 'either') return { owner: owners.ofScript(script), pubkey: undefined }
    const both = found.keys.map(owners.ofKey)
    const owner = both.every((one) => one === 'own')
      ? 'own'
      : both.every((one) => one === 'foreign')
        ? 'foreign'
        : 'shared'
    return { owner, pubkey: undefined }
  }
  const ofPlain = (script: Uint8Array): Pick<Described, 'owner' | 'pubkey'> => {
    const pubkey = payToPublicKey(script)
    const anybodys = pubkey
      ? isGlobalKey(pubkey)
      : isPayToPublicKeyHash(script) && isGlobalKeyHash(script.subarray(3, 23))
    if (anybodys) return { owner: 'contract', pubkey }
    return { owner: isUnspendable(script) ? 'foreign' : owners.ofScript(script), pubkey }
  }
  return ({ scriptPubKey }: TxOut): Described => {
    const address = addressOf(scriptPubKey, { cc }) ?? null
    const { type } = describe(scriptPubKey, { cc })
    const isCondition = cc && isPayToCryptoCondition(scriptPubKey) !== false
    return { address, type, ...(isCondition ? ofCondition : ofPlain)(scriptPubKey) }
  }
}

export const tokenName = ({ token }: TokenUnits): string => displayText(token.create.name)

export const encodeUnits = (held: TokenUnits | undefined) =>
  held && {
    token: {
      tokenid: toDisplayHex(held.token.tokenId),
      name: tokenName(held),
      units: held.units,
      nft: held.token.nftData !== undefined,
    },
  }

export const encodeKey = (pubkey: Uint8Array | undefined) => pubkey && { pubkey: toHex(pubkey) }
