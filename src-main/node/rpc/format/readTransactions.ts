/** Parses transactions that clients send as hex. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { parseTransaction, readTransaction } from '../../primitives/index.ts'
import type { Transaction } from '../../primitives/types.ts'
import { ByteReader, DecodeError, fromHex } from '../../util/index.ts'

export const decodeFailed = (cause?: unknown) =>
  new RpcError(RPC_ERROR.DESERIALIZATION, 'TX decode failed', cause === undefined ? {} : { cause })

/** Parses one transaction. `exact` rejects trailing bytes (protocol/README.md, finding 10). */
export function parseHexTransaction(hex: string, exact: boolean): Transaction {
  try {
    const bytes = fromHex(hex)
    return exact ? parseTransaction(bytes) : readTransaction(new ByteReader(bytes))
  } catch (error) {
    if (error instanceof DecodeError) throw decodeFailed(error)
    throw error
  }
}

/** Parses one or more complete concatenated transactions. @throws RpcError if one is malformed */
export function parseTransactions(hex: string): Transaction[] {
  try {
    const reader = new ByteReader(fromHex(hex))
    const transactions = [readTransaction(reader)]
    while (reader.remaining > 0) transactions.push(readTransaction(reader))
    return transactions
  } catch (error) {
    if (error instanceof DecodeError) throw decodeFailed(error)
    throw error
  }
}
