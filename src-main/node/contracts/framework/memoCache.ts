import type { Transaction } from '../../primitives/index.ts'

/** Finds a transaction by id. Returns undefined if the node does not know it. */
export type FindTransaction = (txid: Uint8Array) => Transaction | undefined

/**
 * Per-contract cache across transactions, for facts that no longer change. Calls `create` on first use and then returns
 * the same object.
 */
export type Memos = <T extends object>(create: () => T) => T

/** View of a transaction for contracts, both to validate and to explain it. */
export interface ContractTransactionContext {
  readonly tx: Transaction
  readonly find: FindTransaction
  readonly memo: Memos
}

export function createMemoCache(): Memos {
  const made = new Map<() => object, object>()
  return <T extends object>(create: () => T): T => {
    const known = made.get(create)
    if (known !== undefined) return known as T
    const value = create()
    made.set(create, value)
    return value
  }
}
