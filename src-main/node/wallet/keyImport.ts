import { breathe } from './breathe.ts'
import { readDump } from './dump.ts'
import { type PreparedKey, prepareKey } from './preparedKey.ts'
import type { Vault } from './vault.ts'

export interface PrepareOptions {
  readonly signal?: AbortSignal
  /** characters that were read, of all */
  readonly onProgress?: (done: number, total: number) => void
}

/** Some forty keys are worked on at a time: a few milliseconds. */
const PART_CHARACTERS = 5_000

/** The text in parts that end with a line. */
function* partsOf(text: string): Generator<{ readonly part: string; readonly end: number }> {
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at + PART_CHARACTERS)
    const end = newline < 0 ? text.length : newline + 1
    yield { part: text.slice(at, end), end }
    at = end
  }
}

/**
 * The keys of a text that a dump is, ready to be stored. Everything else has its turn meanwhile: a text may have a hundred
 * thousand of them. Secrets that are not sealed are for the caller to wipe.
 * @throws RpcError −13 when the wallet is locked, also on the way; the signal's reason
 */
export async function prepareKeys(vault: Vault, text: string, options: PrepareOptions = {}): Promise<PreparedKey[]> {
  const { signal, onProgress } = options
  const prepared: PreparedKey[] = []
  try {
    for (const { part, end } of partsOf(text)) {
      for (const key of readDump(part)) {
        const ready = prepareKey(vault, key)
        prepared.push(ready)
        if (ready.stored.secret !== key.secret) key.secret.fill(0)
      }
      onProgress?.(end, text.length)
      await breathe()
      signal?.throwIfAborted()
    }
  } catch (error) {
    wipePrepared(prepared)
    throw error
  }
  return prepared
}

export function wipePrepared(prepared: readonly PreparedKey[]): void {
  for (const { stored } of prepared) stored.secret?.fill(0)
}
