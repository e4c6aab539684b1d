import type { FileLockDeps } from '../../files/index.ts'
import { StoredFile } from '../storedFile.ts'
import { type ChainList, EMPTY_LIST, listText, MAX_FILE_BYTES, parseList } from './chainList.ts'

/** List of chains in the root, shared with other apps that run on the same root. */
export interface Registry {
  /** Returns the list as last read or written. */
  list(): ChainList
  /** Returns a text for users about the problem with the file and what was done; null if the file is fine. */
  notice(): string | null
  /**
   * Reads, changes and writes the file under its lock. Changes run one at a time.
   * @throws Error with a text for users; nothing has changed then
   */
  update(change: (list: ChainList) => ChainList): Promise<ChainList>
}

export function createRegistry(root: string, deps: FileLockDeps): Registry {
  const stored = new StoredFile<ChainList>(
    {
      ...{ root, file: 'chains.json', title: 'The list of chains', empty: EMPTY_LIST, most: MAX_FILE_BYTES },
      unread: 'The app does not write to it and shows none of its chains.',
      repair: 'The folders of its chains are unchanged: if you join a chain again, the app finds its data.',
      ...{ parse: parseList, write: listText },
    },
    deps,
  )
  return {
    list: () => stored.value(),
    notice: () => stored.notice(),
    update: (change) => stored.update(change),
  }
}
