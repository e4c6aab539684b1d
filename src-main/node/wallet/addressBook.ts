import { decodeAddress } from '../script/index.ts'
import type { KeyStore } from './keys.ts'
import type { ScriptBook } from './scripts.ts'

/** Names of the wallet's own addresses, and of those that it looks at. */
export interface AddressBook {
  /** null: an address of the wallet that is in no address book, such as one for change; undefined: not of this wallet */
  labelOf(address: string): string | null | undefined
  /** Durable when it returns. False: it has no name that could be changed, see `labelOf`. */
  rename(address: string, label: string): boolean
  /** changes with every new name */
  revision(): number
}

interface Deps {
  readonly keys: Pick<KeyStore, 'byHash' | 'rename'>
  readonly scripts: Pick<ScriptBook, 'byAddress' | 'rename'>
}

export function createAddressBook({ keys, scripts }: Deps): AddressBook {
  let revision = 0
  const keyOf = (address: string) => {
    const decoded = decodeAddress(address)
    return decoded?.kind === 'pubkeyhash' ? keys.byHash(decoded.hash) : undefined
  }

  return {
    labelOf(address) {
      const key = keyOf(address)
      return key ? key.label : scripts.byAddress(address)?.label
    },
    rename(address, label) {
      const key = keyOf(address)
      if (key ? key.label === null : (scripts.byAddress(address)?.label ?? null) === null) return false
      if (key) keys.rename(key, label)
      else scripts.rename(address, label)
      revision++
      return true
    },
    revision: () => revision,
  }
}
