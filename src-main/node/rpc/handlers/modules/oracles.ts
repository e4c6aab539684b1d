import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { Handlers } from '#shared/rpc/index.ts'
import { formatAmount } from '#shared/units.ts'
import { secp256k1 } from '../../../crypto/index.ts'
import type { ChainView, MempoolView } from '../../../interfaces.ts'
import { type BuildContext, BuildError, type CoinSource } from '../../../modules/index.ts'
import {
  buildOracleCreate,
  buildOracleData,
  buildOracleFund,
  buildOracleRegister,
  buildOracleSubscribe,
  createOracleLists,
  createOracleReader,
  ORACLES_PUBLIC_KEY,
  parseDataFee,
  parseSubscription,
  sampleOf,
} from '../../../modules/oracles/index.ts'
import { displayText } from '../../../modules/tokens/index.ts'
import { serializeTransaction, type Transaction } from '../../../primitives/index.ts'
import { encodeAddress } from '../../../script/index.ts'
import { fromDisplayHex, fromHex, isHex, toDisplayHex, toHex } from '../../../util/index.ts'
import { contractAddressReply } from './contractAddress.ts'
import { ADDRESS_GATE_TEXT, createModuleGate, failed, failure, type ModuleGateDeps, parsePubkey } from './moduleGate.ts'

interface Deps extends ModuleGateDeps {
  readonly chain: ChainView
  readonly mempool: MempoolView
  readonly buildContext: (pubkey: Uint8Array) => BuildContext
  readonly walletCoins: CoinSource
}

type Names =
  | 'oraclesaddress'
  | 'oraclescreate'
  | 'oraclesdata'
  | 'oraclesfund'
  | 'oraclesinfo'
  | 'oracleslist'
  | 'oraclesregister'
  | 'oraclessample'
  | 'oraclessamples'
  | 'oraclessubscribe'

const ID_LENGTH = 64
const NO_ID = new Uint8Array(32)
const ZEROS = toDisplayHex(NO_ID)

/** An id as the reference reads it: what is none is the one of zeros, which no transaction has. */
const parseId = (text: string): Uint8Array => (text.length === ID_LENGTH && isHex(text) ? fromDisplayHex(text) : NO_ID)

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

const SUBJECT = { title: 'Oracles', evalCode: EVAL_CODES.oracles, key: ORACLES_PUBLIC_KEY }

export function createOracleHandlers(deps: Deps): Pick<Handlers, Names> {
  const { chain, mempool } = deps
  const gate = createModuleGate(deps, { evalCode: EVAL_CODES.oracles, what: 'oracles', indexed: true })
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
        // When it was confirmed no rule of oracles asks.
        return tx && { tx, txid, height: undefined, blockTime: undefined }
      },
      unspent: addressIndex.unspent,
    }
    return { ...deps.buildContext(pubkey), coins: deps.walletCoins, reader, view }
  }

  return {
    oraclesaddress({ pubkey }) {
      return contractAddressReply(SUBJECT, gate.acting(ADDRESS_GATE_TEXT), pubkey)
    },
    oracleslist: () => reading().lists.all().map(toDisplayHex),
    oraclesinfo({ oracletxid }) {
      const { reader, lists } = reading()
      const id = parseId(oracletxid)
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
      const id = parseId(oracletxid)
      if (reader.find(id) === undefined) return failed('cannot find oracles txid')
      const created = reader.oracle(id)
      if (created === undefined) return failed('invalid oracles txid')
      const tx = reader.find(parseId(txid))
      if (tx === undefined) return failed('cannot find data txid')
      const data = sampleOf(id, created, tx)
      return data ? { result: 'success', txid: toDisplayHex(parseId(txid)), data } : failed('invalid data tx')
    },
    oraclessamples({ oracletxid, batonaddress, num }) {
      const { reader, lists } = reading()
      const id = parseId(oracletxid)
      if (reader.find(id) === undefined) return failed(`cant find oracletxid ${ZEROS}`)
      const created = reader.oracle(id)
      if (created === undefined) return failed(`invalid oracletxid ${ZEROS}`)
      const most = Number.parseInt(num, 10) || 0
      const samples = lists.samples(id, created, batonaddress, most)
      return { result: 'success', samples: samples.map(({ txid, data }) => ({ txid: toDisplayHex(txid), data })) }
    },
    oraclescreate({ name, description, format }) {
      const [nameBytes, descriptionBytes, formatBytes] = [name, description, format].map((part) => text.encode(part))
      const request = { name: nameBytes!, description: descriptionBytes!, format: formatBytes! }
      return built(() => buildOracleCreate(request, acting()))
    },
    oraclesfund: ({ oracletxid }) => built(() => buildOracleFund(parseId(oracletxid), acting())),
    oraclesregister: ({ oracletxid, datafee }) =>
      built(() => buildOracleRegister(parseId(oracletxid), parseDataFee(datafee), acting())),
    oraclessubscribe: ({ oracletxid, publisher, amount }) =>
      built(() => {
        const context = acting()
        const request = {
          ...{ oracle: parseId(oracletxid), publisher: parsePublisher(publisher) },
          amount: parseSubscription(amount),
        }
        return buildOracleSubscribe(request, context)
      }),
    oraclesdata: ({ oracletxid, hexstr }) =>
      built(() => buildOracleData(parseId(oracletxid), isHex(hexstr) ? fromHex(hexstr) : NO_DATA, acting())),
  }
}

const NO_DATA = new Uint8Array(0)
