import type Database from 'better-sqlite3'

/** Shielded key of a wallet moved in, either plain or sealed. The wallet keeps it, but cannot use it yet. */
export interface ShieldedRow {
  /** kind of the record, such as `sapling` */
  readonly kind: string
  /** hash that identifies the key within its kind and reveals nothing of it */
  readonly id: Uint8Array
  readonly plain: Uint8Array | null
  readonly sealed: Uint8Array | null
}

/** Label of a foreign address. */
export interface NameRow {
  readonly address: string
  readonly label: string
}

/** Notes of a transaction, by its id: the wallet adopts them when it finds the transaction. */
export interface NoteRow {
  readonly txid: Uint8Array
  /** unix seconds when the other program first saw it; 0 if unknown */
  readonly received: number
  readonly comment: string
  readonly commentTo: string
}

/** Statements that add a row return false if the file already has one with that key, which is kept. */
export interface MovedTables {
  shielded(): ShieldedRow[]
  countShielded(): number
  addShielded(row: ShieldedRow): boolean
  /** replaces a plain shielded key with the sealed one */
  sealShielded(row: ShieldedRow): void
  /** in the order of the addresses */
  names(): NameRow[]
  addName(row: NameRow): boolean
  /** notes and comments of all transactions that have a comment, in the order of their ids */
  comments(): NoteRow[]
  note(txid: Uint8Array): NoteRow | undefined
  addNote(row: NoteRow): boolean
}

/** Returns the statements on data of wallets moved in. */
export function createMovedTables(db: Database.Database): MovedTables {
  const shielded = db.prepare<[], ShieldedRow>('SELECT kind, id, plain, sealed FROM shielded ORDER BY kind, id')
  const countShielded = db.prepare<[], number>('SELECT count(*) FROM shielded').pluck()
  const addShielded = db.prepare<[ShieldedRow]>(
    'INSERT INTO shielded VALUES (@kind, @id, @plain, @sealed) ON CONFLICT DO NOTHING',
  )
  const sealShielded = db.prepare<[ShieldedRow]>(
    'UPDATE shielded SET plain = @plain, sealed = @sealed WHERE kind = @kind AND id = @id',
  )
  const names = db.prepare<[], NameRow>('SELECT address, label FROM names ORDER BY address')
  const addName = db.prepare<[NameRow]>('INSERT INTO names VALUES (@address, @label) ON CONFLICT DO NOTHING')
  const comments = db.prepare<[], NoteRow>(
    `SELECT txid, received, comment, commentTo FROM txs WHERE comment <> '' OR commentTo <> ''
     UNION ALL SELECT txid, received, comment, commentTo FROM txNotes WHERE (comment <> '' OR commentTo <> '')
       AND txid NOT IN (SELECT txid FROM txs WHERE comment <> '' OR commentTo <> '')
     ORDER BY txid`,
  )
  const note = db.prepare<[Uint8Array], NoteRow>('SELECT * FROM txNotes WHERE txid = ?')
  const addNote = db.prepare<[NoteRow]>(
    'INSERT INTO txNotes VALUES (@txid, @received, @comment, @commentTo) ON CONFLICT DO NOTHING',
  )
  return {
    shielded: () => shielded.all(),
    countShielded: () => countShielded.get() ?? 0,
    addShielded: (row) => addShielded.run(row).changes === 1,
    sealShielded: (row) => void sealShielded.run(row),
    names: () => names.all(),
    addName: (row) => addName.run(row).changes === 1,
    comments: () => comments.all(),
    note: (txid) => note.get(txid),
    addNote: (row) => addNote.run(row).changes === 1,
  }
}
