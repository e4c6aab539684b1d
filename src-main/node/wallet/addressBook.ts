import { decodeAddress } from '../script/index.ts'
import type { KeyStore } from './keys.ts'
import type { ScriptBook } from './scripts.ts'

/** Names of the wallet's own addresses, and of those that it looks at. */
export interface AddressBook {
  /** null: an address of the wallet that is in no address book, such as one for change; undefined: not of this wallet */
  labelOf(address: string): string | null | undefined
}

interface Deps {
  readonly keys: Pick<KeyStore, 'byHash'>
  readonly scripts: Pick<ScriptBook, 'byAddress'>
}

export function createAddressBook({ keys, scripts }: Deps): AddressBook {
  return {
    labelOf(address) {
      const decoded = decodeAddress(address)
      const key = decoded?.kind === 'pubkeyhash' ? keys.byHash(decoded.hash) : undefined
      return key ? key.label : scripts.byAddress(address)?.label
    },
  }
}
