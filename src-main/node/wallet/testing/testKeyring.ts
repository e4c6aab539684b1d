/** Wallets for tests, without a chain, with a clock and timers that advance only on request. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Random } from '../../core/index.ts'
import { sha256 } from '../../crypto/index.ts'
import { openWalletFile, type WalletFile } from '../file/index.ts'
import { beginWithPhrase, Keyring, type LockTimers } from '../keys/index.ts'

/** Returns a counter as random source: all draws differ, and all runs are equal. */
export function countingRandom(): Random {
  let drawn = 0
  return {
    bytes(length) {
      drawn++
      return Uint8Array.from({ length }, (_, index) => (drawn * 31 + (drawn >> 3) + index * 7 + 1) & 0xff)
    },
  }
}

export interface ManualTimers extends LockTimers {
  /** advances the wall clock and the timers */
  pass(seconds: number): void
  /** advances the wall clock only */
  turnClock(seconds: number): void
  readonly clock: { now(): number; millis(): number }
}

export function manualTimers(start = 1_700_000_000): ManualTimers {
  let wall = start * 1000
  let elapsed = 0
  const waiting = new Map<number, { readonly at: number; readonly callback: () => void }>()
  let id = 0
  const due = () => [...waiting].sort(([, a], [, b]) => a.at - b.at).find(([, { at }]) => at <= elapsed)
  return {
    set(callback, millis) {
      waiting.set(++id, { at: elapsed + millis, callback })
      return id
    },
    clear: (timer) => void waiting.delete(timer as number),
    pass(seconds) {
      for (let second = 0; second < seconds; second++) {
        wall += 1000
        elapsed += 1000
        for (let next = due(); next; next = due()) {
          waiting.delete(next[0])
          next[1].callback()
        }
      }
    },
    turnClock(seconds) {
      wall += seconds * 1000
    },
    clock: { now: () => Math.floor(wall / 1000), millis: () => wall },
  }
}

/** Callbacks of a keyring without a wallet. */
export const NO_WALLET = { redeemScript: () => undefined, added: () => undefined, grown: () => undefined }

export interface TestKeyring {
  readonly path: string
  readonly timers: ManualTimers
  keyring(): Keyring
  file(): WalletFile
  /** closes and reopens the file, as on a restart */
  reopen(): Keyring
  close(): void
}

/** @param withPhrase true to create the wallet file with a phrase of 12 words */
export function createTestKeyring(poolTarget = 3, withPhrase = false): TestKeyring {
  const folder = mkdtempSync(join(tmpdir(), 'keyring-'))
  const path = join(folder, 'wallet.db')
  const timers = manualTimers()
  const random = countingRandom()
  const open = () => {
    const file = openWalletFile(path)
    const deps = { file, clock: timers.clock, random, timers, poolTarget, passphraseCost: 1024, ...NO_WALLET }
    try {
      return { file, keyring: new Keyring(deps) }
    } catch (error) {
      file.close()
      throw error
    }
  }
  if (withPhrase) {
    const file = openWalletFile(path)
    // Unlike the counter's draws, these bytes occur nowhere else in the file.
    const bytes = (length: number) => Uint8Array.from(sha256(Buffer.from(path)).subarray(0, length))
    beginWithPhrase(file, { random: { bytes }, clock: timers.clock })
    file.close()
  }
  let opened = open()
  return {
    path,
    timers,
    keyring: () => opened.keyring,
    file: () => opened.file,
    reopen() {
      opened.keyring.vault.lock()
      opened.file.close()
      opened = open()
      return opened.keyring
    },
    close() {
      opened.keyring.vault.lock()
      opened.file.close()
      rmSync(folder, { recursive: true })
    },
  }
}
