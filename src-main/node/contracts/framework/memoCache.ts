import type { Transaction } from '../../primitives/index.ts'

/** Finds a transaction by id; undefined if the node does not know it. */
export type FindTransaction = (txid: Uint8Array) => Transaction | undefined

/**
 * What a module keeps from one transaction to the next, such as facts that cannot change any more: made by `create` when it
 * is asked for first, and the same object ever after.
 */
export type Memos = <T extends object>(create: () => T) => T

/** What modules see of a transaction, whether they judge or explain it. */
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
