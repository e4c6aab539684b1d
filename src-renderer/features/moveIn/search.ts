/** URL search of the page that moves a node in: one folder before the move, or one chain during and after it. */
export interface MoveInSearch {
  /** absolute folder; the app accepts only folders that it found or that the user chose */
  readonly folder?: string
  /** id of the chain of a move */
  readonly chain?: string
}

const MAX_PATH_LENGTH = 4096

export function readMoveInSearch({ folder, chain }: Record<string, unknown>): MoveInSearch {
  if (typeof chain === 'string' && chain !== '') return { chain: chain.slice(0, 128) }
  return typeof folder === 'string' && folder !== '' ? { folder: folder.slice(0, MAX_PATH_LENGTH) } : {}
}
