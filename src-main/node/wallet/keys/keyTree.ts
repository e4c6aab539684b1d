import { createHmac } from 'node:crypto'
import { createRequire } from 'node:module'
import type { HDKey } from '@scure/bip32'
import { secp256k1 } from '../../crypto/index.ts'
import { DecodeError } from '../../util/index.ts'
import type { AccountRow, KeyPath, WalletFile } from '../file/index.ts'
import { SEED_PURPOSE } from './sealPurpose.ts'
import type { Vault } from './vault.ts'

const loadModule = createRequire(import.meta.url)
/** Loaded with the first phrase: loading takes 45 ms, which wallets without a phrase save at each start. */
const bip32 = () => loadModule('@scure/bip32') as typeof import('@scure/bip32')

/** SLIP-44 coin type of the parent coin, used by all chains of the family. */
const COIN_TYPE = 141
const PURPOSE = 44

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

/** Returns the extended public key of an account. */
export function deriveExtendedKey(seed: Uint8Array, account: number): string {
  const node = accountNode(seed, account)
  const { publicExtendedKey } = node
  node.wipePrivateData()
  return publicExtendedKey
}

const requireBytes = (key: Uint8Array | null | undefined): Uint8Array => {
  // BIP32: a derivation gives an invalid key with a probability below 1 in 2^127.
  if (!key) throw new Error('no key at this path')
  return key
}

/** Returns the private key m / 44' / 141' / 0' / 0 / 0 of a seed, which the caller must wipe. */
export function deriveFirstSecret(seed: Uint8Array): Uint8Array {
  const account = accountNode(seed, 0)
  const external = account.deriveChild(0)
  const first = external.deriveChild(0)
  const secret = Uint8Array.from(requireBytes(first.privateKey))
  for (const node of [account, external, first]) node.wipePrivateData()
  return secret
}

/**
 * Computes the tweak of a non-hardened child key (BIP32). The library is not used, because wallets derive hundreds of
 * keys.
 */
function computeTweak(parent: { readonly pubkey: Uint8Array; readonly chainCode: Uint8Array }, child: number) {
  const data = new Uint8Array(parent.pubkey.length + 4)
  data.set(parent.pubkey)
  new DataView(data.buffer).setUint32(parent.pubkey.length, child)
  return createHmac('sha512', parent.chainCode).update(data).digest().subarray(0, 32)
}

/** Receiving or change chain of an account. */
interface Chain {
  readonly pubkey: Uint8Array
  readonly chainCode: Uint8Array
}

const toChain = ({ publicKey, chainCode }: HDKey): Chain => ({
  pubkey: requireBytes(publicKey),
  chainCode: requireBytes(chainCode),
})

/**
 * Returns a function that derives the public keys of an account from its extended public key.
 * @throws DecodeError if the text is not an extended key
 */
export function derivePublicKeys(extended: string): (chain: number, child: number) => Uint8Array {
  const account = (() => {
    try {
      return bip32().HDKey.fromExtendedKey(extended)
    } catch (error) {
      throw new DecodeError('not an extended public key', { cause: error })
    }
  })()
  const chains = new Map<number, Chain>()
  return (chain, child) => {
    const parent = chains.get(chain) ?? toChain(account.deriveChild(chain))
    chains.set(chain, parent)
    return requireBytes(secp256k1.addToPublicKey(parent.pubkey, computeTweak(parent, child)))
  }
}

/**
 * HD keys of the wallet's phrase, with the derivation path m / 44' / 141' / account' / chain / child (BIP32, BIP44).
 * Public keys can always be derived, because each account's extended public key is stored. Secrets need the seed, and
 * thus an unlocked vault.
 */
export class KeyTree {
  readonly #file: Pick<WalletFile, 'seed' | 'accounts'>
  readonly #vault: Vault
  readonly #rows = new Map<number, AccountRow>()
  readonly #publicKeys = new Map<number, ReturnType<typeof derivePublicKeys>>()
  /** by account and chain */
  readonly #secretChains = new Map<string, Chain & { readonly privateKey: Uint8Array }>()

  constructor(file: Pick<WalletFile, 'seed' | 'accounts'>, vault: Vault) {
    this.#file = file
    this.#vault = vault
    this.reload()
  }

  hasSeed(): boolean {
    return this.#rows.size > 0
  }

  /** Returns the stored accounts by number. */
  accounts(): readonly AccountRow[] {
    return [...this.#rows.values()].sort((a, b) => a.account - b.account)
  }

  publicKey({ account, chain, child }: KeyPath): Uint8Array {
    return this.#accountKeys(account)(chain, child)
  }

  /** Returns 32 bytes, which the caller must wipe. @throws WalletError `locked` */
  secretKey({ account, chain, child }: KeyPath): Uint8Array {
    this.#vault.requireOpen()
    const parent = this.#secretChain(account, chain)
    return requireBytes(secp256k1.addToPrivateKey(parent.privateKey, computeTweak(parent, child)))
  }

  /** Returns the extended public key of an account, stored or not. @throws WalletError `locked` */
  extendedKey(account: number): string {
    return this.#withSeed((seed) => deriveExtendedKey(seed, account))
  }

  /** Adds a stored account. */
  adopt(row: AccountRow): void {
    this.#rows.set(row.account, row)
  }

  reload(): void {
    this.forget()
    this.#rows.clear()
    this.#publicKeys.clear()
    for (const row of this.#file.accounts()) this.adopt(row)
  }

  /** Wipes all secrets derived from the seed. */
  forget(): void {
    for (const { privateKey } of this.#secretChains.values()) privateKey.fill(0)
    this.#secretChains.clear()
  }

  #accountKeys(account: number): ReturnType<typeof derivePublicKeys> {
    const known = this.#publicKeys.get(account)
    if (known) return known
    const row = this.#rows.get(account)
    if (!row) throw new Error('unknown account')
    const keys = derivePublicKeys(row.extended)
    this.#publicKeys.set(account, keys)
    return keys
  }

  #withSeed<T>(work: (seed: Uint8Array) => T): T {
    const row = this.#file.seed()
    if (!row) throw new Error('the wallet has no phrase')
    const seed = this.#vault.read({ secret: row.plain, sealed: row.sealed }, SEED_PURPOSE)
    try {
      return work(seed)
    } finally {
      seed.fill(0)
    }
  }

  #secretChain(account: number, chain: number) {
    const name = `${account}/${chain}`
    const known = this.#secretChains.get(name)
    if (known) return known
    const parent = this.#withSeed((seed) => accountNode(seed, account))
    const node = parent.deriveChild(chain)
    const found = { ...toChain(node), privateKey: requireBytes(node.privateKey) }
    parent.wipePrivateData()
    node.wipePrivateData()
    this.#secretChains.set(name, found)
    return found
  }
}
