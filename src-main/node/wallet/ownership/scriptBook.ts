import type { Clock } from '../../core/index.ts'
import { hash160 } from '../../crypto/index.ts'
import { addressOf, encodeAddress } from '../../script/index.ts'
import { hashKey } from '../../util/index.ts'
import type { ScriptRow, WalletFile } from '../file/index.ts'
import type { KnownScripts } from './ownership.ts'

/** A redeem script or watch-only script of the wallet. */
export interface WalletScript extends ScriptRow {
  /** undefined: the script has none */
  readonly address: string | undefined
}

/** Redeem scripts and watch-only scripts. What was added is on disk when the call returns. */
export interface ScriptBook extends KnownScripts {
  /** adds a redeem script; false: it was known, and only its label is new */
  addRedeem(script: Uint8Array, label: string): boolean
  /** adds a watch-only script; a null label: it is in no address book. False as above. */
  watch(script: Uint8Array, label: string | null): boolean
  /** there is a watch-only script */
  watchesAny(): boolean
  /** the newest entry of an address */
  byAddress(address: string): WalletScript | undefined
  /** false: there is no such address */
  rename(address: string, label: string): boolean
  /** oldest first */
  list(): readonly WalletScript[]
  /** changes with every script that is added or gets another label */
  revision(): number
}

interface Deps {
  readonly file: Pick<WalletFile, 'scripts' | 'putScript'>
  readonly clock: Pick<Clock, 'now'>
  readonly ccEnabled: boolean
  /** called after a new script was added */
  readonly added: () => void
}

export function createScriptBook({ file, clock, ccEnabled, added }: Deps): ScriptBook {
  const redeem = new Map<string, WalletScript>()
  const watched = new Map<string, WalletScript>()
  const byAddress = new Map<string, WalletScript>()

  let revision = 0
  const textOf = ({ kind, script }: ScriptRow) =>
    kind === 'redeem' ? encodeAddress({ type: 2, hash: hash160(script) }) : addressOf(script, { cc: ccEnabled })
  const load = (row: ScriptRow) => {
    const entry: WalletScript = { ...row, address: textOf(row) }
    if (row.kind === 'redeem') redeem.set(hashKey(hash160(row.script)), entry)
    else watched.set(hashKey(row.script), entry)
    if (entry.address !== undefined) byAddress.set(entry.address, entry)
  }
  const put = (known: WalletScript | undefined, row: Omit<ScriptRow, 'created'>): boolean => {
    const entry = { ...row, created: known?.created ?? clock.now() }
    file.putScript(entry)
    revision++
    load(entry)
    if (!known) added()
    return known === undefined
  }
  file.scripts().forEach(load)

  return {
    redeemScript: (hash) => redeem.get(hashKey(hash))?.script,
    isWatched: (script) => watched.size > 0 && watched.has(hashKey(script)),
    addRedeem: (script, label) => put(redeem.get(hashKey(hash160(script))), { kind: 'redeem', script, label }),
    watch: (script, label) => put(watched.get(hashKey(script)), { kind: 'watch', script, label }),
    watchesAny: () => watched.size > 0,
    byAddress: (address) => byAddress.get(address),
    rename(address, label) {
      const entry = byAddress.get(address)
      if (!entry) return false
      put(entry, { kind: entry.kind, script: entry.script, label })
      return true
    },
    list: () => [...redeem.values(), ...watched.values()].sort((a, b) => a.created - b.created),
    revision: () => revision,
  }
}
