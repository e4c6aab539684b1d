import { decodeAddress, encodeAddress, p2pkhScript, p2shScript } from '../../script/index.ts'
import { compareBytes } from '../../util/index.ts'
import { mapped, type Steps, sorted } from '../../util/runInSlices.ts'
import type { NameRow, WalletFile } from '../file/index.ts'
import type { KeyStore, WalletKey } from '../keys/index.ts'
import type { ScriptBook } from './scriptBook.ts'

export interface AddressBookDeps {
  readonly keys: Pick<KeyStore, 'byHash' | 'rename'>
  readonly scripts: Pick<ScriptBook, 'byAddress' | 'isWatched' | 'rename' | 'revision' | 'watchesAny'>
  readonly file: Pick<WalletFile, 'names' | 'addName'>
}

/** Labels of the wallet's own and watch-only addresses, and of foreign addresses from wallets moved in. */
export class AddressBook {
  readonly #keys: AddressBookDeps['keys']
  readonly #scripts: AddressBookDeps['scripts']
  readonly #file: AddressBookDeps['file']
  readonly #foreign = new Map<string, string>()
  #renamed = 0

  constructor({ keys, scripts, file }: AddressBookDeps) {
    this.#keys = keys
    this.#scripts = scripts
    this.#file = file
    this.reloadForeign()
  }

  /** Returns the label of a foreign address, or undefined if it has none or is the wallet's. */
  foreignLabel(address: string): string | undefined {
    return this.labelOf(address) === undefined ? this.#foreign.get(address) : undefined
  }

  /** Returns the labels of foreign addresses, in the order of the addresses. */
  foreignLabels(): readonly NameRow[] {
    return [...this.#foreign].map(([address, label]) => ({ address, label }))
  }

  /**
   * Adds labels of foreign addresses that have none. Call it within a durable step, and `reloadForeign` if that step fails.
   * @returns the number of new labels
   */
  addForeign(rows: readonly NameRow[]): number {
    const fresh = rows.filter((row) => this.#file.addName(row))
    for (const { address, label } of fresh) this.#foreign.set(address, label)
    return fresh.length
  }

  /** Reloads the labels of foreign addresses, after a durable step was rolled back. */
  reloadForeign(): void {
    this.#foreign.clear()
    for (const { address, label } of this.#file.names()) this.#foreign.set(address, label)
  }

  /**
   * Returns the label. Null for an address of the wallet without label, such as change; undefined for a foreign
   * address.
   */
  labelOf(address: string): string | null | undefined {
    const key = this.#findKey(address)
    return key ? key.label : this.#scripts.byAddress(address)?.label
  }

  isWatched(address: string): boolean {
    if (!this.#scripts.watchesAny()) return false
    const decoded = this.#findKey(address) ? undefined : decodeAddress(address)
    if (!decoded) return false
    return this.#scripts.isWatched(decoded.kind === 'scripthash' ? p2shScript(decoded.hash) : p2pkhScript(decoded.hash))
  }

  /**
   * Changes a label; durable on return.
   * @param adopt true to label a change address too
   * @returns false if the address has no label to change, see `labelOf`
   */
  rename(address: string, label: string, adopt = false): boolean {
    const key = this.#findKey(address)
    if (key ? key.label === null && !adopt : (this.#scripts.byAddress(address)?.label ?? null) === null) return false
    if (key) this.#keys.rename(key, label)
    else this.#scripts.rename(address, label)
    this.#renamed++
    return true
  }

  /** Returns a counter that changes with each label change. */
  revision(): number {
    return this.#renamed + this.#scripts.revision()
  }

  #findKey(address: string): WalletKey | undefined {
    const decoded = decodeAddress(address)
    return decoded?.kind === 'pubkeyhash' ? this.#keys.byHash(decoded.hash) : undefined
  }
}

export interface NamedAddress {
  readonly address: string
  readonly label: string
  /** watch-only */
  readonly watched: boolean
}

/** Addresses encoded per event-loop slice: encoding one takes 0.01 ms. */
const ADDRESSES_PER_SLICE = 500

/** Returns every labelled address in the order of the reference's address book: keys before scripts, each by hash. */
export function* namedAddresses({ keys, scripts }: NamedParts): Steps<readonly NamedAddress[]> {
  const named = keys.used().filter(({ label }) => label !== null)
  const ofKeys = yield* mapped(named, ADDRESSES_PER_SLICE, ({ hash, label }) => {
    return { address: encodeAddress({ type: 1, hash }), hash, label, watched: false }
  })
  const ofScripts = scripts.list().flatMap(({ address, label, kind }) => {
    const decoded = address === undefined ? undefined : decodeAddress(address)
    return decoded && address !== undefined ? [{ address, ...decoded, label, watched: kind === 'watch' }] : []
  })
  const plain = yield* sorted([...ofKeys, ...ofScripts.filter(({ kind }) => kind === 'pubkeyhash')], byHash)
  const all = [...plain, ...ofScripts.filter(({ kind }) => kind === 'scripthash').sort(byHash)]
  // The key of a watch-only address may have been imported later.
  const seen = new Set<string>()
  const lines: NamedAddress[] = []
  for (const [index, { address, label, watched }] of all.entries()) {
    if (index % ADDRESSES_PER_SLICE === ADDRESSES_PER_SLICE - 1) yield
    if (label === null || seen.has(address)) continue
    seen.add(address)
    lines.push({ address, label, watched })
  }
  return lines
}

interface NamedParts {
  readonly keys: Pick<KeyStore, 'used'>
  readonly scripts: Pick<ScriptBook, 'list'>
}

const byHash = (a: { readonly hash: Uint8Array }, b: { readonly hash: Uint8Array }) => compareBytes(a.hash, b.hash)
