import { hash160, secp256k1 } from '../../crypto/index.ts'
import { parseTransaction, type Transaction } from '../../primitives/index.ts'
import { isPayToCryptoCondition, type SigningKeys } from '../../script/index.ts'
import type { RecordedNode } from '../../testing/index.ts'
import { createBuildContext, pubkeyCoinSource } from '../../transactions/index.ts'
import { equal, fromHex, toHex } from '../../util/index.ts'
import { contractPayload } from '../framework/opReturn.ts'
import { findGatewayFunc } from '../gateways/codec.ts'
import { createGatewayBuildHandlers } from '../gateways/rpc/builds.ts'
import { createGatewayHandlers } from '../gateways/rpc/gateways.ts'
import { createGatewayListHandlers } from '../gateways/rpc/lists.ts'
import { createImportGatewayHandlers } from '../importgateway/rpc.ts'
import { createOracleHandlers } from '../oracles/rpc.ts'

export const MODS1_ARGS = ['-regtest', '-ac_supply=100000', '-ac_reward=1000000000', '-ac_cc=2']
/** Private keys of the recorded nodes: A and C have the first, B the second. */
const PRIVATE = { A: '11'.repeat(32), B: '22'.repeat(32), C: '11'.repeat(32) }

export type RecordedName = keyof typeof PRIVATE

/** Creates the handlers of oracles and gateways of a recorded node. */
export function createRecordedHandlers({ node, mempool, addressIndex, indexes }: RecordedNode, name: RecordedName) {
  const { chain, params } = node
  const privateKey = fromHex(PRIVATE[name])
  const pubkey = secp256k1.publicKey(privateKey)
  const keys: SigningKeys = {
    keyOf: (hash) => (equal(hash, hash160(pubkey)) ? { privateKey, compressed: true } : undefined),
    scriptOf: () => undefined,
  }
  const { coinbaseMaturity } = params
  const deps = {
    ...{ params, chain, mempool, addressIndex, spentIndex: true, contractIndexes: indexes },
    pubkey: () => pubkey,
    buildContext: (key: Uint8Array) => createBuildContext({ chain, mempool, keys }, key),
    walletCoins: pubkeyCoinSource({ addressIndex, chain, coinbaseMaturity }, pubkey),
  }
  return {
    ...{ ...createOracleHandlers(deps), ...createGatewayHandlers(deps) },
    ...{ ...createGatewayBuildHandlers(deps), ...createGatewayListHandlers(deps) },
    ...createImportGatewayHandlers(deps),
  }
}

/**
 * Extracts the parts of a transaction that the contract defines: its own outputs, the conditions it spends, and the
 * data.
 */
export function extractTxShape(hex: string, recorded: RecordedNode) {
  const tx: Transaction = parseTransaction(fromHex(hex))
  const { chain } = recorded.node
  const spent = tx.vin.flatMap(({ prevout }) => {
    const source = recorded.mempool.get(prevout.hash)?.tx ?? chain.transaction(prevout.hash)?.tx
    const script = source?.vout[prevout.index]?.scriptPubKey
    return script && isPayToCryptoCondition(script) ? [`${toHex(prevout.hash)}:${prevout.index}`] : []
  })
  const data = contractPayload(tx)
  const func = findGatewayFunc(tx)
  const counts = func === undefined ? { C: 1, F: 1, R: 3, S: 2, D: 3 } : { B: 2, D: 2, C: 2, W: 3, P: 1, S: 1, M: 1 }
  const own = (counts as Readonly<Record<string, number>>)[String.fromCharCode(func ?? data![1]!)]!
  const outputs = tx.vout.slice(0, own).map(({ value, scriptPubKey }) => `${value} ${toHex(scriptPubKey)}`)
  return { spent, outputs, data: toHex(data!) }
}
