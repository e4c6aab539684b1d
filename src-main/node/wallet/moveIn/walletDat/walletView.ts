import { decodeBase58Check, hash160 } from '../../../crypto/index.ts'
import { yieldToEventLoop } from '../../../util/index.ts'
import { type Steps, withPauses } from '../../../util/runInSlices.ts'
import { HASH_BYTES, HashIndex } from './hashIndex.ts'
import type { KeyTable } from './keyTable.ts'
import type { OldKey, OldKeyKind, OldLabel, OldSeed, OldWallet, OldWalletRescue } from './oldWallet.ts'
import { sortedRows } from './sortRows.ts'
import { unlockContent } from './unlockContent.ts'
import type { WalletContent } from './walletContent.ts'
import { describeUndecrypted } from './walletWarnings.ts'

/** Version byte of an address of a public key, on every Smart Chain. */
const ADDRESS_VERSION = 60
const ITEMS_PER_SLICE = 2000
/** Creation time of an imported key. */
const IMPORTED = 1

/** Facts about a wallet besides its records. */
export interface OldWalletFacts {
  readonly cleanlyClosed: boolean
  readonly rescued: OldWalletRescue
  readonly leaks: OldWallet['leaks']
  readonly warnings: readonly string[]
}

/** Orders the keys as `dumpwallet` does, and finds their kinds and labels. */
export function* createWalletView(content: WalletContent, facts: OldWalletFacts): Steps<OldWallet> {
  const { table } = content
  const hashes = new HashIndex(table.rows)
  const rows = new Uint32Array(table.keys)
  let keys = 0
  for (let row = 0; row < table.rows; row++) {
    if (row % ITEMS_PER_SLICE === ITEMS_PER_SLICE - 1) yield
    if (!table.isKey(row)) continue
    hashes.set(row, hash160(table.pubkey(row)))
    rows[keys++] = row
  }
  const labels = [...content.addresses.values()]
  const labelIndexes = yield* findKeyLabels(labels, hashes, table.rows)
  const compare = (a: number, b: number) => dumpTime(table, a) - dumpTime(table, b) || hashes.compare(a, b)
  return new WalletView(content, facts, { rows: yield* sortedRows(rows, compare), labels, labelIndexes })
}

/** Unknown times sort after imported keys: `dumpwallet` guesses a time from the chain, at the earliest genesis. */
const dumpTime = (table: KeyTable, row: number): number => table.created(row) || IMPORTED + 1

/** Returns the index of each row's label plus one; 0 for a key without a label. */
function* findKeyLabels(labels: readonly OldLabel[], hashes: HashIndex, rows: number): Steps<Int32Array> {
  const labelIndexes = new Int32Array(rows)
  for (const [index, { address }] of labels.entries()) {
    if (index % ITEMS_PER_SLICE === ITEMS_PER_SLICE - 1) yield
    const payload = decodeBase58Check(address)
    if (payload?.length !== HASH_BYTES + 1 || payload[0] !== ADDRESS_VERSION) continue
    const row = hashes.find(payload.subarray(1))
    if (row >= 0) labelIndexes[row] = index + 1
  }
  return labelIndexes
}

interface OrderedKeys {
  readonly rows: Uint32Array
  readonly labels: readonly OldLabel[]
  readonly labelIndexes: Int32Array
}

class TableKey implements OldKey {
  readonly #wallet: WalletView
  readonly #row: number

  constructor(wallet: WalletView, row: number) {
    this.#wallet = wallet
    this.#row = row
  }

  get pubkey(): Uint8Array {
    return this.#wallet.table.pubkey(this.#row)
  }

  get secret(): Uint8Array | null {
    return this.#wallet.table.secret(this.#row)
  }

  get created(): number {
    return this.#wallet.table.created(this.#row)
  }

  get kind(): OldKeyKind {
    if (this.label !== null) return 'label'
    return this.#wallet.table.isPooled(this.#row) ? 'reserve' : 'change'
  }

  get label(): string | null {
    return this.#wallet.findLabel(this.#row)
  }
}

class WalletView implements OldWallet {
  readonly cleanlyClosed: boolean
  readonly rescued: OldWalletRescue
  readonly leaks: OldWallet['leaks']
  readonly keys: readonly OldKey[]
  readonly scripts: readonly Uint8Array[]
  readonly watchOnly: OldWallet['watchOnly']
  readonly labels: readonly OldLabel[]
  readonly transactions: OldWallet['transactions']
  readonly #content: WalletContent
  readonly #rows: Uint32Array
  readonly #labelIndexes: Int32Array
  readonly #warnings: readonly string[]
  #unlockWarnings: readonly string[] = []

  constructor(content: WalletContent, facts: OldWalletFacts, { rows, labels, labelIndexes }: OrderedKeys) {
    this.#content = content
    this.#rows = rows
    this.#labelIndexes = labelIndexes
    this.cleanlyClosed = facts.cleanlyClosed
    this.rescued = facts.rescued
    this.leaks = facts.leaks
    this.#warnings = facts.warnings
    this.transactions = [...content.transactions.values()]
    this.labels = labels
    this.watchOnly = [...content.watchOnly.values()].map((script) => ({ script, created: 0 }))
    this.scripts = [...content.scripts.values()]
    this.keys = Array.from(rows, (row) => new TableKey(this, row))
  }

  get table(): KeyTable {
    return this.#content.table
  }

  findLabel(row: number): string | null {
    const label = this.#labelIndexes[row]!
    return label === 0 ? null : this.labels[label - 1]!.label
  }

  get encryptedKeys(): number {
    return this.#rows.reduce((sum, row) => sum + (this.table.hasSecret(row) ? 0 : 1), 0)
  }

  get shielded(): OldWallet['shielded'] {
    return [...this.#content.shielded.values()]
  }

  get hdSeed(): OldWallet['hdSeed'] {
    if (this.#content.encryptedSeed !== undefined) return 'encrypted'
    return this.#content.plainSeed === undefined ? 'none' : 'plain'
  }

  get seed(): OldSeed | null {
    const { plainSeed, encryptedSeed, seedSecret } = this.#content
    const record = plainSeed ?? encryptedSeed
    return record === undefined ? null : { fingerprint: record.fingerprint, secret: seedSecret ?? null }
  }

  get oldest(): number {
    if (this.#rows.length === 0 || this.#content.watchOnly.size > 0) return 0
    let oldest = Number.POSITIVE_INFINITY
    for (const row of this.#rows) {
      const created = this.table.created(row)
      if (created <= IMPORTED) return 0
      oldest = Math.min(oldest, created)
    }
    return oldest
  }

  get skipped(): ReadonlyMap<string, number> {
    return this.#content.skipped
  }

  get warnings(): readonly string[] {
    return [...this.#warnings, ...this.#unlockWarnings]
  }

  async unlock(passphrase: string, signal?: AbortSignal): Promise<boolean> {
    const result = await withPauses(unlockContent(this.#content, passphrase), async () => {
      await yieldToEventLoop()
      signal?.throwIfAborted()
    })
    if (result === undefined) return false
    this.#unlockWarnings = describeUndecrypted(result.failedKeys + result.failedShielded)
    return true
  }

  wipe(): void {
    this.#content.wipe()
  }
}
