import { hash160, secp256k1 } from '../../crypto/index.ts'
import { indexedAddress } from '../../script/index.ts'
import { hashKey, yieldToEventLoop } from '../../util/index.ts'
import type { KeyPath } from '../file/index.ts'
import {
  CHANGE,
  deriveExtendedKey,
  derivePublicKeys,
  EXTERNAL,
  GAP_LIMIT,
  type ShieldedKeys,
  type WalletKey,
} from '../keys/index.ts'
import type { ScriptBook } from '../ownership/index.ts'
import type { WalletLedger } from '../transactions/index.ts'
import { readDump } from './dump.ts'
import type { BackupContent } from './sealedContent.ts'

/** Key that a backup restores. */
export interface BackupKey {
  readonly pubkey: Uint8Array
  readonly hash: Uint8Array
  /** label in the backup, or null for change keys and keys without label */
  readonly label: string | null
}

/** Keys that a backup would restore, and keys and labels of the wallet that it lacks. */
export interface BackupCoverage {
  readonly keys: readonly BackupKey[]
  /** keys of the wallet that the backup would not restore */
  readonly missing: readonly WalletKey[]
  /** number of labels that the backup lacks */
  readonly missingLabels: number
}

/** Keys derived per event-loop slice. */
const SLICE = 40
const CHAINS = [EXTERNAL, CHANGE] as const

const isNamed = ({ label }: { readonly label: string | null }) => label !== null && label !== ''

/**
 * Compares a dump with the wallet's keys. `keys` is empty if the text contains no keys.
 * @throws the signal's reason
 */
export async function computeDumpCoverage(
  text: string,
  own: readonly WalletKey[],
  signal: AbortSignal,
): Promise<BackupCoverage> {
  const keys: BackupKey[] = []
  const lines = text.split(/\r?\n/)
  // A dump may have a hundred thousand keys, and deriving each public key is slow.
  for (let at = 0; at < lines.length; at += SLICE) {
    for (const { secret, compressed, label } of readDump(lines.slice(at, at + SLICE).join('\n'))) {
      const pubkey = secp256k1.publicKey(secret, compressed)
      secret.fill(0)
      keys.push({ pubkey, hash: hash160(pubkey), label })
    }
    await yieldToEventLoop()
    signal.throwIfAborted()
  }
  const held = new Map(keys.map((key) => [hashKey(key.pubkey), key]))
  return {
    keys,
    missing: own.filter(({ pubkey }) => !held.has(hashKey(pubkey))),
    missingLabels: own.filter((key) => isNamed(key) && held.get(hashKey(key.pubkey))?.label !== key.label).length,
  }
}

/** Returns the hashes of keys that transactions of the wallet paid. */
function paidHashes(ledger: WalletLedger): ReadonlySet<string> {
  const paid = new Set<string>()
  for (const { tx } of ledger.transactions()) {
    for (const { scriptPubKey } of tx.vout) {
      const address = indexedAddress(scriptPubKey)
      if (address?.type === 1) paid.add(hashKey(address.hash))
    }
  }
  return paid
}

/** Returns the keys of one address chain beyond the gap limit, which a restore would not find. */
function outOfReach(keys: readonly (WalletKey & { readonly path: KeyPath })[], paid: ReadonlySet<string>): WalletKey[] {
  const used = keys.filter(({ hash }) => paid.has(hashKey(hash))).sort((a, b) => a.path.child - b.path.child)
  let next = GAP_LIMIT
  const first = used.findIndex(({ path: { child } }) => {
    if (child >= next) return true
    next = child + 1 + GAP_LIMIT
    return false
  })
  return first < 0 ? [] : used.slice(first)
}

/**
 * Compares the keys that a restore from the phrase would find with the wallet's keys. A restore finds keys up to the
 * gap limit.
 * @throws the signal's reason
 */
export async function computeSeedCoverage(
  seed: Uint8Array,
  {
    own,
    ledger,
    signal,
  }: { readonly own: readonly WalletKey[]; readonly ledger: WalletLedger; readonly signal: AbortSignal },
): Promise<BackupCoverage> {
  const derived = own.filter((key): key is WalletKey & { readonly path: KeyPath } => key.path !== null)
  const accounts = [...new Set([0, ...derived.map(({ path }) => path.account)])].sort((a, b) => a - b)
  const keys: BackupKey[] = []
  const held = new Set<string>()
  for (const account of accounts) {
    const publicKey = derivePublicKeys(deriveExtendedKey(seed, account))
    for (const chain of CHAINS) {
      const wanted = derived.filter(({ path }) => path.account === account && path.chain === chain)
      const last = wanted.reduce((most, { path }) => Math.max(most, path.child), -1)
      for (let child = 0; child <= last + GAP_LIMIT; child++) {
        const pubkey = publicKey(chain, child)
        keys.push({ pubkey, hash: hash160(pubkey), label: null })
        held.add(hashKey(pubkey))
        if (keys.length % SLICE !== 0) continue
        await yieldToEventLoop()
        signal.throwIfAborted()
      }
    }
  }
  const paid = paidHashes(ledger)
  const lost = new Set(
    accounts.flatMap((account) =>
      CHAINS.flatMap((chain) =>
        outOfReach(
          derived.filter(({ path }) => path.account === account && path.chain === chain),
          paid,
        ).map(({ pubkey }) => hashKey(pubkey)),
      ),
    ),
  )
  return {
    keys,
    missing: own.filter((key) => !held.has(hashKey(key.pubkey)) || lost.has(hashKey(key.pubkey))),
    missingLabels: own.filter(isNamed).length,
  }
}

/** Returns true if an encrypted backup has every script and every shielded key of the wallet. */
export function hasAllScripts(
  content: Pick<BackupContent, 'scripts' | 'shielded'>,
  { scripts, shielded }: { readonly scripts: Pick<ScriptBook, 'list'>; readonly shielded: ShieldedKeys },
): boolean {
  const name = (kind: string, bytes: Uint8Array) => `${kind} ${hashKey(bytes)}`
  const held = new Set([
    ...content.scripts.map(({ kind, script }) => name(kind, script)),
    ...content.shielded.map(({ kind, id }) => name(`shielded ${kind}`, id)),
  ])
  return (
    scripts.list().every(({ kind, script }) => held.has(name(kind, script))) &&
    shielded.list().every(({ kind, id }) => held.has(name(`shielded ${kind}`, id)))
  )
}
