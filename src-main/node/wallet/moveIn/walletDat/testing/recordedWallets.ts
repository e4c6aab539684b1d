import { gunzipSync } from 'node:zlib'
import { encodeBase58Check, hash160 } from '../../../../crypto/index.ts'
import { readVector, readVectorFile } from '../../../../testing/index.ts'
import { concat } from '../../../../util/index.ts'
import { runToEnd } from '../../../../util/runInSlices.ts'
import type { OldKey, OldWallet } from '../oldWallet.ts'
import { readWallet } from '../readWallet.ts'
import type { WalletSource } from '../walletSource.ts'

/** Entries of `expected.json`; `e2e/vectors/README.md` gives their source. */
export interface RecordedWallet {
  readonly file: string
  readonly passphrase?: string
  readonly keys: number
  /** lines of dumpwallet, without comments */
  readonly dump?: readonly string[]
  readonly dumpSha256?: string
  /** `later`: the dump was made after further changes of the wallet */
  readonly dumpOf?: 'later'
  /** record name → number */
  readonly records?: Readonly<Record<string, number>>
  readonly unclosedPages?: number
  /** display forms of the transaction ids of the history */
  readonly txids?: readonly string[]
  readonly comments?: readonly { readonly txid?: string; readonly comment?: string; readonly to?: string }[]
  readonly watch_scripts?: readonly string[]
  readonly redeem_scripts?: readonly string[]
  readonly address_book?: Readonly<Record<string, { readonly label_hex: string; readonly purpose: string }>>
  readonly hdseed?: string
  readonly shielded?: {
    readonly sprout: { readonly address: string; readonly spending_key: string }
    readonly sapling: { readonly ivk: string; readonly extended_spending_key: string }
  }
}

interface SheetVerdict {
  readonly ok: boolean
  /** number of keys that another parser found */
  readonly keys?: number
  readonly bad_records?: readonly string[]
}

interface DamagedWallet {
  readonly name: string
  readonly edits?: readonly (readonly [offset: number, hex: string])[]
  readonly truncate?: number
  readonly append?: string
  /** number of `key` records that the aggressive salvage of Berkeley DB found */
  readonly library: number
  /** number of keys that another parser found by searching all bytes */
  readonly deep: number
  readonly sheet: SheetVerdict
}

interface RecordedWallets {
  readonly wallets: readonly RecordedWallet[]
  readonly containers: readonly { readonly name: string; readonly sheet: SheetVerdict }[]
  readonly records: readonly { readonly name: string; readonly sheet: SheetVerdict }[]
  readonly damaged: readonly DamagedWallet[]
}

/** Version byte of a private key in Wallet Import Format, and of an address. */
const [WIF_VERSION, ADDRESS_VERSION] = [188, 60]

/** Expected content of all recorded wallets. */
export function recordedWallets(): RecordedWallets {
  return JSON.parse(readVector('walletdat/expected.json')) as RecordedWallets
}

/** Returns the bytes of a recorded wallet, such as `plain/wallet.dat`. */
export function recordedBytes(file: string): Uint8Array {
  return new Uint8Array(gunzipSync(readVectorFile(`walletdat/${file}.gz`)))
}

/** Applies the damage to the base of all damaged wallets. */
export function damagedBytes(base: Uint8Array, { edits = [], truncate, append = '' }: DamagedWallet): Uint8Array {
  const damaged = base.slice()
  for (const [offset, hex] of edits) damaged.set(Buffer.from(hex, 'hex'), offset)
  return concat(damaged.subarray(0, truncate), Buffer.from(append, 'hex'))
}

/** Wallet file in memory. */
export function memorySource(bytes: Uint8Array): WalletSource {
  return {
    size: bytes.length,
    read(into, offset) {
      const part = bytes.subarray(offset, offset + into.length)
      into.set(part)
      return part.length
    },
  }
}

/** Reads a wallet from memory. @throws WalletDatError */
export function readBytes(bytes: Uint8Array, logFiles: readonly string[] = []): OldWallet {
  return runToEnd(readWallet(memorySource(bytes), { logFiles, holders: [] }))
}

/** Returns the address of a key on every Smart Chain. */
export function formatAddress({ pubkey }: OldKey): string {
  return encodeBase58Check(concat(Uint8Array.of(ADDRESS_VERSION), hash160(pubkey)))
}

/** Formats the keys as `dumpwallet` does. */
export function dumpLines({ keys }: OldWallet): string[] {
  return keys.map((key) => {
    const { secret, pubkey, created, kind, label } = key
    const compressed = pubkey.length === 33 ? [1] : []
    const wif = encodeBase58Check(Uint8Array.of(WIF_VERSION, ...(secret ?? []), ...compressed))
    const time = new Date(created * 1000).toISOString().replace('.000Z', 'Z')
    const labels = label === null ? [] : [`label=${encodeLabel(label)}`]
    return [wif, time, kind, ...labels, `addr=${formatAddress(key)}`].join(' ')
  })
}

function encodeLabel(label: string): string {
  const escaped = [...Buffer.from(label)].map((byte) =>
    byte <= 32 || byte >= 128 || byte === 0x25 ? `%${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte),
  )
  return escaped.join('')
}
