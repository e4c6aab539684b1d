import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonValue } from '#shared/json.ts'
import { asString } from '#shared/rpc/convert.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../../chain/index.ts'
import type { BlockEntry } from '../../../core/index.ts'
import {
  blockHash,
  computeTxid,
  deserializeMerkleProof,
  proveTransactions,
  readHeader,
  readMerkleProof,
  serializeHeader,
  serializeMerkleProof,
} from '../../../primitives/index.ts'
import { ByteReader, DecodeError, equal, fromDisplayHex, fromHex, toDisplayHex, toHex } from '../../../util/index.ts'
import { createBlockLookup } from './blockLookup.ts'

interface ProofsDeps {
  readonly chain: Chain
}

const ZERO = new Uint8Array(32)
const notFound = (message: string) => new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, message)
const invalid = (message: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, message)

/** Parses ids in display order and rejects duplicates. @throws RpcError if an id is invalid or duplicated */
function readTxids(given: readonly JsonValue[]): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const value of given) {
    const text = asString(value)
    if (!/^[0-9a-fA-F]{64}$/.test(text)) throw invalid(`Invalid txid ${text}`)
    const id = text.toLowerCase()
    if (ids.has(id)) throw invalid(`Invalid parameter, duplicated txid: ${text}`)
    ids.add(id)
  }
  return ids
}

function readProof(bytes: Uint8Array) {
  try {
    const reader = new ByteReader(bytes)
    return { header: readHeader(reader), proof: deserializeMerkleProof(reader) }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw new RpcError(RPC_ERROR.MISC, 'CBaseDataStream::read(): end of data: iostream error', { cause: error })
  }
}

export function createProofHandlers({ chain }: ProofsDeps) {
  const lookup = createBlockLookup(chain)
  /** Returns the block that contains the last of the given transactions. @throws RpcError if it is unconfirmed */
  const findBlock = (ids: ReadonlySet<string>): BlockEntry => {
    const last = [...ids].at(-1)
    const block = last === undefined ? undefined : chain.transaction(fromDisplayHex(last))?.block
    if (!block) throw notFound('Transaction not yet in block')
    return block
  }

  return defineHandlers({
    gettxoutproof({ txids: given, blockhash }) {
      const ids = readTxids(given)
      const entry = blockhash === undefined ? findBlock(ids) : lookup.byHash(blockhash)
      const block = chain.block(entry)
      if (!block) throw new RpcError(RPC_ERROR.INTERNAL, "Can't read block from disk")
      const txids = block.txs.map(computeTxid)
      const proof = proveTransactions(txids, (txid) => ids.has(toDisplayHex(txid)))
      const found = new Set(txids.map(toDisplayHex))
      if ([...ids].some((id) => !found.has(id as never))) {
        throw notFound('(Not all) transactions not found in specified block')
      }
      return toHex(serializeHeader(block.header)) + toHex(serializeMerkleProof(proof))
    },
    verifytxoutproof({ proof: hex }) {
      const { header, proof } = readProof(fromHex(hex))
      const { root, txids } = readMerkleProof(proof)
      if (!equal(root ?? ZERO, header.merkleRoot)) return []
      const entry = chain.byHash(blockHash(header))
      if (!entry || !chain.isActive(entry)) throw notFound('Block not found in chain')
      return txids.map(toDisplayHex)
    },
  })
}
