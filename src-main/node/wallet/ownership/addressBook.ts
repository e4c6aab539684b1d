import { decodeAddress, encodeAddress, p2pkhScript, p2shScript } from '../../script/index.ts'
import { compareBytes } from '../../util/index.ts'
import { mapped, type Steps, sorted } from '../../util/runInSlices.ts'
import type { KeyStore } from '../keys/index.ts'
import type { ScriptBook } from './scriptBook.ts'

/** Labels of the wallet's own and watch-only addresses. */
export interface AddressBook {
  /** null: an address of the wallet without a label, such as one for change; undefined: not an address of this wallet */
  labelOf(address: string): string | null | undefined
  /** whether the address is watch-only */
  isWatched(address: string): boolean
  /**
   * Durable when it returns. False: the address has no label to change, see `labelOf`. `adopt`: gives a change address a label
   * too.
   */
  rename(address: string, label: string, adopt?: boolean): boolean
  /** changes with every new label */
  revision(): number
}

interface Deps {
  readonly keys: Pick<KeyStore, 'byHash' | 'rename'>
  readonly scripts: Pick<ScriptBook, 'byAddress' | 'isWatched' | 'rename' | 'revision' | 'watchesAny'>
}

export function createAddressBook({ keys, scripts }: Deps): AddressBook {
  let renamed = 0
  const keyOf = (address: string) => {
    const decoded = decodeAddress(address)
    return decoded?.kind === 'pubkeyhash' ? keys.byHash(decoded.hash) : undefined
  }

  return {
    labelOf(address) {
      const key = keyOf(address)
      return key ? key.label : scripts.byAddress(address)?.label
    },
    isWatched(address) {
      if (!scripts.watchesAny()) return false
      const decoded = keyOf(address) ? undefined : decodeAddress(address)
      if (!decoded) return false
      return scripts.isWatched(decoded.kind === 'scripthash' ? p2shScript(decoded.hash) : p2pkhScript(decoded.hash))
    },
    rename(address, label, adopt = false) {
      const key = keyOf(address)
      if (key ? key.label === null && !adopt : (scripts.byAddress(address)?.label ?? null) === null) return false
      if (key) keys.rename(key, label)
      else scripts.rename(address, label)
      renamed++
      return true
    },
    revision: () => renamed + scripts.revision(),
  }
}

export interface NamedAddress {
  readonly address: string
  readonly label: string
  /** watch-only */
  readonly watched: boolean
}

/** Addresses between two pauses: encoding one takes 0.01 ms. */
const ADDRESSES_AT_A_TIME = 500

/** Every address with a label in the order of the reference's address book: keys before scripts, each by hash. */
export function* namedAddresses({ keys, scripts }: NamedParts): Steps<readonly NamedAddress[]> {
  const named = keys.used().filter(({ label }) => label !== null)
  const ofKeys = yield* mapped(named, ADDRESSES_AT_A_TIME, ({ hash, label }) => {
    return { address: encodeAddress({ type: 1, hash }), hash, label, watched: false }
  })
  const ofScripts = scripts.list().flatMap(({ address, label, kind }) => {
    const decoded = address === undefined ? undefined : decodeAddress(address)
    return decoded && address !== undefined ? [{ address, ...decoded, label, watched: kind === 'watch' }] : []
  })
  const plain = yield* sorted([...ofKeys, ...ofScripts.filter(({ kind }) => kind === 'pubkeyhash')], byHash)
  const all = [...plain, ...ofScripts.filter(({ kind }) => kind === 'scripthash').sort(byHash)]
  // The key of an address that was watch-only may have been imported later.
  const seen = new Set<string>()
  const lines: NamedAddress[] = []
  for (const [index, { address, label, watched }] of all.entries()) {
    if (index % ADDRESSES_AT_A_TIME === ADDRESSES_AT_A_TIME - 1) yield
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
