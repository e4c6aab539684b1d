import { hashKey, yieldToEventLoop } from '../../util/index.ts'
import type { KeyRow } from '../file/index.ts'
import { WalletError } from '../walletError.ts'
import { importKey, importStaged } from './addKeys.ts'
import { CHANGE, SHOWN } from './keyPool.ts'
import { createSecretReader } from './keySecrets.ts'
import {
  durably,
  handOut,
  type KeyStoreDeps,
  type KeyStoreState,
  refillPool,
  reloadKeys,
  retireRandomKeys,
  setKey,
} from './keyStoreState.ts'
import type { KeyStore, WalletKey } from './keyTypes.ts'
import type { SealSecret } from './sealPurpose.ts'

export interface KeyStoreOptions {
  /** keys kept in advance (`-keypool`); the pool holds one more, as the reference's does */
  readonly poolTarget: number
}

/** Change, and the identity key of an account: what comes back to the payer must not look like a payment. */
const isUnlabelled = ({ path }: KeyRow, change: boolean) => (path ? path.chain === CHANGE || path.child === 0 : change)

/** Next key of the pool, durable when it returns. @throws WalletError `key-pool-empty` when none is left and none can be made */
function nextKey(state: KeyStoreState, label: string | null): WalletKey {
  const { keyPool } = state
  if (!keyPool.first(label)) refillPool(state)
  const row = keyPool.first(label)
  if (!row) throw new WalletError('key-pool-empty', 'Error: Keypool ran out, please call keypoolrefill first')
  return durably(state, () => {
    const key = handOut(state, row, label)
    refillPool(state)
    return key
  })
}

/** See `KeyStore.reconcile`. */
function reconcilePool(state: KeyStoreState): void {
  const { tree, keyPool } = state
  durably(state, () => {
    if (tree.hasSeed()) retireRandomKeys(state)
    refillPool(state)
    for (const { account, label } of tree.accounts()) {
      const identity = label === null ? undefined : tree.publicKey({ account, chain: SHOWN, child: 0 })
      const [row] = identity ? keyPool.upTo(identity) : []
      if (row) handOut(state, row, null)
    }
    refillPool(state)
  })
}

/** See `KeyStore.notice`. */
function noticePayment(state: KeyStoreState, hash20: Uint8Array, change: boolean): void {
  const key = state.byHash.get(hashKey(hash20))
  const rows = key ? state.keyPool.upTo(key.pubkey) : []
  if (!key || rows.length === 0) return
  durably(state, () => {
    for (const row of rows) handOut(state, row, isUnlabelled(row, change) ? null : '')
    refillPool(state)
  })
  state.grown(key)
}

function renameKey(state: KeyStoreState, key: WalletKey, label: string): void {
  state.file.setKeyLabel(key.pubkey, label)
  const renamed = { ...key, label }
  setKey(state, renamed)
  state.used.splice(state.used.indexOf(key), 1, renamed)
}

function retireKey(state: KeyStoreState, key: WalletKey): void {
  state.file.retireKey(key.pubkey)
  const retired: WalletKey = { ...key, label: null, source: 'retired' }
  setKey(state, retired)
  state.used.splice(state.used.indexOf(key), 1, retired)
}

/** Keys that are sealed between two yields to the event loop: some milliseconds. */
const SEALED_AT_A_TIME = 100

async function sealKeysAhead({ keyPool }: KeyStoreState, seal: SealSecret): Promise<void> {
  let sealed = 0
  for (const _ of keyPool.sealAhead(seal)) if (++sealed % SEALED_AT_A_TIME === 0) await yieldToEventLoop()
}

async function makeKeysAhead({ tree, vault, keyPool, poolTarget }: KeyStoreState): Promise<void> {
  if (tree.hasSeed() || vault.encrypted()) return
  for (let made = 0; made <= poolTarget; made++) {
    keyPool.makeAhead()
    await yieldToEventLoop()
  }
}

/** The keys of one wallet file. A key is on disk before its address is shown; secrets are read when they are needed. */
export function createKeyStore({ poolTarget }: KeyStoreOptions, deps: KeyStoreDeps): KeyStore {
  const { keyPool, vault, clock } = deps
  const state: KeyStoreState = { ...deps, poolTarget, known: new Map(), byHash: new Map(), used: [], revision: 0 }
  const { byHash, used } = state
  const secretOf = createSecretReader(state)
  reloadKeys(state)
  reconcilePool(state)

  return {
    has: (pubkey) => state.known.has(hashKey(pubkey)),
    byHash: (hash20) => byHash.get(hashKey(hash20)),
    revision: () => state.revision,
    requireOpen: vault.requireOpen,
    secretOf,
    signing: {
      keyOf(hash20) {
        const key = byHash.get(hashKey(hash20))
        const privateKey = key && secretOf(key.pubkey)
        return privateKey && { privateKey, compressed: key.pubkey.length === 33 }
      },
      scriptOf: () => undefined,
    },
    used: () => used,
    next: (label) => nextKey(state, label),
    import: (secret, compressed, label) => importKey(state, secret, { compressed, label }),
    importAll: (prepared) => importStaged(state, prepared),
    rename: (key, label) => renameKey(state, key, label),
    retire: (key) => retireKey(state, key),
    refill: (target) => refillPool(state, target),
    notice: (hash20, change) => noticePayment(state, hash20, change),
    reconcile: () => reconcilePool(state),
    reload: () => reloadKeys(state),
    renew() {
      durably(state, () => {
        retireRandomKeys(state)
        refillPool(state)
      })
    },
    renewAhead: () => makeKeysAhead(state),
    sealAhead: (seal) => sealKeysAhead(state, seal),
    dropAhead: keyPool.dropAhead,
    all: () => [...byHash.values()],
    dumped: (key) => ({
      ...key,
      secret: secretOf(key.pubkey) ?? new Uint8Array(),
      reserve: keyPool.isWaiting(key.pubkey),
    }),
    poolSize: keyPool.size,
    poolOldest: () => keyPool.oldest() ?? clock.now(),
  }
}
