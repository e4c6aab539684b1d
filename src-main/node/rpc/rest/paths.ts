import { type JsonValue, NumberLiteral } from '#shared/json.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { minedTransaction } from '#shared/rpc/methods/shapes.ts'
import type { Chain } from '../../chain/index.ts'
import type { ChainParams } from '../../consensus/index.ts'
import type { BlockEntry, MempoolView } from '../../core/index.ts'
import { serializeHeader, serializeTransaction } from '../../primitives/index.ts'
import { concat, fromDisplayHex, isHex, yieldToEventLoop } from '../../util/index.ts'
import type { Dispatcher } from '../dispatcher.ts'
import { encodeConfirmations } from '../format/block.ts'
import { encodeTransaction } from '../format/transaction.ts'
import type { Reply } from '../replyWriter.ts'
import { joinedText } from '../textStream.ts'
import { bytesReply, jsonReply, RestError, type RestForm, splitForm, unknownForm } from './answers.ts'

export interface PathDeps {
  readonly dispatcher: Pick<Dispatcher, 'call'>
  readonly params: ChainParams
  readonly chain: Chain
  readonly mempool: MempoolView
}

/** @throws RestError for invalid requests or RpcError of the method, synchronously or in the promise */
export type PathAnswer = (path: string, body: Uint8Array, context: CallContext) => Reply | Promise<Reply>

const MAX_HEADERS = 2000
/** Headers between two yields to the event loop. Each is read from disk and takes almost 1 kB as JSON. */
const HEADERS_PER_SLICE = 100

const notFound = (name: string) => new RestError(404, `${name} not found`)
const number = (value: number) => new NumberLiteral(String(value))

/** @throws RestError if the text is not a hash */
function parseHash(text: string): Uint8Array {
  if (!isHex(text) || text.length !== 64) throw new RestError(400, `Invalid hash: ${text}`)
  return fromDisplayHex(text)
}

/** Creates the answers to each kind of path. They receive the rest of the path after its prefix. */
export function createPathAnswers(deps: PathDeps) {
  const { dispatcher, params, chain, mempool } = deps

  /** Returns the result of an RPC method as text. @throws RpcError if the method fails */
  async function resultText(method: string, given: readonly JsonValue[], context: CallContext): Promise<string> {
    const result = await dispatcher.call(method, given, context)
    return typeof result === 'string' ? result : joinedText(result)
  }

  const jsonOnly =
    (method: string, ...given: JsonValue[]): PathAnswer =>
    async (path, _body, context) => {
      if (splitForm(path).form !== 'json') throw unknownForm('json')
      return jsonReply(await resultText(method, given, context))
    }

  const block =
    (verbosity: number): PathAnswer =>
    async (path, _body, context) => {
      const { name, form } = splitForm(path)
      const entry = chain.byHash(parseHash(name))
      const bytes = entry && chain.blockBytes(entry)
      if (!entry || !bytes) throw notFound(name)
      if (form === undefined) throw unknownForm()
      if (form !== 'json') return bytesReply(form, bytes)
      return jsonReply(await resultText('getblock', [entry.hashHex, number(verbosity)], context))
    }

  const headers: PathAnswer = async (path, _body, { signal }) => {
    const { name, form } = splitForm(path)
    const [count = '', hash = '', ...more] = name.split('/')
    if (more.length > 0 || !name.includes('/'))
      throw new RestError(400, 'No header count specified. Use /rest/headers/<count>/<hash>.<ext>.')
    const wanted = Number.parseInt(count, 10)
    if (!(wanted >= 1 && wanted <= MAX_HEADERS)) throw new RestError(400, `Header count out of range: ${count}`)
    return headersReply(activeEntries(chain.byHash(parseHash(hash)), wanted), form, signal)
  }

  /** Returns up to `count` blocks of the active chain, from the first one upwards. */
  function activeEntries(first: BlockEntry | undefined, count: number): BlockEntry[] {
    const entries: BlockEntry[] = []
    let entry = first && chain.isActive(first) ? first : undefined
    for (; entry && entries.length < count; entry = chain.byHeight(entry.height + 1)) entries.push(entry)
    return entries
  }

  async function headersReply(entries: readonly BlockEntry[], form: RestForm, signal: AbortSignal): Promise<Reply> {
    if (form === undefined) throw unknownForm('.bin, .hex')
    const bytes: Uint8Array[] = []
    const texts: string[] = []
    for (const [at, entry] of entries.entries()) {
      if (at % HEADERS_PER_SLICE === HEADERS_PER_SLICE - 1) {
        await yieldToEventLoop()
        signal.throwIfAborted()
      }
      if (form !== 'json') bytes.push(serializeHeader(entry.header))
      else texts.push(await resultText('getblockheader', [entry.hashHex], { signal, transport: 'http' }))
    }
    return form === 'json' ? jsonReply(`[${texts.join(',')}]`) : bytesReply(form, concat(...bytes))
  }

  const transaction: PathAnswer = (path) => {
    const { name, form } = splitForm(path)
    const txid = parseHash(name)
    const pending = mempool.get(txid)?.tx
    const confirmed = pending ? undefined : chain.transaction(txid)
    const tx = pending ?? confirmed?.tx
    if (!tx) throw notFound(name)
    if (form === undefined) throw unknownForm()
    if (form !== 'json') return bytesReply(form, serializeTransaction(tx))
    const decoded = encodeTransaction(tx, params.ccEnabled)
    return jsonReply(minedTransaction.encode({ ...decoded, ...(confirmed && encodeBlockPosition(confirmed.block)) }))
  }

  function encodeBlockPosition(entry: BlockEntry) {
    const { hashHex: blockhash, height, time } = entry
    return { blockhash, height, ...encodeConfirmations(chain, entry), time, blocktime: time }
  }

  return { jsonOnly, block, headers, transaction }
}
