import { MAX_LABEL } from '#shared/rpc/methods/addressViews.ts'
import { hash160, sha256 } from '../../crypto/index.ts'
import { decodeAddress, encodeAddress, findScriptAddress } from '../../script/index.ts'
import { concat, hashKey, yieldToEventLoop } from '../../util/index.ts'
import { mapped, withPauses } from '../../util/runInSlices.ts'
import { MAX_COMMENT_LENGTH, MAX_FOREIGN_LABELS } from '../backup/index.ts'
import type { NameRow, NoteRow, ScriptRow, StagedKeys, WalletFile } from '../file/index.ts'
import { type ImportedKey, type Keyring, keyPurpose, type ShieldedKey, sealStaged } from '../keys/index.ts'
import type { AddressBook, ScriptBook } from '../ownership/index.ts'
import type { DueRescan } from '../scan/index.ts'
import type { TransactionRecorder } from '../transactions/index.ts'
import type { OldKey, OldWallet } from './walletDat/index.ts'

export interface TakingDeps {
  readonly file: WalletFile
  readonly keyring: Keyring
  readonly scripts: ScriptBook
  readonly book: AddressBook
  readonly recorder: TransactionRecorder
  readonly dueRescan: DueRescan
  readonly ccEnabled: boolean
}

export interface TakingOptions {
  /** true to make a scan due for the payments of the new keys and scripts */
  readonly rescan: boolean
  /** called within the durable step. `changed`: something was new */
  readonly alongside: (changed: boolean) => void
  readonly signal?: AbortSignal
  /** number of keys prepared, and in total */
  readonly onProgress?: (done: number, total: number) => void
}

/** Keys staged, or texts decoded, per event-loop slice: a few milliseconds. */
const KEYS_PER_SLICE = 100
const LABELS_PER_SLICE = 500
/** Unix seconds of a key of unknown age, as in the reference's dumps: a rescan must start with the first block. */
const UNKNOWN_TIME = 1

const cutLabel = (label: string) => [...label.slice(0, 2 * MAX_LABEL)].slice(0, MAX_LABEL).join('')
const cutComment = (text: string) => text.slice(0, MAX_COMMENT_LENGTH)

/** Rows of an old wallet in the form of the wallet file, with all slow computations done. */
interface PreparedRows {
  readonly keys: readonly ImportedKey[]
  readonly scripts: readonly ScriptRow[]
  readonly names: readonly NameRow[]
  readonly notes: readonly NoteRow[]
}

/**
 * Adds everything of an old wallet to this one: all or nothing, durable on return. What the wallet has already stays as
 * it is, so that adding an old wallet twice changes nothing.
 * @param old with decrypted keys; keys without a secret are left out
 * @returns the number of new keys
 * @throws WalletError `locked`, also if the wallet is locked in the meantime; the signal's reason
 */
export async function takeOldWallet(deps: TakingDeps, old: OldWallet, options: TakingOptions): Promise<number> {
  const { file, keyring } = deps
  keyring.keys.requireOpen()
  keyring.outsideKeys.note()
  const pause = async () => {
    await yieldToEventLoop()
    options.signal?.throwIfAborted()
  }
  const staged = file.stageKeys()
  try {
    const keys = await stageKeys(deps, old.keys, { staged, pause, onProgress: options.onProgress })
    const scripts = await prepareScripts(deps, old, pause)
    const names = await prepareNames(old, new Set(keys.map(({ hashName }) => hashName)), scripts, pause)
    const notes = old.transactions.map(({ txid, time, comment, to }) => {
      return { txid, received: time, comment: cutComment(comment), commentTo: cutComment(to) }
    })
    const added = store(deps, old, { staged, rows: { keys, scripts, names, notes }, options })
    // Everything is on disk. Delete the staged keys in another event-loop turn.
    await yieldToEventLoop()
    return added
  } finally {
    staged.forget()
  }
}

interface Staging {
  readonly staged: StagedKeys
  readonly pause: () => Promise<void>
  readonly onProgress: TakingOptions['onProgress']
}

async function stageKeys(
  { keyring }: TakingDeps,
  keys: readonly OldKey[],
  { staged, pause, onProgress }: Staging,
): Promise<ImportedKey[]> {
  const { vault } = keyring
  const ready: ImportedKey[] = []
  for (const [index, old] of keys.entries()) {
    const { secret, created, kind, label } = old
    if (secret) {
      // A copy, because the reader returns a part of a buffer that has the secrets too.
      const pubkey = old.pubkey.slice()
      const hash = hash160(pubkey)
      const name = label === null ? null : cutLabel(label)
      const key = { pubkey, hash, created: created || UNKNOWN_TIME, label: name, path: null } as const
      const row = { ...key, source: 'imported' as const }
      if (staged.add({ ...row, ...vault.store(secret, keyPurpose(pubkey)), pool: null }))
        ready.push({ key: row, name: hashKey(pubkey), hashName: hashKey(hash), reserve: kind === 'reserve' })
    }
    if ((index + 1) % KEYS_PER_SLICE !== 0 && index + 1 !== keys.length) continue
    onProgress?.(index + 1, keys.length)
    await pause()
  }
  // The wallet may have been encrypted since the first key was staged.
  const plain = vault.encrypted() ? staged.plain() : []
  for (let at = 0; at < plain.length; at += KEYS_PER_SLICE) {
    sealStaged(vault, staged, plain.slice(at, at + KEYS_PER_SLICE))
    await pause()
  }
  return ready
}

