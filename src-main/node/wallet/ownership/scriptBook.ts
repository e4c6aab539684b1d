import type { Clock } from '../../core/index.ts'
import { hash160 } from '../../crypto/index.ts'
import { encodeAddress, findScriptAddress } from '../../script/index.ts'
import { hashKey } from '../../util/index.ts'
import type { ScriptRow, WalletFile } from '../file/index.ts'
import type { KnownScripts } from './ownership.ts'

export interface WalletScript extends ScriptRow {
  /** undefined if the script has no address */
  readonly address: string | undefined
}

export interface ScriptBookDeps {
  readonly file: Pick<WalletFile, 'scripts' | 'putScript'>
  readonly clock: Pick<Clock, 'now'>
  readonly ccEnabled: boolean
  /** called after a new script was added */
  readonly added: () => void
}

/** Redeem scripts and watch-only scripts. Additions are on disk when the call returns. */
export class ScriptBook implements KnownScripts {
  readonly #deps: ScriptBookDeps
  readonly #redeem = new Map<string, WalletScript>()
  readonly #watched = new Map<string, WalletScript>()
  readonly #byAddress = new Map<string, WalletScript>()
  #revision = 0

  constructor(deps: ScriptBookDeps) {
    this.#deps = deps
    for (const row of deps.file.scripts()) this.#load(row)
  }

  redeemScript(hash20: Uint8Array): Uint8Array | undefined {
    return this.#redeem.get(hashKey(hash20))?.script
  }

  isWatched(script: Uint8Array): boolean {
    return this.#watched.size > 0 && this.#watched.has(hashKey(script))
  }

  /** Adds a redeem script. @returns false if it was known and only its label is new */
  addRedeem(script: Uint8Array, label: string): boolean {
    return this.#put(this.#redeem.get(hashKey(hash160(script))), { kind: 'redeem', script, label })
  }

  /**
   * Adds a watch-only script. With label null, it is not in the address book.
   * @returns false if it was known and only its label is new
   */
  watch(script: Uint8Array, label: string | null): boolean {
    return this.#put(this.#watched.get(hashKey(script)), { kind: 'watch', script, label })
  }

  /**
   * Adds the scripts that the book lacks. Call it within a durable step, and `reload` if that step fails.
   * @param rows with `created` 0 if unknown. A known script without a label gets the row's label.
   * @returns the number of new scripts
   */
  addAll(rows: readonly ScriptRow[]): number {
    let count = 0
    for (const row of rows) {
      const known =
        row.kind === 'redeem' ? this.#redeem.get(hashKey(hash160(row.script))) : this.#watched.get(hashKey(row.script))
      if (known && (known.label || !row.label)) continue
      const entry = { ...row, created: known?.created ?? (row.created || this.#deps.clock.now()) }
      this.#deps.file.putScript(entry)
      this.#revision++
      this.#load(entry)
      if (!known) count++
    }
    if (count > 0) this.#deps.added()
    return count
  }

  /** Reloads memory from the file, after a durable step was rolled back. */
  reload(): void {
    for (const scripts of [this.#redeem, this.#watched, this.#byAddress]) scripts.clear()
    for (const row of this.#deps.file.scripts()) this.#load(row)
  }

  watchesAny(): boolean {
    return this.#watched.size > 0
  }

  /** Returns the newest entry of an address, or undefined if it has no entry. */
  byAddress(address: string): WalletScript | undefined {
    return this.#byAddress.get(address)
  }

  /** Changes the label of an address. @returns false if there is no such address */
  rename(address: string, label: string): boolean {
    const entry = this.#byAddress.get(address)
    if (!entry) return false
    this.#put(entry, { kind: entry.kind, script: entry.script, label })
    return true
  }

  /** Returns all scripts, oldest first. */
  list(): readonly WalletScript[] {
    return [...this.#redeem.values(), ...this.#watched.values()].sort((a, b) => a.created - b.created)
  }

  /** Returns a counter that changes with each added script and each label change. */
  revision(): number {
    return this.#revision
  }

  #put(known: WalletScript | undefined, row: Omit<ScriptRow, 'created'>): boolean {
    const { file, clock, added } = this.#deps
    const entry = { ...row, created: known?.created ?? clock.now() }
    file.putScript(entry)
    this.#revision++
    this.#load(entry)
    if (!known) added()
    return known === undefined
  }

  #load(row: ScriptRow): void {
    const entry: WalletScript = { ...row, address: this.#formatAddress(row) }
    if (row.kind === 'redeem') this.#redeem.set(hashKey(hash160(row.script)), entry)
    else this.#watched.set(hashKey(row.script), entry)
    if (entry.address !== undefined) this.#byAddress.set(entry.address, entry)
  }

  #formatAddress({ kind, script }: ScriptRow): string | undefined {
    if (kind === 'redeem') return encodeAddress({ type: 2, hash: hash160(script) })
    return findScriptAddress(script, { cc: this.#deps.ccEnabled })
  }
}
