import type { Clock } from '../../core/index.ts'
import { WalletError } from '../walletError.ts'

/** Timers that lock the wallet after its timeout. */
export interface LockTimers {
  set(callback: () => void, millis: number): unknown
  clear(timer: unknown): void
}

/** Event-loop timers that do not keep the process alive. */
export const SYSTEM_TIMERS: LockTimers = {
  set: (callback, millis) => setTimeout(callback, millis).unref(),
  clear: (timer) => clearTimeout(timer as NodeJS.Timeout),
}

export interface UnlockedMasterDeps {
  readonly clock: Clock
  readonly timers: LockTimers
  /** called after the key was set or wiped, and after a stake was signed */
  readonly changed: () => void
}

/** Interval between wall-clock checks: timers do not run while a computer sleeps. */
const CLOCK_CHECK_MS = 10_000

const unlockNeeded = () =>
  new WalletError('locked', 'Error: Please enter the wallet passphrase with walletpassphrase first.')

/** Master key of an encrypted wallet, in memory only while the wallet is unlocked. */
export class UnlockedMaster {
  readonly #clock: Clock
  readonly #timers: LockTimers
  readonly #changed: () => void
  #master: Uint8Array | undefined
  /** true if the master key may only sign stakes: for all other callers the wallet is locked */
  #onlyStaking = false
  /** true while a stake is being signed */
  #staking = false
  /** unix seconds at which the wallet locks itself */
  #until = 0
  /** wall-clock time at which the wallet locks itself, in milliseconds */
  #endMs = 0
  /** remaining milliseconds by timers only */
  #countdownMs = 0
  #timer: unknown

  constructor({ clock, timers, changed }: UnlockedMasterDeps) {
    this.#clock = clock
    this.#timers = timers
    this.#changed = changed
  }

  /** Returns true if the master key is in memory, even if only for staking. */
  isHeld(): boolean {
    return this.#master !== undefined && this.#msLeft() > 0
  }

  /** Returns true if secrets can be read now. */
  isUnlocked(): boolean {
    return this.isHeld() && (!this.#onlyStaking || this.#staking)
  }

  isForStakingOnly(): boolean {
    return this.#onlyStaking
  }

  /** Returns the unix seconds at which the key will be wiped. */
  until(): number {
    return this.#until
  }

  /** Returns the master key. Do not retain it. @throws WalletError `locked` */
  get(): Uint8Array {
    if (!this.isHeld()) this.lock()
    if (!this.#master || !this.isUnlocked()) throw unlockNeeded()
    return this.#master
  }

  /** Stores the master key for `seconds`. Takes ownership of the buffer and wipes it. */
  unlock(master: Uint8Array, seconds: number, onlyStaking: boolean): void {
    this.#timers.clear(this.#timer)
    this.#master?.fill(0)
    this.#master = master
    this.#onlyStaking = onlyStaking
    this.#until = this.#clock.now() + seconds
    this.#endMs = this.#clock.millis() + seconds * 1000
    this.#countdownMs = seconds * 1000
    this.#watchClock()
    this.#changed()
  }

  /** Wipes the master key. */
  lock(): void {
    this.#timers.clear(this.#timer)
    if (!this.#master) return
    this.#master.fill(0)
    this.#master = undefined
    this.#onlyStaking = false
    this.#until = 0
    this.#changed()
  }

  /**
   * Runs `work` with secrets readable for staking. Afterwards wipes the secrets that were read if the wallet is
   * otherwise locked.
   */
  whileStaking<T>(work: () => T): T {
    this.#staking = true
    try {
      return work()
    } finally {
      this.#staking = false
      if (this.#onlyStaking) this.#changed()
    }
  }

  /** Runs `work` unlocked, with the master key of a wallet that is being encrypted. The caller wipes the key. */
  lend(master: Uint8Array, work: () => void): void {
    this.#master = master
    this.#countdownMs = Number.POSITIVE_INFINITY
    this.#endMs = Number.POSITIVE_INFINITY
    try {
      work()
    } finally {
      this.#master = undefined
    }
  }

  /**
   * Locks at the wall-clock deadline or when the timers run out, whichever is first: neither setting the clock back nor
   * suspending the computer keeps the wallet unlocked.
   */
  #msLeft(): number {
    return Math.min(this.#endMs - this.#clock.millis(), this.#countdownMs)
  }

  #watchClock(): void {
    const left = this.#msLeft()
    if (left <= 0) {
      this.lock()
      return
    }
    const pause = Math.min(left, CLOCK_CHECK_MS)
    this.#timer = this.#timers.set(() => {
      this.#countdownMs -= pause
      this.#watchClock()
    }, pause)
  }
}
