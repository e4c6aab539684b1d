import type { FileLockDeps } from '../../files/index.ts'
import { StoredFile } from '../storedFile.ts'
import { type ChainList, EMPTY_LIST, listText, MAX_FILE, parseList } from './chainList.ts'

/** The list of chains in the root, shared with other apps that may run on the same root. */
export interface Registry {
  /** as last read or written */
  list(): ChainList
  /** the problem with the file and what was done about it, for people */
  notice(): string | null
  /**
   * Reads, changes and writes the file under the lock. Changes wait for each other.
   * @throws Error with a text for people; nothing has changed then
   */
  update(change: (list: ChainList) => ChainList): Promise<ChainList>
}

export function createRegistry(root: string, deps: FileLockDeps): Registry {
  const stored = new StoredFile<ChainList>(
    {
      ...{ root, file: 'chains.json', title: 'The list of chains', empty: EMPTY_LIST, most: MAX_FILE },
      unread: 'Nothing is written to it, and no chain of it is shown.',
      repair: 'The folders of its chains are untouched: join a chain again, and what it has is found.',
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
