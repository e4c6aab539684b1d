/** URL search of the explorer's pages. It is untrusted input and checked. */
export interface BlockSearch {
  readonly tab?: 'header' | 'raw'
}

export interface TransactionSearch {
  readonly tab?: 'scripts' | 'decoded' | 'raw'
}

export function readBlockSearch({ tab }: Record<string, unknown>): BlockSearch {
  return tab === 'header' || tab === 'raw' ? { tab } : {}
}

export function readTransactionSearch({ tab }: Record<string, unknown>): TransactionSearch {
  return tab === 'scripts' || tab === 'decoded' || tab === 'raw' ? { tab } : {}
}
