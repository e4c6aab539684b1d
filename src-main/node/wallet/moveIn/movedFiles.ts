import type { Clock } from '../../core/index.ts'
import type { WalletFile } from '../file/index.ts'
import { type FileMark, isFileChanged, markFile } from './fileMark.ts'

/** Wallet file of another program that was moved in. */
export interface MovedFile {
  readonly path: string
  /** unix seconds of the move that last added something */
  readonly moved: number
  readonly keys: number
  readonly shielded: number
  /** private keys that lie unencrypted in the file of an encrypted wallet */
  readonly leakedKeys: number
  readonly leakedSeed: boolean
  /**
   * unix seconds when an encrypted backup with everything of this wallet was opened again after the move, or null. Until
   * then the old file must stay.
   */
  readonly backedUp: number | null
}

/** State of the file on the disk. */
export interface MovedFileState extends MovedFile {
  /** true if another program changed the file after the move: two programs may be spending the same coins */
  readonly used: boolean
  readonly missing: boolean
}

type StoredFile = MovedFile & FileMark

/** Meta entry of the wallet file. */
const NAME = 'movedIn'
/** Number of files remembered, the newest ones. */
const MAX_FILES = 20

export interface MovedFilesDeps {
  readonly file: Pick<WalletFile, 'meta' | 'setMeta'>
  readonly clock: Pick<Clock, 'now'>
}

/** Wallet files of other programs that were moved into this wallet. Nothing here changes or deletes such a file. */
export class MovedFiles {
  readonly #deps: MovedFilesDeps

  constructor(deps: MovedFilesDeps) {
    this.#deps = deps
  }

  /** Returns the files, oldest move first. */
  list(): readonly MovedFileState[] {
    return this.#stored().map(({ size, modified, ...row }) => {
      const mark = markFile(row.path)
      return { ...row, used: isFileChanged(mark, { size, modified }), missing: mark === undefined }
    })
  }

  /** Returns the file if another program changed it after the move. */
  findUsed(path: string, mark: FileMark): MovedFile | undefined {
    return this.#stored().find((row) => row.path === path && isFileChanged(mark, row))
  }

  /**
   * Records a moved file. Call it within the durable step of the move.
   * @param changed false if the wallet already had everything
   */
  note(row: Omit<MovedFile, 'moved' | 'backedUp'> & FileMark, changed: boolean): void {
    const stored = this.#stored()
    const before = stored.find(({ path }) => path === row.path)
    const kept = before && !changed ? before : { moved: this.#deps.clock.now(), backedUp: null }
    const { moved, backedUp } = kept
    const others = stored.filter(({ path }) => path !== row.path)
    this.#store([...others, { ...row, moved, backedUp }].slice(-MAX_FILES))
  }

  /** Records that an encrypted backup with everything, made at `made`, was opened again; durable on return. */
  noteBackup(made: number): void {
    const stored = this.#stored()
    if (!stored.some(({ moved, backedUp }) => backedUp === null && moved <= made)) return
    const now = this.#deps.clock.now()
    this.#store(stored.map((row) => (row.moved <= made ? { ...row, backedUp: row.backedUp ?? now } : row)))
  }

  #stored(): readonly StoredFile[] {
    const bytes = this.#deps.file.meta(NAME)
    return bytes ? (JSON.parse(Buffer.from(bytes).toString('utf8')) as StoredFile[]) : []
  }

  #store(rows: readonly StoredFile[]): void {
    this.#deps.file.setMeta(NAME, Buffer.from(JSON.stringify(rows), 'utf8'))
  }
}