/** Returns redeem and watch-only scripts with the labels of their addresses. */
async function prepareScripts(
  { ccEnabled }: TakingDeps,
  { scripts, watchOnly, labels }: OldWallet,
  pause: () => Promise<void>,
): Promise<ScriptRow[]> {
  const named = new Map(labels.map(({ address, label }) => [address, label]))
  const findLabel = (address: string | undefined) => {
    const label = address === undefined ? undefined : named.get(address)
    return label === undefined ? null : cutLabel(label)
  }
  const redeem = mapped(scripts, LABELS_PER_SLICE, (script): ScriptRow => {
    return { kind: 'redeem', script, label: findLabel(encodeAddress({ type: 2, hash: hash160(script) })), created: 0 }
  })
  const watched = mapped(watchOnly, LABELS_PER_SLICE, ({ script, created }): ScriptRow => {
    const label = findLabel(findScriptAddress(script, { cc: ccEnabled }))
    return { kind: 'watch', script, label, created: created > 1 ? created : 0 }
  })
  return [...(await withPauses(redeem, pause)), ...(await withPauses(watched, pause))]
}

/** Returns the labels of addresses that are neither of a key nor of a script of the old wallet. */
async function prepareNames(
  { labels }: OldWallet,
  hashNames: ReadonlySet<string>,
  scripts: readonly ScriptRow[],
  pause: () => Promise<void>,
): Promise<NameRow[]> {
  const redeem = new Set(scripts.filter(({ kind }) => kind === 'redeem').map(({ script }) => hashKey(hash160(script))))
  const given = labels.filter(({ label }) => label !== '')
  const found = mapped(given, LABELS_PER_SLICE, ({ address, label }): NameRow[] => {
    const decoded = decodeAddress(address)
    if (!decoded) return []
    const isScript = decoded.kind === 'scripthash'
    if ((isScript ? redeem : hashNames).has(hashKey(decoded.hash))) return []
    return [{ address: encodeAddress({ type: isScript ? 2 : 1, hash: decoded.hash }), label: cutLabel(label) }]
  })
  return (await withPauses(found, pause)).flat().slice(0, MAX_FOREIGN_LABELS)
}

/**
 * Returns the decrypted shielded keys and the seed of further ones, each as its record's key and value (wallet-dat.md
 * §2.3). Both together are the secret, because some kinds have a viewing key in the record's key.
 */
function readShielded({ shielded, seed }: OldWallet): readonly ShieldedKey[] {
  const encode = (kind: string, key: Uint8Array, value: Uint8Array): ShieldedKey => {
    return { kind, id: sha256(key), value: concat(key, value) }
  }
  const keys = shielded.filter(({ encrypted }) => !encrypted).map(({ kind, key, value }) => encode(kind, key, value))
  return seed?.secret ? [...keys, encode('seed', seed.fingerprint, seed.secret)] : keys
}

interface Storing {
  readonly staged: StagedKeys
  readonly rows: PreparedRows
  readonly options: TakingOptions
}

function store(deps: TakingDeps, old: OldWallet, { staged, rows, options }: Storing): number {
  const { file, keyring, scripts, book, recorder, dueRescan } = deps
  const { keys } = keyring
  const secrets = readShielded(old)
  try {
    const { added, show } = file.atomically(() => {
      const known = rows.keys.filter(({ key }) => key.label && keys.has(key.pubkey))
      const added = keys.importAll({ staged, keys: rows.keys })
      for (const { key } of known) {
        const held = keys.byHash(key.hash)
        if (held && !held.label) keys.rename(held, key.label ?? '')
      }
      const fresh = added + scripts.addAll(rows.scripts)
      const shielded = keyring.shielded.add(secrets)
      const names = book.addForeign(rows.names.filter(({ address }) => book.labelOf(address) === undefined))
      const show = recorder.addNotes(rows.notes)
      if (options.rescan && fresh > 0) dueRescan.demand(old.oldest)
      options.alongside(fresh + shielded + names > 0)
      return { added, show }
    })
    show()
    keyring.changed()
    return added
  } catch (error) {
    keys.reload()
    scripts.reload()
    book.reloadForeign()
    throw error
  } finally {
    for (const { value } of secrets) value.fill(0)
  }
}
