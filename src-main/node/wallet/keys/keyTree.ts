import { createHmac } from 'node:crypto'
import { createRequire } from 'node:module'
import type { HDKey } from '@scure/bip32'
import { secp256k1 } from '../../crypto/index.ts'
import { DecodeError } from '../../util/index.ts'
import type { AccountRow, KeyPath, WalletFile } from '../file/index.ts'
import { SEED_PURPOSE } from './sealPurpose.ts'
import type { Vault } from './vault.ts'

const loadModule = createRequire(import.meta.url)
/** Loaded when the first phrase needs it: loading takes 45 ms, which wallets without a phrase save at each start. */
const bip32 = () => loadModule('@scure/bip32') as typeof import('@scure/bip32')

/** SLIP-44's number of the parent coin, which all chains of the family use. */
const COIN_TYPE = 141
const PURPOSE = 44

/**
 * The keys that are derived from the wallet's phrase: m / 44' / 141' / account' / chain / child (BIP32, BIP44). Public keys can
 * be derived at any time, because each account's extended public key is stored; secrets need the seed, and so an open vault.
 */
export interface KeyTree {
  /** a phrase is set */
  hasSeed(): boolean
  accounts(): readonly AccountRow[]
  publicKey(path: KeyPath): Uint8Array
  /** 32 bytes, for the caller to wipe. @throws WalletError `locked` */
  secretKey(path: KeyPath): Uint8Array
  /** The extended public key of an account, stored or not. @throws WalletError `locked` */
  extendedKey(account: number): string
  /** adds an account that was stored */
  adopt(row: AccountRow): void
  /** replaces what is in memory by what is in the file */
  reload(): void
  /** wipes what was derived from the seed */
  forget(): void
}

function accountNode(seed: Uint8Array, account: number): HDKey {
  const { HARDENED_OFFSET, HDKey } = bip32()
  let node = HDKey.fromMasterSeed(seed)
  for (const step of [PURPOSE, COIN_TYPE, account]) {
    const next = node.deriveChild(HARDENED_OFFSET + step)
    node.wipePrivateData()
    node = next
  }
  return node
}

/** An account's extended public key. */
export function extendedKeyOf(seed: Uint8Array, account: number): string {
  const node = accountNode(seed, account)
  const { publicExtendedKey } = node
  node.wipePrivateData()
  return publicExtendedKey
}

const bytesOf = (key: Uint8Array | null | undefined): Uint8Array => {
  // BIP32: a derivation gives no valid key with a chance below one in 2^127.
  if (!key) throw new Error('there is no key at this path')
  return key
}

/** The tweak of a non-hardened child key (BIP32). Computed here and not by the library, because wallets derive hundreds of keys. */
function numberOfChild(parent: { readonly pubkey: Uint8Array; readonly chainCode: Uint8Array }, child: number) {
  const data = new Uint8Array(parent.pubkey.length + 4)
  data.set(parent.pubkey)
  new DataView(data.buffer).setUint32(parent.pubkey.length, child)
  return createHmac('sha512', parent.chainCode).update(data).digest().subarray(0, 32)
}

/** One of the two chains of an account. */
interface Chain {
  readonly pubkey: Uint8Array
  readonly chainCode: Uint8Array
}

const chainOf = ({ publicKey, chainCode }: HDKey): Chain => ({
  pubkey: bytesOf(publicKey),
  chainCode: bytesOf(chainCode),
})

/**
 * The public keys of an account, from its extended public key alone.
 * @throws DecodeError when the text is no extended key
 */
export function publicKeysOf(extended: string): (chain: number, child: number) => Uint8Array {
  const account = (() => {
    try {
      return bip32().HDKey.fromExtendedKey(extended)
    } catch (error) {
      throw new DecodeError('this is no extended public key', { cause: error })
    }
  })()
  const chains = new Map<number, Chain>()
  return (chain, child) => {
    const parent = chains.get(chain) ?? chainOf(account.deriveChild(chain))
    chains.set(chain, parent)
    return bytesOf(secp256k1.addToPublicKey(parent.pubkey, numberOfChild(parent, child)))
  }
}

export function createKeyTree({ file, vault }: { readonly file: WalletFile; readonly vault: Vault }): KeyTree {
  const rows = new Map<number, AccountRow>()
  const open = new Map<number, ReturnType<typeof publicKeysOf>>()
  const secret = new Map<string, Chain & { readonly privateKey: Uint8Array }>()

  const adopt = (row: AccountRow) => {
    rows.set(row.account, row)
  }
  const publicKeys = (account: number) => {
    const known = open.get(account)
    if (known) return known
    const row = rows.get(account)
    if (!row) throw new Error('there is no such account')
    const keys = publicKeysOf(row.extended)
    open.set(account, keys)
    return keys
  }
  const withSeed = <T>(work: (seed: Uint8Array) => T): T => {
    const row = file.seed()
    if (!row) throw new Error('the wallet has no phrase')
    const seed = vault.read({ secret: row.plain, sealed: row.sealed }, SEED_PURPOSE)
    try {
      return work(seed)
    } finally {
      seed.fill(0)
    }
  }
  const secretChain = (account: number, chain: number) => {
    const known = secret.get(`${account}/${chain}`)
    if (known) return known
    const parent = withSeed((seed) => accountNode(seed, account))
    const node = parent.deriveChild(chain)
    const found = { ...chainOf(node), privateKey: bytesOf(node.privateKey) }
    parent.wipePrivateData()
    node.wipePrivateData()
    secret.set(`${account}/${chain}`, found)
    return found
  }
  const reload = () => {
    rows.clear()
    open.clear()
    file.accounts().forEach(adopt)
  }
  const forget = () => {
    for (const { privateKey } of secret.values()) privateKey.fill(0)
    secret.clear()
  }
  reload()

  return {
    hasSeed: () => rows.size > 0,
    accounts: () => [...rows.values()].sort((a, b) => a.account - b.account),
    publicKey: ({ account, chain, child }) => publicKeys(account)(chain, child),
    secretKey(path) {
      vault.requireOpen()
      const parent = secretChain(path.account, path.chain)
      return bytesOf(secp256k1.addToPrivateKey(parent.privateKey, numberOfChild(parent, path.child)))
    },
    extendedKey: (account) => withSeed((seed) => extendedKeyOf(seed, account)),
    adopt,
    reload() {
      forget()
      reload()
    },
    forget,
  }
}
