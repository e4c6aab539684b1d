import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { isPubKeyShaped } from '#shared/protocol/shapes.ts'
import { asString } from '#shared/rpc/convert.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { MAX_OWNER_ADDRESSES } from '#shared/rpc/methods/owners.ts'
import { conditionHashes, findContractByHash, findContractByKey } from '../../../contracts/index.ts'
import { decodeAddress, p2pkhScript, p2shScript } from '../../../script/index.ts'
import { fromHex, hashKey } from '../../../util/index.ts'
import type { Wallet } from '../../../wallet/index.ts'
import { createOwners } from '../../explain/parts.ts'

interface OwnersDeps {
  readonly wallet: Wallet | undefined
  /** Public key that contract methods use as the user’s in this run. */
  readonly pubkey: () => Uint8Array | undefined
}

type Row = MethodResult<'listowners'>[number]
type Owner = Row['owner']

/**
 * Creates a function that finds owners of conditions of the wallet's token keys. An address contains only the hash of
 * its condition.
 */
function createConditionFinder({ wallet, pubkey }: OwnersDeps) {
  const owners = createOwners(wallet)
  const hashes = new Map<string, readonly string[]>()
  const hashesFor = (key: Uint8Array): readonly string[] => {
    const known = hashes.get(hashKey(key)) ?? conditionHashes(key).map(hashKey)
    hashes.set(hashKey(key), known)
    return known
  }
  const tokenKeys = () => [
    pubkey(),
    wallet?.keyring.previousIdentity(),
    ...(wallet?.keyring.accounts.list().map((account) => account.pubkey) ?? []),
  ]
  return (hash20: Uint8Array): Owner | undefined => {
    const key = tokenKeys().find((candidate) => candidate && hashesFor(candidate).includes(hashKey(hash20)))
    return key && owners.ofKey(key)
  }
}

export function createOwnerHandlers(deps: OwnersDeps) {
  const owners = createOwners(deps.wallet)
  const findConditionOwner = createConditionFinder(deps)

  const ofKey = (key: Uint8Array): Omit<Row, 'address' | 'label'> => {
    const contract = findContractByKey(key)
    return contract ? { owner: 'contract', contract } : { owner: owners.ofKey(key), contract: null }
  }
  const ofAddress = (text: string): Omit<Row, 'address' | 'label'> => {
    const decoded = decodeAddress(text)
    if (!decoded) return { owner: 'foreign', contract: null }
    if (decoded.kind === 'scripthash') return { owner: owners.ofScript(p2shScript(decoded.hash)), contract: null }
    const contract = findContractByHash(decoded.hash)
    if (contract) return { owner: 'contract', contract }
    const owner = owners.ofScript(p2pkhScript(decoded.hash))
    return { owner: owner === 'foreign' ? (findConditionOwner(decoded.hash) ?? owner) : owner, contract: null }
  }

  return defineHandlers({
    listowners({ addresses }) {
      if (addresses.length > MAX_OWNER_ADDRESSES) {
        throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `At most ${MAX_OWNER_ADDRESSES} addresses a call`)
      }
      return addresses.map((item) => {
        const address = asString(item)
        const known = isPubKeyShaped(address) ? ofKey(fromHex(address)) : ofAddress(address)
        return { address, ...known, label: deps.wallet?.book.labelOf(address) || null }
      })
    },
  })
}
