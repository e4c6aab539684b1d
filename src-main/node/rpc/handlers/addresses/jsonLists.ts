/** Lists of one address, whose rows are JSON text from the index. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { MAX_ADDRESS_ROWS, tooManyRows } from '#shared/rpc/methods/addressIndex.ts'
import { JsonRows, StreamedRows } from '#shared/rpc/resultShape.ts'
import type {
  AddressColumns,
  AddressJsonLayout,
  AddressJsonList,
  AddressQueries,
  AddressTexts,
} from '../../../addressIndex/index.ts'
import type { IndexedAddress, NamedBlock } from '../../../core/index.ts'

/**
 * Maximum number of rows that are read and encoded synchronously. Takes a few milliseconds, or 20 ms for ids, whose
 * long lists are requested most often.
 */
export const MAX_SYNC_ROWS = { deltas: 4_000, transactionIds: 25_000, unspent: 4_000 } as const

/** Layouts of the rows of one address, equal to what the contract's shapes encode. */
export const jsonLayouts = {
  deltas: (address: string): AddressJsonLayout<'deltas'> => ({
    texts: ['{"satoshis":', ',"txid":"', '","index":', ',"blockindex":', ',"height":', `,"address":"${address}"}`],
    columns: ['satoshis', 'txid', 'index', 'position', 'height'],
  }),
  transactionIds: (): AddressJsonLayout<'transactionIds'> => ({ texts: ['"', '"'], columns: ['txid'] }),
  unspent: (address: string): AddressJsonLayout<'unspent'> => ({
    texts: [
      `{"address":"${address}","txid":"`,
      ...['","outputIndex":', ',"script":"', '","satoshis":', ',"height":', '}'],
    ],
    columns: ['txid', 'index', 'script', 'satoshis', 'height'],
  }),
} satisfies { readonly [Kind in keyof AddressColumns]: (address: string) => AddressJsonLayout<Kind> }

/**
 * Lists the rows of one address as JSON text. A short history is read synchronously. The rows of a long history are
 * read while the reply is sent, as of the block `tip`.
 */
export function listAsJson<Kind extends keyof AddressColumns, Shown, Result>(
  { index, tip }: { readonly index: AddressQueries; tip(): NamedBlock },
  kind: Kind,
  entry: IndexedAddress,
  { range, layout, signal }: Pick<AddressJsonList<Kind>, 'range' | 'layout'> & { readonly signal: AbortSignal },
  finish: (rows: readonly Shown[], tip: NamedBlock) => Result,
): Result | Promise<Result> {
  if (countRows(index, kind, entry) <= MAX_SYNC_ROWS[kind])
    return finish(new JsonRows(index.jsonRows(kind, entry, { range, layout })).asRows(), tip())
  return index.jsonList(kind, entry, { range, layout, most: MAX_ADDRESS_ROWS }, { signal }).then((listing) => {
    if (!listing) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, tooManyRows)
    return finish(new StreamedRows<Shown>(toJsonRows(listing.pages), listing.close).asRows(), listing.tip)
  })
}

async function* toJsonRows(pages: AsyncGenerator<string, void>): AsyncGenerator<JsonRows, void> {
  for await (const page of pages) yield new JsonRows(page)
}

/** Returns the maximum number of rows of an address in a list. */
export const countRows = (index: AddressQueries, kind: keyof AddressTexts, entry: IndexedAddress): number =>
  index.summary(entry)?.[kind === 'unspent' ? 'utxos' : 'deltas'] ?? 0
