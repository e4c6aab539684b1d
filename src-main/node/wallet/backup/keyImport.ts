import type { Clock } from '../../core/index.ts'
import { hash160, secp256k1 } from '../../crypto/index.ts'
import { hashKey, yieldToEventLoop } from '../../util/index.ts'
import type { StagedKeys, WalletFile } from '../file/index.ts'
import { type ImportedKey, type KeyStore, keyPurpose, sealStaged, type Vault, type WalletKey } from '../keys/index.ts'
import { type ReadKey, readDump } from './dump.ts'

export interface KeyImportOptions {
  readonly signal?: AbortSignal
  /** characters read so far, and in total */
  readonly onProgress?: (done: number, total: number) => void
}

interface KeyImportDeps {
  readonly file: WalletFile
  readonly vault: Vault
  readonly clock: Clock
}

/** Characters per event-loop slice: about forty keys, a few milliseconds. */
const PART_CHARACTERS = 5_000
const SEALED_KEYS_PER_SLICE = 100

/** Splits the text into parts that end at a line break. */
function* splitParts(text: string): Generator<{ readonly part: string; readonly end: number }> {
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at + PART_CHARACTERS)
    const end = newline < 0 ? text.length : newline + 1
    yield { part: text.slice(at, end), end }
    at = end
  }
}

/**
 * Stages one key and wipes its secret. Returns undefined if the key was already staged.
 * @throws WalletError `locked`
 */
function stageOne({ vault, clock }: KeyImportDeps, staged: StagedKeys, read: ReadKey): ImportedKey | undefined {
  const { secret, compressed, label, reserve } = read
  try {
    const pubkey = secp256k1.publicKey(secret, compressed)
    const stored = vault.store(secret, keyPurpose(pubkey))
    const key: WalletKey = {
      ...{ pubkey, hash: hash160(pubkey), created: clock.now(), label, path: null, source: 'imported' },
    }
    if (!staged.add({ ...key, ...stored, pool: null })) return undefined
    return { key, name: hashKey(pubkey), hashName: hashKey(key.hash), reserve }
  } finally {
    secret.fill(0)
  }
}

/**
 * Imports the keys of a dump: all or none, durable on return. Yields to the event loop before writing, because a dump
 * may have a hundred thousand keys.
 * @throws WalletError `locked`, also if the wallet is locked during the import; the signal's reason
 */
export async function importKeys(
  deps: KeyImportDeps & { readonly keys: Pick<KeyStore, 'importAll'> },
  text: string,
  options: KeyImportOptions = {},
): Promise<{ readonly found: number; readonly added: number }> {
  const { vault, file } = deps
  const { signal, onProgress } = options
  const pause = async () => {
    await yieldToEventLoop()
    signal?.throwIfAborted()
  }
  const staged = file.stageKeys()
  const keys: ImportedKey[] = []
  let found = 0
  try {
    for (const { part, end } of splitParts(text)) {
      for (const read of readDump(part)) {
        found++
        const ready = stageOne(deps, staged, read)
        if (ready) keys.push(ready)
      }
      onProgress?.(end, text.length)
      await pause()
    }
    const plain = vault.encrypted() ? staged.plain() : []
    for (let at = 0; at < plain.length; at += SEALED_KEYS_PER_SLICE) {
      sealStaged(vault, staged, plain.slice(at, at + SEALED_KEYS_PER_SLICE))
      await pause()
    }
    const added = deps.keys.importAll({ staged, keys })
    // The keys are on disk. Delete the staged ones in another event-loop turn.
    await yieldToEventLoop()
    return { found, added }
  } finally {
    staged.forget()
  }
}
