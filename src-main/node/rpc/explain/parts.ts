import type { Explanation } from '#shared/rpc/index.ts'
import {
  type ContractExplanation,
  findContractByHash,
  findContractByKey,
  type TokenUnits,
} from '../../contracts/index.ts'
import { displayText } from '../../contracts/tokens/index.ts'
import type { TxOut } from '../../primitives/index.ts'
import {
  extractDestinations,
  findScriptAddress,
  isPayToCryptoCondition,
  isPayToPublicKeyHash,
  isUnspendable,
  payToPublicKey,
} from '../../script/index.ts'
import { toDisplayHex, toHex } from '../../util/index.ts'
import { ScriptOwners, type Wallet } from '../../wallet/index.ts'

export type Owner = Explanation['outputs'][number]['owner']

export interface DescribedOutput {
  readonly address: Explanation['outputs'][number]['address']
  readonly type: Explanation['outputs'][number]['type']
  readonly owner: Exclude<Owner, 'unknown'>
  readonly pubkey: Uint8Array | undefined
}

type Owners = Pick<ScriptOwners, 'ofScript' | 'ofKey'>

const NO_WALLET_OWNERS: Owners = { ofScript: () => 'foreign', ofKey: () => 'foreign' }

export const createOwners = (wallet: Wallet | undefined): Owners =>
  wallet ? new ScriptOwners(wallet.keys, wallet.scripts) : NO_WALLET_OWNERS

/** Returns a function that finds the address, type and owner of an output created or spent by one transaction. */
export function createDescribe(owners: Owners, contracts: ContractExplanation, ccEnabled: boolean) {
  const describeConditionOwner = (script: Uint8Array): Pick<DescribedOutput, 'owner' | 'pubkey'> => {
    const found = contracts.ownerOf(script)
    if (found?.kind === 'contract') return { owner: 'contract', pubkey: undefined }
    if (found?.kind === 'key') return { owner: owners.ofKey(found.key), pubkey: found.key }
    if (found?.kind !== 'either') return { owner: owners.ofScript(script), pubkey: undefined }
    const both = found.keys.map((key) => owners.ofKey(key))
    const owner = both.every((one) => one === 'own')
      ? 'own'
      : both.every((one) => one === 'foreign')
        ? 'foreign'
        : 'shared'
    return { owner, pubkey: undefined }
  }
  const describePlainOwner = (script: Uint8Array): Pick<DescribedOutput, 'owner' | 'pubkey'> => {
    const pubkey = payToPublicKey(script)
    const contract = pubkey
      ? findContractByKey(pubkey)
      : isPayToPublicKeyHash(script)
        ? findContractByHash(script.subarray(3, 23))
        : undefined
    if (contract) return { owner: 'contract', pubkey }
    return { owner: isUnspendable(script) ? 'foreign' : owners.ofScript(script), pubkey }
  }
  return ({ scriptPubKey }: TxOut): DescribedOutput => {
    const address = findScriptAddress(scriptPubKey, { cc: ccEnabled }) ?? null
    const { type } = extractDestinations(scriptPubKey, { cc: ccEnabled })
    const isCondition = ccEnabled && isPayToCryptoCondition(scriptPubKey) !== false
    return { address, type, ...(isCondition ? describeConditionOwner : describePlainOwner)(scriptPubKey) }
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
