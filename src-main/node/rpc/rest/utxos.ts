/** `/rest/getutxos`: returns which outputs are unspent, by the rules of BIP64. */
import { looseHash } from '#shared/rpc/convert.ts'
import { scriptPubKey } from '#shared/rpc/methods/shapes.ts'
import { r } from '#shared/rpc/result.ts'
import type { ChainParams } from '../../consensus/index.ts'
import type { ChainView, Coin, MempoolView } from '../../core/index.ts'
import type { OutPoint } from '../../primitives/types.ts'
import { ByteReader, ByteWriter, DecodeError, fromDisplayHex, fromHex, isHex } from '../../util/index.ts'
import { encodeScriptPubKey } from '../format/script.ts'
import type { Reply } from '../replyWriter.ts'
import { bytesReply, jsonReply, RestError, splitForm, unknownForm } from './answers.ts'

export interface UtxoDeps {
  readonly params: Pick<ChainParams, 'ccEnabled'>
  readonly chain: Pick<ChainView, 'tip' | 'coin' | 'transaction'>
  readonly mempool: Pick<MempoolView, 'get' | 'coin' | 'spender'>
}

interface UtxoQuery {
  /** If true, outputs of mempool transactions count as unspent, and outputs that they spend as spent. */
  readonly checkMempool: boolean
  readonly outpoints: readonly OutPoint[]
}

interface UnspentOutput extends Coin {
  /** Version of the output's transaction. */
  readonly txVersion: number
}

const MAX_OUTPOINTS = 15
const OUTPOINT_BYTES = 36
const INT32_MIN = -0x8000_0000
const INT32_MAX = 0x7fff_ffff

const answerShape = r.object({
  chainHeight: r.height(),
  chaintipHash: r.blockHash(),
  bitmap: r.text('one digit for each requested output: 1 is unspent'),
  utxos: r.array(r.object({ txvers: r.int(), height: r.height(), value: r.coins(), scriptPubKey })),
})

const wrong = (message: string) => new RestError(500, message)
const empty = () => wrong('Error: empty request')
const unreadable = () => wrong('Parse error')

/**
 * @param path path after `/rest/getutxos`
 * @param body query instead of the one in the path, in the form of the reply
 * @throws RestError if the query is invalid
 */
export function answerUtxos(deps: UtxoDeps, path: string, body: Uint8Array): Reply {
  const { name, form } = splitForm(path)
  const parts = name.length > 1 ? name.slice(1).split('/') : []
  if (body.length === 0 && parts.length === 0) throw empty()
  const asked = parts.length > 0 ? queryOfPath(parts) : undefined
  if (form === undefined) throw unknownForm()
  const query = form === 'json' ? asked : resolveQuery(asked, form === 'hex' ? hexBody(body) : body)
  if (query === undefined) throw empty()
  if (query.outpoints.length > MAX_OUTPOINTS)
    throw wrong(`Error: max outpoints exceeded (max: ${MAX_OUTPOINTS}, tried: ${query.outpoints.length})`)
  const found = query.outpoints.map((outpoint) => unspentOutput(deps, outpoint, query.checkMempool))
  return form === 'json' ? inJson(deps, found) : bytesReply(form, inBytes(deps, found))
}

/** Parses an optional `checkmempool`, followed by `<txid>-<n>` parts. */
function queryOfPath(parts: readonly string[]): UtxoQuery {
  const checkMempool = parts[0] === 'checkmempool'
  const outpoints = (checkMempool ? parts.slice(1) : parts).map(parseOutpoint)
  if (outpoints.length === 0) throw empty()
  return { checkMempool, outpoints }
}

function parseOutpoint(part: string): OutPoint {
  const dash = part.indexOf('-')
  const txid = dash < 0 ? part : part.slice(0, dash)
  const digits = part.slice(dash + 1)
  const index = /^[+-]?[0-9]{1,10}$/.test(digits) ? Number(digits) : Number.NaN
  if (!isHex(txid) || !(index >= INT32_MIN && index <= INT32_MAX)) throw unreadable()
  return { hash: fromDisplayHex(looseHash(txid)), index: index >>> 0 }
}

function resolveQuery(asked: UtxoQuery | undefined, body: Uint8Array): UtxoQuery | undefined {
  if (body.length === 0) return asked
  if (asked !== undefined) throw wrong('Combination of URI scheme inputs and raw post data is not allowed')
  try {
    const reader = new ByteReader(body)
    const checkMempool = reader.u8() !== 0
    const count = reader.count(OUTPOINT_BYTES)
    const outpoints = Array.from({ length: count }, () => ({ hash: reader.bytes(32), index: reader.u32le() }))
    return { checkMempool, outpoints }
  } catch (error) {
    if (error instanceof DecodeError) throw unreadable()
    throw error
  }
}

/** Parses the leading hex digits, as komodod does. Surrounding spaces are ignored. */
function hexBody(body: Uint8Array): Uint8Array {
  const digits = /^[0-9a-fA-F]*/.exec(Buffer.from(body).toString('latin1').trim())?.[0] ?? ''
  return fromHex(digits.slice(0, digits.length & ~1))
}

function unspentOutput({ chain, mempool }: UtxoDeps, outpoint: OutPoint, checkMempool: boolean) {
  if (checkMempool && mempool.spender(outpoint)) return undefined
  const coin = chain.coin(outpoint) ?? (checkMempool ? mempool.coin(outpoint) : undefined)
  const tx = coin && (chain.transaction(outpoint.hash)?.tx ?? mempool.get(outpoint.hash)?.tx)
  return coin && tx && { ...coin, txVersion: tx.version }
}

const isFound = (output: UnspentOutput | undefined): output is UnspentOutput => output !== undefined

function inJson({ chain, params }: UtxoDeps, found: readonly (UnspentOutput | undefined)[]): Reply {
  const tip = chain.tip()
  const text = answerShape.encode({
    chainHeight: tip.height,
    chaintipHash: tip.hashHex,
    bitmap: found.map((output) => (isFound(output) ? '1' : '0')).join(''),
    utxos: found.filter(isFound).map((output) => ({
      txvers: output.txVersion,
      height: output.height,
      value: output.value,
      scriptPubKey: encodeScriptPubKey(output, params.ccEnabled),
    })),
  })
  return jsonReply(text)
}

/**
 * Serializes the reply of BIP64: height, hash of the tip, bitmap with the first output in the lowest bit, then the
 * unspent outputs.
 */
function inBytes({ chain }: UtxoDeps, found: readonly (UnspentOutput | undefined)[]): Uint8Array {
  const tip = chain.tip()
  const bitmap = new Uint8Array(Math.ceil(found.length / 8))
  for (const [at, output] of found.entries()) if (output) bitmap[at >> 3] = (bitmap[at >> 3] ?? 0) | (1 << (at & 7))
  const outputs = found.filter(isFound)
  const writer = new ByteWriter().u32le(tip.height).bytes(tip.hash).varBytes(bitmap).compactSize(outputs.length)
  for (const { txVersion, height, value, scriptPubKey: script } of outputs)
    writer.u32le(txVersion).u32le(height).i64le(value).varBytes(script)
  return writer.finish()
}
