/** URL search of the explorer's pages. Untrusted input, therefore validated. */
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
