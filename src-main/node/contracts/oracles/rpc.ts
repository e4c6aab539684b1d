import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { formatAmount } from '#shared/units.ts'
import { secp256k1 } from '../../crypto/index.ts'
import { serializeTransaction, type Transaction } from '../../primitives/index.ts'
import { encodeAddress } from '../../script/index.ts'
import { BuildError } from '../../transactions/index.ts'
import { fromHex, isHex, toDisplayHex, toHex } from '../../util/index.ts'
import {
  type ContractDeps,
  createContractCalls,
  createContractGate,
  failed,
  failure,
  parsePubkey,
  readTxid,
} from '../framework/rpc/contractGate.ts'
import { displayText } from '../tokens/index.ts'
import {
  buildOracleCreate,
  buildOracleData,
  buildOracleFund,
  buildOracleRegister,
  buildOracleSubscribe,
  createOracleLists,
  createOracleReader,
  decodeSample,
  ORACLES_PUBLIC_KEY,
  parseDataFee,
  parseSubscription,
} from './index.ts'

const ZEROS = '0'.repeat(64)

function built(make: () => Transaction) {
  try {
    return { hex: toHex(serializeTransaction(make())), result: 'success' } as const
  } catch (error) {
    return failure(error)
  }
}

function parsePublisher(text: string): Uint8Array {
  const key = parsePubkey(text, secp256k1.isPublicKey)
  if (key === undefined) throw new BuildError('request', 'invalid publisher pubkey')
  return key
}

export function createOracleHandlers(deps: ContractDeps) {
  const { chain, mempool } = deps
  const gate = createContractGate(deps, { contracts: ['oracles'], what: 'oracles', indexes: {} })
  const contract = createContractCalls(deps, 'oracles', 'oracles')
  const text = new TextEncoder()
  const reading = () => {
    const { addressIndex } = gate.reading()
    const ground = { addressIndex, chain, mempool }
    return { reader: createOracleReader(ground), lists: createOracleLists(ground) }
  }
  const acting = () => {
    const { pubkey, addressIndex } = gate.acting()
    const reader = createOracleReader({ addressIndex, chain, mempool })
    const view = {
      tip: () => chain.tip(),
      transaction(txid: Uint8Array) {
        const tx = reader.find(txid)
        // The rules of oracles do not use the confirmation height.
        return tx && { tx, txid, height: undefined, blockTime: undefined }
      },
      unspent: addressIndex.unspent,
    }
    return { ...deps.buildContext(pubkey), coins: deps.walletCoins, reader, view }
  }

  return defineHandlers({
    oraclesaddress({ pubkey }) {
      return contract.addresses('Oracles', ORACLES_PUBLIC_KEY, pubkey) as MethodResult<'oraclesaddress'>
    },
    oracleslist: () => reading().lists.all().map(toDisplayHex),
    oraclesinfo({ oracletxid }) {
      const { reader, lists } = reading()
      const id = readTxid(oracletxid)
      if (reader.find(id) === undefined) return failed('cant find oracleid')
      const created = reader.oracle(id)
      if (created === undefined) return failed(`invalid oracletxid ${ZEROS}`)
      return {
        result: 'success',
        txid: toDisplayHex(id),
        name: displayText(created.name),
        description: displayText(created.description),
        format: displayText(created.format),
        marker: encodeAddress(lists.marker(id)),
        registered: lists.publishers(id).map(({ key, baton, batonTxid, lifetime, funds, dataFee }) => ({
          publisher: toHex(key.subarray(0, 33)),
          ...{ baton, batontxid: toDisplayHex(batonTxid) },
          ...{ lifetime: formatAmount(lifetime), funds: formatAmount(funds), datafee: formatAmount(dataFee) },
        })),
      }
    },
    oraclessample({ oracletxid, txid }) {
      const { reader } = reading()
      const id = readTxid(oracletxid)
      if (reader.find(id) === undefined) return failed('cannot find oracles txid')
      const created = reader.oracle(id)
      if (created === undefined) return failed('invalid oracles txid')
      const tx = reader.find(readTxid(txid))
      if (tx === undefined) return failed('cannot find data txid')
      const data = decodeSample(id, created, tx)
      return data ? { result: 'success', txid: toDisplayHex(readTxid(txid)), data } : failed('invalid data tx')
    },
    oraclessamples({ oracletxid, batonaddress, num }) {
      const { reader, lists } = reading()
      const id = readTxid(oracletxid)
      if (reader.find(id) === undefined) return failed(`cant find oracletxid ${ZEROS}`)
      const created = reader.oracle(id)
      if (created === undefined) return failed(`invalid oracletxid ${ZEROS}`)
      const max = Number.parseInt(num, 10) || 0
      const samples = lists.samples(id, created, batonaddress, max)
      return { result: 'success', samples: samples.map(({ txid, data }) => ({ txid: toDisplayHex(txid), data })) }
    },
    oraclescreate({ name, description, format }) {
      const [nameBytes, descriptionBytes, formatBytes] = [name, description, format].map((part) => text.encode(part))
      const request = { name: nameBytes!, description: descriptionBytes!, format: formatBytes! }
      return built(() => buildOracleCreate(request, acting()))
    },
    oraclesfund: ({ oracletxid }) => built(() => buildOracleFund(readTxid(oracletxid), acting())),
    oraclesregister: ({ oracletxid, datafee }) =>
      built(() => buildOracleRegister(readTxid(oracletxid), parseDataFee(datafee), acting())),
    oraclessubscribe: ({ oracletxid, publisher, amount }) =>
      built(() => {
        const context = acting()
        const request = {
          ...{ oracle: readTxid(oracletxid), publisher: parsePublisher(publisher) },
          amount: parseSubscription(amount),
        }
        return buildOracleSubscribe(request, context)
      }),
    oraclesdata: ({ oracletxid, hexstr }) =>
      built(() => buildOracleData(readTxid(oracletxid), isHex(hexstr) ? fromHex(hexstr) : NO_DATA, acting())),
  })
}

const NO_DATA = new Uint8Array(0)
