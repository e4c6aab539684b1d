import type { Clock, Random } from '../../core/index.ts'
import { equal } from '../../util/index.ts'
import type { WalletFile } from '../file/index.ts'
import type { SealProgress } from './encryptWallet.ts'
import { createHdAccounts, type HdAccounts } from './hdAccounts.ts'
import { createKeyPool } from './keyPool.ts'
import { createKeyStore } from './keyStore.ts'
import { createKeyTree } from './keyTree.ts'
import type { KeyStore, WalletKey } from './keyTypes.ts'
import { createVault, type Vault } from './vault.ts'
import type { LockTimers } from './vaultState.ts'

/** The keys of a wallet: vault, key store, key tree, key pool and accounts. */
export interface Keyring {
  readonly vault: Vault
  readonly keys: KeyStore
  readonly accounts: HdAccounts
  /** the public key that modules act for by default; undefined: none was chosen */
  identity(): Uint8Array | undefined
  /** what the identity was before somebody last changed it; undefined: nobody did, or that is no key of this wallet */
  previousIdentity(): Uint8Array | undefined
  /**
   * Durable when it returns, both of them or neither.
   * @param before what modules acted for until now, if a person may want it back
   */
  setIdentity(pubkey: Uint8Array, before?: Uint8Array): void
  /**
   * Encrypts the wallet, which is locked then. Random keys of the pool are replaced by new ones, because unencrypted backups
   * hold them. @throws WalletError `wrong-encryption-state` when it is encrypted already
   */
  protect(passphrase: string, onSealed?: SealProgress): Promise<void>
  /** unix seconds of the last backup; undefined: there was none */
  lastBackup(): number | undefined
  /** @param made unix seconds; default: now */
  noteBackup(made?: number): void
  /** unix seconds of the last restore drill that found everything; undefined: there was none */
  lastDrill(): number | undefined
  /** durable when it returns */
  noteDrill(): void
  /** unix seconds since which payments to addresses of the phrase have to be searched; undefined: nothing is due */
  searchDue(): number | undefined
  setSearchDue(since: number | undefined): void
  /** the same for a search that later blocks may make due again, because the chain was not synced yet */
  searchOpen(): number | undefined
  setSearchOpen(since: number | undefined): void
  /** An opaque text that changes when the source of new keys does: with the phrase, and with the first passphrase. */
  origin(): string
  /** after a change of encryption, phrase, accounts, identity or backup */
  onChange(listener: () => void): void
  /** notifies `onChange` of changes that were made elsewhere */
  changed(): void
}

interface Options {
  readonly poolTarget: number
  /** scrypt's cost for new passphrases */
  readonly passphraseCost: number
}

interface Deps {
  readonly file: WalletFile
  readonly clock: Clock
  readonly random: Random
  readonly timers: LockTimers
  /** called when a payment to a key of the pool made the pool reach further */
  readonly grown: () => void
}

const seconds = (value: number) => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}
const readSeconds = (bytes: Uint8Array) => Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0))

export function createKeyring(options: Options, { file, clock, random, timers, grown }: Deps): Keyring {
  const vault = createVault({ file, clock, random, timers, cost: options.passphraseCost })
  const tree = createKeyTree({ file, vault })
  const keyPool = createKeyPool({ tree, vault, clock, random })
  const noticed = ({ path }: WalletKey) => {
    if (path) accounts.notice(path.account)
    grown()
  }
  const keys = createKeyStore({ poolTarget: options.poolTarget }, { file, clock, vault, tree, keyPool, grown: noticed })
  const accounts = createHdAccounts({ file, vault, tree, keys, clock })
  const listeners: (() => void)[] = []
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const time = (name: string) => {
    const value = file.meta(name)
    return value?.length === 8 ? readSeconds(value) : undefined
  }
  const keepTime = (name: string, value: number | undefined) => {
    if (value === undefined) file.dropMeta(name)
    else file.setMeta(name, seconds(value))
  }
  vault.onChange(() => {
    tree.forget()
    if (!vault.locked()) {
      accounts.prepare()
      keys.refill()
    }
    changed()
  })

  return {
    vault,
    keys,
    accounts,
    identity: () => file.meta('identity'),
    previousIdentity() {
      const previous = file.meta('previousIdentity')
      return previous && keys.has(previous) ? previous : undefined
    },
    setIdentity(pubkey, before) {
      const stored = file.meta('identity')
      const same = before !== undefined && equal(before, pubkey)
      if (same && stored && equal(stored, pubkey)) return
      file.atomically(() => {
        file.setMeta('identity', pubkey)
        if (before && !same) file.setMeta('previousIdentity', before)
        else file.dropMeta('previousIdentity')
      })
      changed()
    },
    async protect(passphrase, onSealed) {
      try {
        await keys.renewAhead()
        await vault.protect(passphrase, { prepare: keys.sealAhead, within: keys.renew, onSealed })
      } catch (error) {
        // The new keys may be in memory only: the transaction was rolled back.
        keys.reload()
        throw error
      } finally {
        keys.dropAhead()
      }
    },
    lastBackup: () => time('backup'),
    noteBackup(made = clock.now()) {
      file.setMeta('backup', seconds(made))
      changed()
    },
    lastDrill: () => time('drill'),
    noteDrill() {
      file.setMeta('drill', seconds(clock.now()))
      changed()
    },
    searchDue: () => time('searchDue'),
    setSearchDue: (since) => keepTime('searchDue', since),
    searchOpen: () => time('searchOpen'),
    setSearchOpen: (since) => keepTime('searchOpen', since),
    origin: () => `${tree.hasSeed()} ${vault.encrypted()}`,
    onChange: (listener) => void listeners.push(listener),
    changed,
  }
}
